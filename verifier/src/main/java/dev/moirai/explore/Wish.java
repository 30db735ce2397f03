package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.State;
import dev.moirai.ir.Condition;
import dev.moirai.property.Fairness;

/**
 * Which runs that go on for ever are looked for: fair in what sense, and with whom or what left undone.
 *
 * <p>A wish is an automaton that watches a run: it starts in some {@link #phases} and may go on to some; where it
 * {@link #accepts} from some moment on, the run is one of those.
 */
public record Wish(Fairness fairness, Undone undone) {
    /** What such a run never gets done. */
    public sealed interface Undone {
        /** The run never ends: that alone will do. */
        record Anything() implements Undone {}

        /** The thread of this name has begun and never ends. */
        record Thread(String name) implements Undone {}

        /** There is a moment at which {@code cause} holds, and neither then nor later does {@code effect}. */
        record Response(Condition cause, Condition effect) implements Undone {}
    }

    public static Wish any(Fairness fairness) {
        return new Wish(fairness, new Undone.Anything());
    }

    /** Nothing is owed. */
    static final int IDLE = 0;
    /** A cause was seen, and no effect since. */
    static final int OWED = 1;

    private static final int[] ONLY_IDLE = {IDLE};
    private static final int[] ONLY_OWED = {OWED};
    private static final int[] BOTH = {IDLE, OWED};
    private static final int[] NONE = {};

    /** The phases in which the watcher can be in this state, after {@code before}. */
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
