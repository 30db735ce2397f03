package dev.moirai.sequentialize;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
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
        var contexts = new IdentityHashMap<Simulation, List<SequentialProgram.Context>>();
        for (SequentialProgram.Context context : program.contexts()) {
            contexts.computeIfAbsent(context.simulation(), _ -> new ArrayList<>())
                    .add(context);
        }
        var points = new HashMap<Source.HowFar, Integer>();
        contexts.forEach((simulation, own) -> {
            int created = afterLastSpawn(simulation);
            for (int i = 0; i < own.size(); i++) {
                points.put(SequentialProgram.howFar(own.get(i)), point(simulation.size(), created, i + 1, own.size()));
            }
        });
        var guesses = new HashMap<Integer, Integer>();
        for (int i = 0; i < unrolled.body().size(); i++) {
            if (unrolled.body().get(i) instanceof Instr.Nondet(var _, Source.HowFar far, var _)) {
                guesses.put(i, points.get(far));
            }
        }
        return guesses;
    }

    private static int point(int size, int created, int context, int contexts) {
        if (context == contexts) return size;
        if (created > 0) return created;
        // Rounded up: what is left at the end is less than a slice. The last point has nothing to do behind it.
        int slice = (size - 1 + contexts - 1) / contexts;
        return Math.min(size, slice * context);
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
