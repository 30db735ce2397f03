package dev.moirai.rely.rule;

import dev.moirai.ir.Program;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;

/** The transition system of a program, as the engines receive it. */
public final class Systems {
    private Systems() {}

    /** Of an original that runs can be held against. */
    public static TransitionSystem of(RunShadow.Original original, Limit limit) {
        return Feasibility.prune(original.sliced(), limit);
    }

    public static TransitionSystem of(Program program, Purpose purpose, Limit limit) {
        return of(RunShadow.Original.of(program, purpose), limit);
    }
}
