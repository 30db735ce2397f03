package dev.moirai.verify.input;

import dev.moirai.bound.CutPoints;
import dev.moirai.ir.Function;
import dev.moirai.ir.Program;
import dev.moirai.property.CutPoint;
import dev.moirai.witness.Covered;
import java.util.Set;
import java.util.TreeSet;

/**
 * A program that was read, and what it was made from.
 *
 * @param files how many C files were given
 * @param defined the functions that the user's files define
 */
public record Reading(Program program, int files, Set<String> defined) {
    /** What part of the files the program is. */
    public Covered covered() {
        var unreached = new TreeSet<>(defined);
        unreached.removeAll(program.functions().keySet());
        int loops = 0;
        var started = new TreeSet<String>();
        for (CutPoint point : CutPoints.of(program)) {
            Function function = program.functions().get(point.function());
            if (function == null || !defined.contains(function.name())) continue;
            if (point.kind() == CutPoint.Kind.LOOP) loops++;
            if (point.kind() == CutPoint.Kind.THREAD) started.add(point.name());
        }
        return new Covered(
                files,
                defined.size() - unreached.size(),
                loops,
                started.stream().toList(),
                unreached.stream().toList());
    }
}
