package dev.moirai.sequentialize;

import dev.moirai.analysis.Footprint;
import dev.moirai.analysis.Futures;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Which visible instructions need no point of interruption before them: those that conflict with nothing any other
 * thread does at a time when it could (Lipton 1975). In an execution that interrupts a thread just before such an
 * instruction, it may as well be done before the interruption; contexts become no more by that, so every bound on rounds
 * keeps its meaning. Examples: what is read by its only writer, what lies under a lock that everybody takes, giving that
 * lock back, and creating a thread.
 */
final class LeftMovers {
    private final Futures futures;
    private final Map<Integer, List<Footprint>> others = new HashMap<>();

    private LeftMovers(Futures futures) {
        this.futures = futures;
    }

    static LeftMovers of(BoundedProgram program) {
        var movers = new LeftMovers(Futures.of(program.source()));
        List<Footprint> touched =
                program.threads().stream().map(movers::touched).toList();
        for (int t = 0; t < program.threads().size(); t++) {
            var others = new ArrayList<>(touched);
            others.remove(t);
            movers.others.put(program.threads().get(t).number(), others);
        }
        return movers;
    }

    /** What the thread may touch while others are there. */
    private Footprint touched(BoundedThread thread) {
        Footprint touched = Footprint.empty(futures.classes());
        touched.add(futures.threadLocals());
        var functions = new HashSet<String>();
        for (Origin origin : thread.origins()) {
            touched.add(futures.touch(origin.function(), origin.index()));
            if (functions.add(origin.function())) touched.add(futures.ending(origin.function()));
        }
        return touched;
    }

    /**
     * Whether the instruction could as well happen before any step of another thread that precedes it; it must not
     * block.
     */
    boolean movesLeft(BoundedThread thread, int index) {
        Origin origin = thread.origins().get(index);
        Footprint step = futures.step(origin.function(), origin.index());
        return others.getOrDefault(thread.number(), List.of()).stream().noneMatch(step::conflictsWith);
    }
}
