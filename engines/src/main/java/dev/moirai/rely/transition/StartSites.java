package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Where a program names its functions: threads that one instruction starts, in one place of one thread's code, all get the same constant. */
final class StartSites {
    private final Program program;
    /** The functions in which each function is named, once for each time. */
    private final Map<String, List<String>> named = new HashMap<>();

    StartSites(Program program) {
        this.program = program;
        program.globals()
                .values()
                .forEach(global -> global.initial().forEach(initial -> name(initial.value(), global.name())));
        program.functions().forEach((name, function) -> {
            for (Instr instr : function.body()) Operands.forEachRead(instr, expr -> name(expr, name));
        });
    }

    private void name(Expr expr, String in) {
        if (expr instanceof Expr.FunctionAddress(var function)) {
            named.computeIfAbsent(function, _ -> new ArrayList<>()).add(in);
        }
        Operands.forEachChild(expr, child -> name(child, in));
    }

    /**
     * Whether the instruction in the function {@code starting} that names {@code started} is the only one that does, and main's code has
     * it in one place: then it alone starts such threads.
     */
    boolean isOneSite(String starting, String started) {
        var passed = new HashSet<String>();
        String function = started;
        while (!function.equals(program.entry())) {
            List<String> places = named.getOrDefault(function, List.of());
            boolean isOne = places.size() == 1 && program.functions().containsKey(places.getFirst());
            if (!isOne || !passed.add(function)) return false;
            function = places.getFirst();
            if (passed.size() == 1 && !function.equals(starting)) return false;
        }
        return true;
    }
}
