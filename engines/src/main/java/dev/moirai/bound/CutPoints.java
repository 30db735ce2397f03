package dev.moirai.bound;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.CutPoint;
import java.util.ArrayList;
import java.util.List;

/** All places of a program where bounds may cut: loops, functions that may call themselves, threads that are created. */
public final class CutPoints {
    private CutPoints() {}

    /** Function by function, in the order of the program's text. */
    public static List<CutPoint> of(Program program) {
        var calls = new CallGraph(program);
        var points = new ArrayList<CutPoint>();
        for (Function function : program.functions().values()) {
            String name = function.name();
            if (calls.callsItself(name)) points.add(new CutPoint(CutPoint.Kind.RECURSION, name, name, function.span()));
            for (Loop loop : Loops.ofUser(function)) {
                points.add(new CutPoint(CutPoint.Kind.LOOP, loop.id(), name, loop.span()));
            }
            for (int i = 0; i < function.body().size(); i++) {
                if (!(function.body().get(i) instanceof Instr.Spawn spawn)) continue;
                for (String started : calls.started(function, i, spawn)) {
                    points.add(new CutPoint(CutPoint.Kind.THREAD, started, name, spawn.span()));
                }
            }
        }
        return points;
    }
}
