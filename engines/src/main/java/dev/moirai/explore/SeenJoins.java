package dev.moirai.explore;

import dev.moirai.explore.NextUses.Use;
import dev.moirai.explore.SeenAccesses.Effect;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;

/**
 * For a thread that joins others: whom it will join, one after the other, before it does anything that others could
 * notice or change. As {@link JoinChains}, but between two joins it may also read what no other thread writes any more.
 */
final class SeenJoins {
    /** A set of threads is a long. */
    static final int MOST_THREADS = 64;

    private final Machine machine;
    private final SeenAccesses accesses;
    private final NextUses uses;
    private final NextInstructions next;

    private static final class Asked extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Asked() {
            super(null, null, false, false);
        }
    }

    private static final Chooser NOBODY_KNOWS = choice -> {
        throw new Asked();
    };

    SeenJoins(Machine machine, SeenAccesses accesses, NextUses uses, NextInstructions next) {
        this.machine = machine;
        this.accesses = accesses;
        this.uses = uses;
        this.next = next;
    }

    long of(State state, int thread, LocalPoint[] points) {
        if (!(next.of(state, thread).orElse(null) instanceof Instr.Join)) return 0;
        long chain = 0;
        State ahead = state.fork();
        var ends = new EndsNoticed();
        try {
            while (next.of(ahead, thread).orElse(null) instanceof Instr instr) {
                boolean joins = instr instanceof Instr.Join;
                if (!joins && !(instr instanceof Instr.Load && readsAlone(ahead, thread, points))) break;
                long before = joined(ahead);
                Outcome outcome = machine.step(ahead, thread, NOBODY_KNOWS, ends);
                long now = joined(ahead) & ~before;
                chain |= now;
                if (!(outcome instanceof Outcome.Continued) || ends.seen()) break;
                if (instr instanceof Instr.Join join
                        && (now == 0 || join.value().isPresent())) break;
            }
        } catch (Asked _) {
            return chain;
        }
        return chain;
    }

    /** Whether no other thread writes what the thread reads next. */
    private boolean readsAlone(State state, int thread, LocalPoint[] points) {
        for (Use use : uses.of(state, thread)) {
            if (use.effect() != Effect.READ) return false;
            for (int other = 0; other < points.length; other++) {
                if (other == thread || state.hasEnded(other)) continue;
                if (points[other].future.intersects(accesses.against(use.place(), Effect.READ))) return false;
            }
        }
        return true;
    }

    private static long joined(State state) {
        long bits = 0;
        for (int i = 0; i < state.threadCount(); i++) if (state.isJoined(i)) bits |= 1L << i;
        return bits;
    }
}
