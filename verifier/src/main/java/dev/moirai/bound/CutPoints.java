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

/** All places of a program where bounds may cut: loops, functions that may call themselves, threads that are created. */
public final class CutPoints {
    private final Program program;
    private final CallTargets targets;
    private final Map<String, Set<String>> calls = new HashMap<>();

    private CutPoints(Program program) {
        this.program = program;
        targets = new CallTargets(program);
    }

    /** Function by function, in the order of the program's text. */
    public static List<CutPoint> of(Program program) {
        return new CutPoints(program).find();
    }

    private List<CutPoint> find() {
        program.functions().values().forEach(function -> calls.put(function.name(), calledBy(function)));
        var points = new ArrayList<CutPoint>();
        for (Function function : program.functions().values()) {
            String name = function.name();
            if (callsItself(name)) points.add(new CutPoint(CutPoint.Kind.RECURSION, name, name, function.span()));
            for (Loop loop : Loops.ofUser(function)) {
                points.add(new CutPoint(CutPoint.Kind.LOOP, loop.id(), name, loop.span()));
            }
            spawns(function, points);
        }
        return points;
    }

    private void spawns(Function function, List<CutPoint> points) {
        for (int i = 0; i < function.body().size(); i++) {
            if (!(function.body().get(i) instanceof Instr.Spawn spawn)) continue;
            for (String started : reached(function, i, spawn.function(), 1)) {
                points.add(new CutPoint(CutPoint.Kind.THREAD, started, function.name(), spawn.span()));
            }
        }
    }

    private Set<String> calledBy(Function function) {
        var called = new LinkedHashSet<String>();
        for (int i = 0; i < function.body().size(); i++) {
            if (!(function.body().get(i) instanceof Instr.Call call)) continue;
            called.addAll(reached(function, i, call.callee(), call.arguments().size()));
        }
        return called;
    }

    private List<String> reached(Function function, int index, Expr callee, int arguments) {
        Expr plain = callee;
        while (plain instanceof Expr.Cast(var _, var operand)) plain = operand;
        if (plain instanceof Expr.FunctionAddress(var name)) return List.of(name);
        return targets.at(new Origin(function.name(), index, List.of()), arguments);
    }

    private boolean callsItself(String function) {
        var seen = new LinkedHashSet<String>();
        var open = new ArrayDeque<>(calls.getOrDefault(function, Set.of()));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (next.equals(function)) return true;
            if (seen.add(next)) open.addAll(calls.getOrDefault(next, Set.of()));
        }
        return false;
    }
}
