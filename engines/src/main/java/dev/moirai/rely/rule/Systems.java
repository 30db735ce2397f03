package dev.moirai.rely.rule;

import dev.moirai.ir.Program;
import dev.moirai.rely.transition.Extraction;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;

/** The transition system of a program, as the engines receive it. */
public final class Systems {
    private Systems() {}

    public static TransitionSystem of(Program program, Purpose purpose, Limit limit) {
        return Feasibility.prune(Extraction.of(program, purpose), limit);
    }
}
