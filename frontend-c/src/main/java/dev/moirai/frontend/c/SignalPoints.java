package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where signals from outside can come, with {@code --signals}: before every access to memory, every call of the library and
 * every return in the user's functions, except in atomic sections. The model in C chooses whether any come, and which.
 */
final class SignalPoints {
    private static final String POINT = "__moirai_signal_point";

    private SignalPoints() {}

    static void insert(Linker linker, Assembly assembly) {
        int most = linker.options().library().outside().signals();
        boolean handled = assembly.functions().containsKey("signal")
                || assembly.functions().containsKey("sigaction");
        if (most == 0 || !handled) return;
        String point = linker.bundledFunction(POINT).name();
        assembly.need(point, SourceSpan.NOWHERE);
        Map<String, Function> functions = assembly.functions();
        functions.replaceAll((_, function) -> withPoints(function, functions, point, most));
    }

    private static Function withPoints(Function function, Map<String, Function> all, String point, int most) {
        boolean users = function.author() == Function.Author.USER && !FunctionBody.isAtomic(function.name());
        if (!users) return function;
        var body = new ArrayList<Instr>();
        boolean inSection = false;
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.AtomicBegin) inSection = true;
            if (instr instanceof Instr.AtomicEnd) inSection = false;
            if (!inSection && isStep(instr, all)) {
                body.add(new Instr.Call(
                        Optional.empty(),
                        new Expr.FunctionAddress(point),
                        List.of(Expr.constant(Type.I32, most)),
                        instr.span()));
            }
            body.add(instr);
        }
        return function.withBody(body);
    }

    private static boolean isStep(Instr instr, Map<String, Function> all) {
        return switch (instr) {
            case Instr.MemoryAccess _, Instr.Synchronisation _, Instr.Yield _, Instr.Return _ -> true;
            case Instr.Call(var _, var callee, var _, var _) ->
                callee instanceof Expr.FunctionAddress(var name)
                        && all.get(name) instanceof Function called
                        && called.author() == Function.Author.LIBRARY;
            default -> false;
        };
    }
}
