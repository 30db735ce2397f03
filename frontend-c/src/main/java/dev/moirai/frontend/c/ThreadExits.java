package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code pthread_exit} in a program with cleanup handlers: they run first, while the thread's frames are still there. */
final class ThreadExits {
    private static final String PUSH = "__moirai_cleanup_push";
    private static final String RUN = "__moirai_run_handlers";

    private ThreadExits() {}

    static void runHandlers(Linker linker, Assembly assembly) {
        if (!assembly.functions().containsKey(PUSH)) return;
        String run = linker.bundledFunction(RUN).name();
        assembly.need(run, SourceSpan.NOWHERE);
        assembly.functions().replaceAll((_, function) -> withHandlers(function, run));
    }

    private static Function withHandlers(Function function, String run) {
        if (function.body().stream().noneMatch(Instr.ExitThread.class::isInstance)) return function;
        var body = new ArrayList<Instr>();
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.ExitThread) {
                body.add(new Instr.Call(Optional.empty(), new Expr.FunctionAddress(run), List.of(), instr.span()));
            }
            body.add(instr);
        }
        return function.withBody(body);
    }
}
