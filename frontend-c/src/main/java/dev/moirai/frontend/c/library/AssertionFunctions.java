package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.Excerpt;
import java.util.Optional;

/** Failed assertions, and functions that end the process. */
final class AssertionFunctions {
    /** The exit code that a shell shows for a process ended by {@code SIGABRT}. */
    private static final int ABORTED = 134;

    private AssertionFunctions() {}

    /** @param text which argument is the text of the condition */
    private static Optional<Expr> failed(CallSite site, int text) {
        return fail(
                site,
                "assertion failed: " + site.literal(text).map(Excerpt::decoded).orElse("(text unknown)"));
    }

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "__assert_fail", "__assert" -> site -> failed(site, 0);
                    case "__assert_rtn" -> site -> failed(site, 3);
                    case "__assert_perror_fail" -> site -> fail(site, "assertion on an error code failed");
                    case "reach_error", "__VERIFIER_error" -> site -> fail(site, site.function() + "() is reached");
                    case "__VERIFIER_assert", "__ESBMC_assert", "__CPROVER_assert" -> AssertionFunctions::check;
                    case "abort", "__builtin_trap" -> site -> end(site, Pen.number(ABORTED));
                    case "exit", "_exit", "_Exit", "quick_exit" -> site -> end(site, site.argument(0, Type.I32));
                    default -> null;
                });
    }

    /** Where assertions are not checked, the program still ends, as it does on a machine. */
    private static Optional<Expr> fail(CallSite site, String message) {
        site.emit(new Instr.Assert(Expr.FALSE, message, site.span()));
        return end(site, Pen.number(ABORTED));
    }

    private static Optional<Expr> end(CallSite site, Expr code) {
        site.emit(new Instr.ExitProcess(code, site.span()));
        return Pen.none();
    }

    private static Optional<Expr> check(CallSite site) {
        Expr condition = Pen.isNonzero(site.argument(0));
        site.emit(new Instr.Assert(condition, site.literal(1).orElse(site.function() + " fails"), site.span()));
        return Pen.none();
    }
}
