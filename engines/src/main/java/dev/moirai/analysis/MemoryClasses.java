package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Divides the memory that threads share into classes, for deciding whether two steps can conflict: one for each shared
 * object that still changes; a global that is accessed at fixed places is divided into these. Class 0 stands for the
 * threads themselves: spawn, join and detach.
 */
final class MemoryClasses {
    static final int THREADS = 0;
    /** A global with more parts than this is not divided. */
    private static final int MOST_PARTS = 64;

    private final Sharing sharing;
    private final Program program;
    private final Map<Integer, int[]> firstClass = new HashMap<>();
    private final Map<Integer, List<Part>> parts = new HashMap<>();
    private final List<String> names = new ArrayList<>(List.of("threads"));

    private record Part(long from, long to) {}

    MemoryClasses(Sharing sharing) {
        this.sharing = sharing;
        this.program = sharing.pointsTo().program();
        Map<String, Integer> shared = new HashMap<>();
        List<AbstractObject> objects = sharing.pointsTo().objects();
        for (int o = 0; o < objects.size(); o++) {
            if (sharing.isShared(o) && !sharing.isSettled(o) && objects.get(o) instanceof AbstractObject.Variable v) {
                shared.put(v.global().name(), o);
            }
        }
        for (Reached function : sharing.pointsTo().reached().values()) findParts(function, shared);
        for (int o = 0; o < objects.size(); o++) {
            if (!sharing.isShared(o) || sharing.isSettled(o)) continue;
            List<Part> divided = merged(parts.getOrDefault(o, List.of()));
            parts.put(o, divided);
            // An access to the object through a pointer or an index counts for all parts.
            firstClass.put(o, new int[] {names.size(), Math.max(1, divided.size())});
            if (divided.isEmpty()) names.add(objects.get(o).toString());
            for (Part part : divided) names.add(objects.get(o) + "+" + part.from);
        }
    }

    int count() {
        return names.size();
    }

    String name(int number) {
        return names.get(number);
    }

    private void findParts(Reached function, Map<String, Integer> shared) {
        for (int at = 0; at < function.address.length; at++) {
            if (function.address[at] < 0 || sharing.threads().isEarly(function.function.name(), at)) continue;
            Instr instr = function.function.body().get(at);
            addPart(StaticRange.of(program, instr), shared);
            addPart(StaticRange.ofMutex(program, instr), shared);
        }
    }

    private void addPart(Optional<StaticRange> range, Map<String, Integer> shared) {
        if (range.isEmpty()) return;
        Integer object = shared.get(range.get().global());
        if (object == null) return;
        parts.computeIfAbsent(object, o -> new ArrayList<>())
                .add(new Part(range.get().from(), range.get().to()));
    }

    /** Disjoint parts, in order; none where dividing is of no use. */
    private static List<Part> merged(List<Part> found) {
        var sorted = new ArrayList<>(found);
        sorted.sort((a, b) -> Long.compare(a.from, b.from));
        var result = new ArrayList<Part>();
        for (Part part : sorted) {
            if (!result.isEmpty() && part.from < result.getLast().to) {
                Part last = result.removeLast();
                result.add(new Part(last.from, Math.max(last.to, part.to)));
            } else {
                result.add(part);
            }
        }
        return result.size() < 2 || result.size() > MOST_PARTS ? List.of() : result;
    }

    /** Adds the memory that the instruction at {@code at} itself accesses, calls excluded. */
    void touch(Reached function, int at, Footprint footprint) {
        if (function.address[at] < 0) return;
        Instr instr = function.function.body().get(at);
        boolean writes = Sharing.effect(instr) == Sharing.Effect.WRITE;
        touch(function.address[at], StaticRange.of(program, instr), writes, footprint);
        Integer second = function.secondAddress.get(at);
        if (second != null) touch(second, StaticRange.ofMutex(program, instr), true, footprint);
    }

    /** Adds what an instruction that releases a lock accesses besides the lock: the condition it waits on. */
    void touchBesidesLock(Reached function, int at, Footprint footprint) {
        Instr instr = function.function.body().get(at);
        if (instr instanceof Instr.Wait) {
            touch(function.address[at], StaticRange.of(program, instr), true, footprint);
        }
    }

    private void touch(int set, Optional<StaticRange> range, boolean writes, Footprint footprint) {
        GrowingSet objects = sharing.pointsTo().set(set);
        if (objects.size() == 0) footprint.addEverything();
        for (int i = 0; i < objects.size(); i++) {
            int object = objects.get(i);
            if (object == PointsTo.UNKNOWN) footprint.addEverything();
            int[] classes = firstClass.get(object);
            if (classes == null) continue;
            List<Part> divided = parts.getOrDefault(object, List.of());
            for (int k = 0; k < classes[1]; k++) {
                boolean touches = range.isEmpty()
                        || divided.isEmpty()
                        || (range.get().from() < divided.get(k).to
                                && divided.get(k).from < range.get().to());
                if (!touches) continue;
                if (writes) footprint.addWrite(classes[0] + k);
                else footprint.addRead(classes[0] + k);
            }
        }
    }

    /** Adds a write to the whole object. */
    void end(int object, Footprint footprint) {
        int[] classes = firstClass.get(object);
        if (classes == null) return;
        for (int k = 0; k < classes[1]; k++) footprint.addWrite(classes[0] + k);
    }
}
