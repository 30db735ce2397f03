package dev.moirai.bound;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.List;

/**
 * One copy of a loop's text, and how labels inside copies are told apart.
 *
 * @param copy from 1
 * @param multiplicity whether it is known how many copies are made
 */
record LoopCopy(Loop loop, int copy, Pass pass, Multiplicity multiplicity) {
    enum Pass {
        FULL,
        /** The last copy: control may only leave the loop. */
        LEAVING
    }

    /**
     * The copy of a label that a jump reaches.
     *
     * @param from the instruction that jumps
     * @param copies those that the jump stands in, outermost first
     */
    static String label(Activation activation, int target, int from, List<LoopCopy> copies) {
        var name = new StringBuilder();
        Instr label = activation.function().body().get(target);
        name.append(activation.label(label instanceof Instr.Label(var n, var _) ? n : "%at." + target));
        for (Loop loop : activation.loops().around(target)) {
            int current = current(loop, copies);
            boolean again = current > 0 && target == loop.first() && from > target;
            name.append('%').append(again ? current + 1 : Math.max(current, 1));
        }
        return name.toString();
    }

    /** The number of the loop's copy among these, or 0. */
    private static int current(Loop loop, List<LoopCopy> copies) {
        for (LoopCopy copy : copies) if (copy.loop().equals(loop)) return copy.copy();
        return 0;
    }

    /** Where a copy of the loop begins. */
    static String headerLabel(Activation activation, Loop loop, List<LoopCopy> outer, int copy) {
        var inside = new ArrayList<>(outer);
        inside.add(new LoopCopy(loop, copy, Pass.FULL, Multiplicity.PLAIN));
        return label(activation, loop.first(), loop.first(), inside);
    }
}
