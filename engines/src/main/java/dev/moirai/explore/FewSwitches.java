package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.State;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a violation that few context switches show, as most do (Musuvathi and Qadeer, PLDI 2007), however many threads there
 * are: where a thread can go on alone nobody else is tried, and of threads that have not begun, and would do the same, only
 * the first. What it does not find may still be there.
 */
public final class FewSwitches {
    private static final long[] NO_CHAINS = {};

    private final Machine machine;
    private final AmpleSets ample;

    private FewSwitches(Machine machine) {
        this.machine = machine;
        this.ample = new AmpleSets(machine.program());
    }

    /** Moves that lead to a violation, if some are found before so many states are visited, or the time is up. */
    public static Optional<List<Move>> find(Machine machine, long enumerated, int mostStates, Duration time) {
        var ways = new FewSwitches(machine);
        var candidates = new CandidateValues(machine.program(), enumerated);
        return new ShortestFirst(machine, candidates, ways::threads, mostStates, time).find();
    }

    private int[] threads(State state, int last) {
        int[] enabled = machine.enabled(state);
        for (int thread : enabled) {
            boolean goesOn = thread == last && ample.mayGoAlone(state, thread, NO_CHAINS);
            if (goesOn && !ample.beginsSection(state, thread)) return new int[] {thread};
        }
        int[] tried = new int[enabled.length];
        int count = 0;
        for (int thread : enabled) {
            boolean isTwin = false;
            for (int i = 0; i < count; i++) isTwin |= state.areTwins(tried[i], thread);
            if (!isTwin) tried[count++] = thread;
        }
        return Arrays.copyOf(tried, count);
    }
}
