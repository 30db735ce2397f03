package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.ArrayList;
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

    /** One thread's turn in a round, rounds counted from 1. */
    public record Context(Simulation simulation, int round) {}

    /**
     * The contexts in the order in which they run: round by round, and after the last round once more the threads that
     * create others, the youngest first and main at the end. So a parent sees what its children did in the last round; a
     * check after the joins would else cost a whole round for every generation.
     */
    public List<Context> contexts() {
        var contexts = new ArrayList<Context>();
        for (int round = 1; round <= rounds(); round++) {
            for (Simulation simulation : simulations) {
                if (round >= firstRound(simulation)) contexts.add(new Context(simulation, round));
            }
        }
        for (Simulation simulation : simulations.reversed()) {
            if (hasChildren(simulation) && rounds() + 1 >= firstRound(simulation)) {
                contexts.add(new Context(simulation, rounds() + 1));
            }
        }
        return contexts;
    }

    private boolean hasChildren(Simulation simulation) {
        return simulations.stream()
                .flatMap(other -> other.thread().spawned().stream())
                .anyMatch(spawned -> spawned.thread() == simulation.thread().number());
    }

    /** The guess how far a context runs. */
    static Source.HowFar howFar(Context context) {
        BoundedThread thread = context.simulation().thread();
        String words = "cs " + thread.name() + " round " + context.round();
        return new Source.HowFar(thread.number(), context.round(), words);
    }

    /** Whether nobody runs after it, so that it may run as far as it can. */
    public boolean runsFreely(Context context) {
        int last = simulations.size() > 1 ? rounds() + 1 : rounds();
        return !options.checksDeadlocks() && context.simulation() == simulations.getFirst() && context.round() == last;
    }

    /** Whether it matters where the context ends: the thread goes on later, or the end is looked at. */
    boolean endMatters(Context context) {
        return options.checksDeadlocks()
                || context.round() < rounds()
                || (context.round() == rounds() && hasChildren(context.simulation()));
    }

    /** Wide enough for the numbers of a thread's points. */
    public static Type.Int pointType(Simulation simulation) {
        return new Type.Int(Math.max(2, 32 - Integer.numberOfLeadingZeros(simulation.size())), false);
    }
}
