package dev.moirai.sequentialize;

import dev.moirai.bound.AtomicSections;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Waiting;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Threads to one sequential program with one assertion, which fails iff there is a fair run made of a stem of some rounds
 * and a lasso of some rounds that repeats for ever (after MUTANT: Atig, Bouajjani, Emmi, Lal, CAV 2012).
 *
 * <p>Rounds are simulated as by {@link Lazy}: a thread's text stands once for every round, and no thread sees the locals
 * of another. Before the first round of the lasso everything is written down: memory, where each thread stands, its live
 * locals. After the last round all of it must be the same. A thread's place is that of the program text and its call
 * string, not the copy that unrolling made of it, so a lasso goes from one copy of a loop to the next. Objects made in
 * the lasso may take the place of objects that died in it ({@link SameMemory}).
 *
 * <p>Fairness: a thread that does not move in the lasso has not been started, has ended, or waits; strongly fair is that
 * what it waits for is false at the lasso's start and after every step of the lasso, weakly fair that it is false at one
 * of these moments ({@link IdleThreads}). Spurious wake-ups happen only on the stem. A time-out that is asked for in the
 * lasso fires in it.
 *
 * <p>Against the paper. (1) Its figure 2 guesses the shared valuations at the borders of rounds and runs each thread once
 * through all its contexts; here threads are resumed instead, so that pointers stay pointers and nothing is guessed but
 * the switches. (2) Each of its threads begins the lasso in a round of its own, {@code shift}; as the whole state
 * repeats, every thread can as well begin where the latest does, {@code shift = K2 - 1}, which is what is done here:
 * {@link LassoOptions#mutant}. (3) Of recursion it compares a keyframe, here whole call strings within the bound.
 *
 * <p>Claim: a model of the assertion is such a run, and there is one for every such run within the bounds whose objects
 * can be matched as described. Checked by {@code LassoAgainstExplicitSearchTest}; each model is also judged by {@code
 * explore.LassoJudge}.
 */
public final class Lasso {
    private Lasso() {}

    /** Synchronisation must have been lowered, and all values of locals kept. */
    public static EndlessProgram sequentialize(BoundedProgram program, LassoOptions options) {
        var simulations = program.threads().stream().map(Lasso::simulate).toList();
        // Where contexts end matters always, as it does for the search for deadlocks.
        LazyOptions rounds = LazyOptions.rounds(options.rounds())
                .withDeadlocks()
                .within(whereMainHasBegun(simulations, options.rounds()));
        var sequential = new SequentialProgram(program, rounds, simulations);
        return new LassoUnrolling(sequential, options).endless();
    }

    /**
     * Nobody moves before main does, so a round in which main does not begin is an empty one, which can as well be any other. Then
     * what main does before all points is done in every run: values that nobody has set are in no formula.
     */
    private static Tile whereMainHasBegun(List<Simulation> simulations, int rounds) {
        var windows = new ArrayList<Tile.Window>();
        for (Simulation simulation : simulations) {
            if (simulation.thread().spawned().isPresent()) continue;
            for (int round = 1; round <= rounds; round++) {
                windows.add(new Tile.Window(simulation.thread().number(), round, 1, simulation.size()));
            }
        }
        return new Tile(windows);
    }

    /**
     * A point at the very start, and one before everything visible, the very first instruction as well: these are where the
     * interpreter's threads rest.
     */
    private static Simulation simulate(BoundedThread thread) {
        List<Instr> body = thread.body();
        BitSet unshared = UnsharedMemory.of(thread);
        var pointsBefore = new int[body.size() + 1];
        var pointAt = new HashMap<Integer, Integer>();
        int points = 0;
        AtomicSections sections = AtomicSections.of(body);
        int newborn = points++;
        for (int i = 0; i < body.size(); i++) {
            if (!sections.isInside(i) && isPoint(body.get(i)) && !unshared.get(i)) pointAt.put(i, points++);
            pointsBefore[i] = points;
        }
        Map<String, Integer> guards = Lazy.guards(thread, pointsBefore);
        var lines = new ArrayList<Line>();
        for (int i = 0; i < body.size(); i++) {
            if (i == 0) lines.add(new Line.Point(newborn, List.of(), 0));
            Integer point = pointAt.get(i);
            if (point != null) lines.add(new Line.Point(point, Waiting.question(body, i), i));
            lines.add(new Line.Code(body.get(i), i));
            if (body.get(i) instanceof Instr.Label(var name, var _) && guards.containsKey(name)) {
                lines.add(new Line.Guard(guards.get(name), i));
            }
        }
        return new Simulation(thread, points, lines);
    }

    /** Who stands before the end of the process will end it: that is no place to stay, so it needs no point. */
    private static boolean isPoint(Instr instr) {
        return switch (instr) {
            case Instr.ExitProcess _ -> false;
            case Instr.Assume _, Instr.Cut _ -> true;
            default -> Visibility.isVisible(instr);
        };
    }
}
