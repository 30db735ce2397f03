package dev.moirai.analysis;

import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a thread may still do to shared memory from where it stands: the basis of partial-order reduction. A step that
 * conflicts with no other thread's future can be taken first without losing anything.
 *
 * <p>The program must have been through {@link MarkShared}. Synchronising with an object counts as writing it, and so
 * does ending its life, as an activation does to the objects on its stack. {@link FuturesBuilder} explains how locks
 * refine this.
 */
public final class Futures {
    final int classes;
    final Map<String, Code> code = new HashMap<>();
    final Footprint threadEnd;
    final Footprint threadLocals;
    final Footprint threads;
    final Footprint nothing;
    final Footprint everything;
    boolean endsAreWaitedForInSections;
    final List<String> names = new ArrayList<>();

    /** The footprints of one function, by instruction. */
    static final class Code {
        final Footprint[] steps;
        final Footprint[] touches;
        final Footprint[] futures;
        final Footprint ending;

        Code(int size, Footprint ending) {
            steps = new Footprint[size];
            touches = new Footprint[size];
            futures = new Footprint[size];
            this.ending = ending;
        }
    }

    Futures(int classes) {
        this.classes = classes;
        this.nothing = Footprint.empty(classes);
        this.everything = Footprint.empty(classes);
        this.everything.addEverything();
        this.threadEnd = Footprint.empty(classes);
        this.threadLocals = Footprint.empty(classes);
        this.threads = Footprint.empty(classes);
    }

    public static Futures of(Program program) {
        PointsTo pointsTo = PointsTo.of(program);
        if (pointsTo.isWild()) return unknown();
        return new FuturesBuilder(new Sharing(pointsTo, new Threads(pointsTo))).build();
    }

    /** Everything may happen everywhere. */
    private static Futures unknown() {
        var futures = new Futures(1);
        futures.threadEnd.addEverything();
        futures.threadLocals.addEverything();
        futures.threads.addEverything();
        return futures;
    }

    /** The number of classes of memory. */
    public int classes() {
        return classes;
    }

    /** What the instruction accesses; for the beginning of an atomic section, what the whole section accesses. */
    public Footprint step(String function, int at) {
        Code known = code.get(function);
        return known == null ? everything : known.steps[at];
    }

    /** What the instruction adds to a future that contains it. */
    public Footprint touch(String function, int at) {
        Code known = code.get(function);
        return known == null ? everything : known.touches[at];
    }

    /**
     * What may be accessed from this instruction to the end of its function, in calls, and by threads started there.
     */
    public Footprint future(String function, int at) {
        Code known = code.get(function);
        return known == null ? everything : known.futures[at];
    }

    /** The objects that end with an activation of the function. */
    public Footprint ending(String function) {
        Code known = code.get(function);
        return known == null ? everything : known.ending;
    }

    /** What any thread may access after it has left its start function. */
    public Footprint threadEnd() {
        return threadEnd;
    }

    /** The objects that end with a thread: its copies of thread-local globals. */
    public Footprint threadLocals() {
        return threadLocals;
    }

    /** The footprint of a step that creates, joins or detaches a thread. */
    public Footprint threads() {
        return threads;
    }

    /** Whether a thread may wait for another's end inside an atomic section, and so make all others wait. */
    public boolean endsAreWaitedForInSections() {
        return endsAreWaitedForInSections;
    }

    /** The classes in a footprint, readable, for tests and dumps. */
    public String describe(Footprint footprint) {
        var text = new StringBuilder();
        for (int c = 0; c < names.size(); c++) {
            if (!footprint.mayRead(c) && !footprint.mayWrite(c)) continue;
            if (!text.isEmpty()) text.append(' ');
            text.append(footprint.mayRead(c) ? "r" : "").append(footprint.mayWrite(c) ? "w" : "");
            text.append(':').append(names.get(c));
        }
        return text.toString();
    }
}
