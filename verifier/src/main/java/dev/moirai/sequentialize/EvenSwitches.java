package dev.moirai.sequentialize;

import dev.moirai.ir.Instr;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.HashMap;
import java.util.Map;

/**
 * A schedule to begin a search with: every thread advances by the same number of points in each of its contexts, as long
 * as there are any. A thread that creates others creates all of them in its first one, and keeps what follows for its last.
 */
public final class EvenSwitches {
    private EvenSwitches() {}

    /** For each guess, by the index of its instruction in the unrolled body: the point to switch at. */
    public static Map<Integer, Integer> of(Unrolled unrolled) {
        SequentialProgram program = unrolled.sequential();
        var points = new HashMap<String, Integer>();
        for (Simulation simulation : program.simulations()) {
            var contexts = program.contexts().stream()
                    .filter(context -> context.simulation() == simulation)
                    .toList();
            for (int i = 0; i < contexts.size(); i++) {
                points.put(SequentialProgram.guessName(contexts.get(i)), point(simulation, i + 1, contexts.size()));
            }
        }
        var guesses = new HashMap<Integer, Integer>();
        for (int i = 0; i < unrolled.body().size(); i++) {
            if (unrolled.body().get(i) instanceof Instr.Nondet(var _, var name, var _) && points.containsKey(name)) {
                guesses.put(i, points.get(name));
            }
        }
        return guesses;
    }

    private static int point(Simulation simulation, int context, int contexts) {
        if (context == contexts) return simulation.size();
        int created = afterLastSpawn(simulation);
        if (created > 0) return created;
        // Rounded up: what is left at the end is less than a slice. The last point has nothing to do behind it.
        int slice = (simulation.size() - 1 + contexts - 1) / contexts;
        return Math.min(simulation.size(), slice * context);
    }

    /** The first point behind all spawns, or 0 if there are none. */
    private static int afterLastSpawn(Simulation simulation) {
        int next = 0;
        int after = 0;
        for (Line line : simulation.lines()) {
            if (line instanceof Line.Point(var number, var _, var _)) next = number + 1;
            if (line instanceof Line.Code(Instr.Spawn _, var _)) after = next;
        }
        return after;
    }
}
