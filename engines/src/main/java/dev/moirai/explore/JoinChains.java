package dev.moirai.explore;

import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import java.util.Arrays;

/**
 * For a thread that waits for another to end: the threads it will wait for, one after the other, before it does
 * anything else that others could notice. As long as one of these is alive, what comes after cannot happen; so nothing
 * that main does after joining its workers conflicts with the workers.
 *
 * <p>Found by executing the joins on a copy of the state as if their threads had ended. In between, the thread only
 * runs its own code over its own memory, which others cannot change; where it would ask for a choice, or for what an
 * ended thread returned, or leave a function whose variables others may know, the chain ends.
 */
final class JoinChains {
    static final long[] NONE = {};
    private static final int MOST_THREADS = 64;

    private final Machine machine;
    private final NextInstructions next;

    private static final class Undetermined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Undetermined() {
            super(null, null, false, false);
        }
    }

    private static final Chooser NOBODY_KNOWS = choice -> {
        throw new Undetermined();
    };

    JoinChains(Machine machine, NextInstructions next) {
        this.machine = machine;
        this.next = next;
    }

    /** The chains of all threads, as bits, after {@code moved} has moved: only that thread's chain can have changed. */
    long[] after(long[] before, State state, int moved) {
        long chain = of(state, moved);
        long known = moved < before.length ? before[moved] : 0;
        if (chain == known) return before;
        long[] chains = Arrays.copyOf(before, Math.max(before.length, moved + 1));
        chains[moved] = chain;
        return chains;
    }

    /**
     * Whether the joins of a chain still wait as they did when it was found: a thread that was detached since, be it by
     * itself, or joined by somebody else, is not waited for.
     */
    static boolean isIntact(State state, long chain) {
        for (long left = chain; left != 0; left &= left - 1) {
            int thread = Long.numberOfTrailingZeros(left);
            if (state.isDetached(thread) || state.isJoined(thread)) return false;
        }
        return true;
    }

    private long of(State state, int thread) {
        if (!isJoin(state, thread) || state.threadCount() > MOST_THREADS) return 0;
        long chain = 0;
        State ahead = state.fork();
        var ends = new EndsNoticed();
        try {
            while (next.of(ahead, thread).orElse(null) instanceof Instr.Join join) {
                long before = joined(ahead);
                Outcome outcome = machine.step(ahead, thread, NOBODY_KNOWS, ends);
                long now = joined(ahead) & ~before;
                chain |= now;
                if (!(outcome instanceof Outcome.Continued)
                        || ends.seen()
                        || now == 0
                        || join.value().isPresent()) break;
            }
        } catch (Undetermined _) {
            return chain;
        }
        return chain;
    }

    private boolean isJoin(State state, int thread) {
        return next.of(state, thread).orElse(null) instanceof Instr.Join;
    }

    private static long joined(State state) {
        long bits = 0;
        for (int i = 0; i < state.threadCount(); i++) if (state.isJoined(i)) bits |= 1L << i;
        return bits;
    }
}
