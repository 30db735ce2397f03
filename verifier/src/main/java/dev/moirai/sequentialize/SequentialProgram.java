package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** The result of {@link Lazy}: a simulation for each thread, in the order in which a round runs them. */
public record SequentialProgram(BoundedProgram bounded, LazyOptions options, List<Simulation> simulations) {
    public SequentialProgram {
        simulations = List.copyOf(simulations);
    }

    public int rounds() {
        return options.rounds();
    }

    /** One acyclic, call-free function in which all rounds stand one after the other. */
    public Unrolled unrolled() {
        return new Unrolling(this).unroll();
    }

    /** The first round in which the thread can have been spawned, from 1. */
    public int firstRound(Simulation simulation) {
        Optional<BoundedThread.Spawned> spawned = simulation.thread().spawned();
        if (spawned.isEmpty()) return 1;
        int spawner = position(spawned.get().thread());
        int first = firstRound(simulations.get(spawner));
        return spawner < position(simulation.thread().number()) ? first : first + 1;
    }

    private int position(int thread) {
        for (int i = 0; i < simulations.size(); i++) {
            if (simulations.get(i).thread().number() == thread) return i;
        }
        throw new IllegalArgumentException("no thread number " + thread);
    }

    /** Whether this is the very last context: nobody runs after it, so it may run as far as it can. */
    public boolean isLastContext(Simulation simulation, int round) {
        return !options.checksDeadlocks()
                && round == rounds()
                && simulations.getLast().thread().number()
                        == simulation.thread().number();
    }

    /** Wide enough for the numbers of a thread's points. */
    public static Type.Int pointType(Simulation simulation) {
        return new Type.Int(Math.max(2, 32 - Integer.numberOfLeadingZeros(simulation.size())), false);
    }
}
