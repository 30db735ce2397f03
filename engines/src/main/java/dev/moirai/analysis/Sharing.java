package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Which objects two threads can reach. An object is <em>shared</em> if both
 * <ul>
 * <li>it <em>escapes</em>: it is a global, or can be reached from one, from what is handed to a new thread, or from
 * what a thread leaves behind. Pointers go from thread to thread in no other way, so any other object is only accessed
 * by the thread that made it;
 * <li>threads of two kinds access it, or threads of one kind of which there can be several. Accesses before the first
 * spawn do not count, because no other thread exists then.
 * </ul>
 *
 * <p>A shared object that is never written after the first spawn is <em>settled</em>: reading it is invisible to other
 * threads. The end of an activation counts as a write to the objects on its stack.
 */
public final class Sharing {
    private static final int BY_NOBODY = -1;
    private static final int BY_SEVERAL = -2;

    private final PointsTo pointsTo;
    private final Threads threads;
    private final BitSet escaped = new BitSet();
    private final BitSet shared = new BitSet();
    private final BitSet written = new BitSet();
    private final Map<String, BitSet> stacks = new HashMap<>();

    public Sharing(PointsTo pointsTo, Threads threads) {
        this.pointsTo = pointsTo;
        this.threads = threads;
        findStacks();
        findEscaped();
        findShared();
    }

    public PointsTo pointsTo() {
        return pointsTo;
    }

    public Threads threads() {
        return threads;
    }

    /** Whether another thread than the one that made the object may get its address. */
    public boolean isEscaped(int object) {
        return escaped.get(object);
    }

    public boolean isShared(int object) {
        return shared.get(object);
    }

    /** Whether no thread writes the object once there can be several threads. */
    public boolean isSettled(int object) {
        return !written.get(object);
    }

    /** What an instruction does to the object at its address. */
    enum Effect {
        READ,
        /** Includes synchronising with the object and ending its life. */
        WRITE
    }

    static Effect effect(Instr instr) {
        return switch (instr) {
            case Instr.Load _, Instr.Level _, Instr.Await _ -> Effect.READ;
            default -> Effect.WRITE;
        };
    }

    private void findEscaped() {
        var pending = new ArrayDeque<Integer>();
        for (int object = 0; object < pointsTo.objects().size(); object++) {
            if (pointsTo.objects().get(object) instanceof AbstractObject.Variable(var global)
                    && global.storage() != Global.Storage.THREAD_LOCAL) {
                escape(object, pending);
            }
        }
        escape(pointsTo.threadResults(), pending);
        for (Reached function : pointsTo.reached().values()) {
            for (int set : function.handedOver.values()) escape(pointsTo.set(set), pending);
        }
        while (!pending.isEmpty()) escape(pointsTo.contentsOf(pending.poll()), pending);
    }

    private void escape(GrowingSet objects, ArrayDeque<Integer> pending) {
        for (int i = 0; i < objects.size(); i++) escape(objects.get(i), pending);
    }

    private void escape(int object, ArrayDeque<Integer> pending) {
        if (escaped.get(object)) return;
        escaped.set(object);
        pending.add(object);
    }

    private void findShared() {
        int[] touchedBy = new int[pointsTo.objects().size()];
        Arrays.fill(touchedBy, BY_NOBODY);
        Map<String, BitSet> touchedIn = new HashMap<>();
        for (Reached function : pointsTo.reached().values()) touchedIn.put(function.function.name(), touched(function));
        int number = 0;
        for (Threads.Kind kind : threads.kinds()) {
            var touched = new BitSet();
            for (String function : kind.functions()) touched.or(touchedIn.getOrDefault(function, new BitSet()));
            for (int o = touched.nextSetBit(0); o >= 0; o = touched.nextSetBit(o + 1)) {
                touchedBy[o] = kind.several() || touchedBy[o] != BY_NOBODY ? BY_SEVERAL : number;
            }
            number++;
        }
        for (int o = escaped.nextSetBit(0); o >= 0; o = escaped.nextSetBit(o + 1)) {
            if (touchedBy[o] == BY_SEVERAL) shared.set(o);
        }
        addThreadLocals();
    }

    /**
     * A thread's copies of thread-local globals end with the thread. All that escape are taken as shared, whichever
     * thread they belong to.
     */
    private void addThreadLocals() {
        for (int o = escaped.nextSetBit(0); o >= 0; o = escaped.nextSetBit(o + 1)) {
            if (isThreadLocal(o)) {
                shared.set(o);
                written.set(o);
            }
        }
    }

    boolean isThreadLocal(int object) {
        return pointsTo.objects().get(object) instanceof AbstractObject.Variable(var global)
                && global.storage() == Global.Storage.THREAD_LOCAL;
    }

    /** The objects that the function accesses after the first spawn; notes which are written. */
    private BitSet touched(Reached function) {
        String name = function.function.name();
        var touched = new BitSet();
        boolean late = false;
        for (int at = 0; at < function.address.length; at++) {
            if (!function.flow.isReachable(at) || threads.isEarly(name, at)) continue;
            late = true;
            if (function.address[at] < 0) continue;
            boolean writes = effect(function.function.body().get(at)) == Effect.WRITE;
            touch(pointsTo.set(function.address[at]), writes, touched);
            Integer second = function.secondAddress.get(at);
            if (second != null) touch(pointsTo.set(second), true, touched);
        }
        if (late && activationEnds(name)) {
            touched.or(onStackOf(name));
            written.or(onStackOf(name));
        }
        return touched;
    }

    private void touch(GrowingSet objects, boolean writes, BitSet touched) {
        for (int i = 0; i < objects.size(); i++) {
            touched.set(objects.get(i));
            if (writes) written.set(objects.get(i));
        }
    }

    /** The objects that end with an activation of the function. */
    BitSet onStackOf(String function) {
        return stacks.getOrDefault(function, new BitSet());
    }

    private void findStacks() {
        for (int object = 0; object < pointsTo.objects().size(); object++) {
            if (pointsTo.objects().get(object)
                            instanceof AbstractObject.Allocated(var function, var _, var region, var _)
                    && region == Instr.Region.STACK) {
                stacks.computeIfAbsent(function, f -> new BitSet()).set(object);
            }
        }
    }

    /** Whether an activation can end while the process goes on. */
    boolean activationEnds(String function) {
        return !threads.isEntryOnly(function) || mainExitsAlone();
    }

    private boolean mainExitsAlone() {
        Threads.Kind main = threads.kinds().getFirst();
        for (String name : main.functions()) {
            Reached function = pointsTo.reached().get(name);
            if (function == null) continue;
            for (Instr instr : function.function.body()) if (instr instanceof Instr.ExitThread) return true;
        }
        return false;
    }
}
