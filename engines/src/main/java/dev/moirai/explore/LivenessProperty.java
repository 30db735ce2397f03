package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.State;
import dev.moirai.ir.Condition;
import dev.moirai.property.Fairness;

/**
 * A liveness property, given by the runs that violate it: endless runs, fair in some sense, in which something is never
 * done.
 *
 * <p>It is also an automaton that observes a run: {@link #phases} are its transitions, and a run violates the property
 * if from some moment on the automaton always {@link #accepts}.
 */
public record LivenessProperty(Fairness fairness, Undone undone) {
    /** What such a run never gets done. */
    public sealed interface Undone {
        /** The run never ends; nothing more is asked. */
        record Anything() implements Undone {}

        /** The thread of this name has begun and never ends. */
        record Thread(String name) implements Undone {}

        /** At some moment {@code cause} holds, and neither then nor later does {@code effect}. */
        record Response(Condition cause, Condition effect) implements Undone {}
    }

    public static LivenessProperty any(Fairness fairness) {
        return new LivenessProperty(fairness, new Undone.Anything());
    }

    /** No response is owed. */
    static final int IDLE = 0;
    /** A cause was seen, and no effect since. */
    static final int OWED = 1;

    private static final int[] ONLY_IDLE = {IDLE};
    private static final int[] ONLY_OWED = {OWED};
    private static final int[] BOTH = {IDLE, OWED};
    private static final int[] NONE = {};

    /** The phases that can follow {@code before} in this state. */
    int[] phases(Machine machine, State state, int before) {
        if (!(undone instanceof Undone.Response(var cause, var effect))) return ONLY_IDLE;
        if (machine.holds(state, effect)) return before == OWED ? NONE : ONLY_IDLE;
        if (before == OWED) return ONLY_OWED;
        return machine.holds(state, cause) ? BOTH : ONLY_IDLE;
    }

    boolean accepts(State state, int phase) {
        return switch (undone) {
            case Undone.Anything() -> true;
            case Undone.Thread(var name) -> {
                for (int i = 0; i < state.threadCount(); i++) {
                    if (state.threadName(i).equals(name)) yield !state.hasEnded(i);
                }
                yield false;
            }
            case Undone.Response _ -> phase == OWED;
        };
    }
}
