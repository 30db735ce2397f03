package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Program;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;

/** Keeps only the functions and globals that the entry function mentions, directly or indirectly. */
public final class UnusedFunctions implements Pass {
    @Override
    public String name() {
        return "unused-functions";
    }

    @Override
    public Program apply(Program program) {
        var used = new Uses(program).find();
        var functions = new LinkedHashMap<String, Function>();
        program.functions().forEach((name, function) -> {
            if (used.functions.contains(name)) functions.put(name, function);
        });
        var globals = new LinkedHashMap<String, Global>();
        program.globals().forEach((name, global) -> {
            if (used.globals.contains(name)) globals.put(name, global);
        });
        return new Program(
                program.file(),
                program.model(),
                program.layouts(),
                globals,
                functions,
                program.entry(),
                program.threadEpilogue(),
                program.sources());
    }

    private static final class Uses {
        private final Program program;
        private final Set<String> functions = new HashSet<>();
        private final Set<String> globals = new HashSet<>();
        private final ArrayDeque<Function> pending = new ArrayDeque<>();

        Uses(Program program) {
            this.program = program;
        }

        Uses find() {
            function(program.entry());
            program.threadEpilogue().ifPresent(this::function);
            while (!pending.isEmpty()) {
                for (Instr instr : pending.poll().body()) Operands.forEachRead(instr, this::expr);
            }
            return this;
        }

        private void function(String name) {
            if (functions.add(name)) pending.add(program.function(name));
        }

        private void expr(Expr expr) {
            switch (expr) {
                case Expr.FunctionAddress(var name) -> function(name);
                case Expr.GlobalAddress(var name, var _) -> {
                    if (globals.add(name)) program.global(name).initial().forEach(initial -> expr(initial.value()));
                }
                default -> Operands.forEachChild(expr, this::expr);
            }
        }
    }
}
