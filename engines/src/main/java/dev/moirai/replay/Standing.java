package dev.moirai.replay;

import dev.moirai.emit.Sites;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;

/**
 * Where threads of the interpreter stand, in the runtime's terms. Both make the same steps, with one exception: the
 * interpreter cuts a long step without visible instructions ({@code while (1);} must not stop the other threads), the
 * native runtime does not. What follows a cut belongs to the step before it.
 */
record Standing(Machine machine, Sites sites) {
    /** The number of the instruction that the thread stands before. */
    int site(State state, int thread) {
        if (state.isNewborn(thread)) return Sites.START;
        int level = state.depth(thread) - 1;
        return sites.number(state.function(thread, level), state.position(thread, level));
    }

    /** Whether the thread stands among invisible instructions: before a silent end, or where its step was cut. */
    boolean isAmid(State state, int thread) {
        return !state.hasEnded(thread)
                && !state.isNewborn(thread)
                && machine.pending(state, thread).isEmpty();
    }

    boolean wasCut(State state, int thread) {
        if (!isAmid(state, thread)) return false;
        Outcome next = machine.step(state.fork(), thread, _ -> 0, Observer.NONE);
        return !(next instanceof Outcome.Pruned);
    }
}
