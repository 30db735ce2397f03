package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who calls whom, and who starts threads of what, through pointers too. */
final class CallGraph {
    private final Program program;
    private final CallTargets targets;
    private final Map<String, Set<String>> calls = new HashMap<>();
    private final Map<String, List<Site>> callers = new HashMap<>();

    CallGraph(Program program) {
        this.program = program;
        targets = new CallTargets(program);
        for (Function function : program.functions().values()) {
            Set<String> called = calls.computeIfAbsent(function.name(), _ -> new LinkedHashSet<>());
            for (int i = 0; i < function.body().size(); i++) {
                if (!(function.body().get(i) instanceof Instr.Call call)) continue;
                for (String callee :
                        at(function, i, call.callee(), call.arguments().size())) {
                    called.add(callee);
                    callers.computeIfAbsent(callee, _ -> new ArrayList<>()).add(new Site(function.name(), i));
                }
            }
        }
    }

    private List<String> at(Function function, int index, Expr callee, int arguments) {
        Expr plain = callee;
        while (plain instanceof Expr.Cast(var _, var operand)) plain = operand;
        if (plain instanceof Expr.FunctionAddress(var name)) return List.of(name);
        return targets.at(new Origin(function.name(), index, List.of()), arguments);
    }

    /** What threads a spawn instruction may start. */
    List<String> started(Function function, int index, Instr.Spawn spawn) {
        return at(function, index, spawn.function(), spawn.arguments().size());
    }

    /** Where a function is called. */
    List<Site> callers(String function) {
        return callers.getOrDefault(function, List.of());
    }

    boolean callsItself(String function) {
        return reached(calls.getOrDefault(function, Set.of()), calls).contains(function);
    }

    /** All functions that some thread may execute. */
    Set<String> alive() {
        Map<String, Set<String>> next = new HashMap<>();
        calls.forEach((caller, called) -> next.put(caller, new LinkedHashSet<>(called)));
        for (Function function : program.functions().values()) {
            for (int i = 0; i < function.body().size(); i++) {
                if (!(function.body().get(i) instanceof Instr.Spawn spawn)) continue;
                next.computeIfAbsent(function.name(), _ -> new LinkedHashSet<>())
                        .addAll(started(function, i, spawn));
            }
        }
        return reached(Set.of(program.entry()), next);
    }

    private static Set<String> reached(Set<String> from, Map<String, Set<String>> next) {
        var seen = new LinkedHashSet<>(from);
        var open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            for (String function : next.getOrDefault(open.remove(), Set.of())) {
                if (seen.add(function)) open.add(function);
            }
        }
        return seen;
    }
}
