package dev.moirai.analysis;

import dev.moirai.ir.Function;
import dev.moirai.ir.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where pointers can point, flow-insensitively and without telling an object's fields apart (Andersen 1994), and the
 * call graph that follows from it. Functions that cannot be reached from the entry are left out.
 *
 * <p>Numbers made from addresses are followed too: through casts, arithmetic, and memory copied byte by byte. A number
 * that is cast to a pointer also points to {@link AbstractObject.Unknown}; if an instruction dereferences only that,
 * the program is {@link #isWild() wild}, and none of these results may be relied on.
 */
public final class PointsTo {
    /** The number of {@link AbstractObject.Unknown}. */
    public static final int UNKNOWN = 0;

    private final Program program;
    private final List<AbstractObject> objects;
    private final Map<String, Reached> reached;
    private final Inclusions inclusions;
    private final int threadResults;
    private final boolean wild;

    /** The results for one reachable function, by instruction index. */
    static final class Reached {
        final Function function;
        final FlowGraph flow;
        /** The set of objects that the instruction's address points to, or -1. */
        final int[] address;
        /** The same for the second address: the mutex of a wait. */
        final Map<Integer, Integer> secondAddress;
        /** The functions that the call or spawn can reach. */
        final Map<Integer, List<String>> targets;
        /** The set of objects that the spawn hands to the new thread. */
        final Map<Integer, Integer> handedOver;

        Reached(
                Function function,
                FlowGraph flow,
                Map<Integer, Integer> secondAddress,
                Map<Integer, List<String>> targets,
                Map<Integer, Integer> handedOver) {
            this.function = function;
            this.flow = flow;
            this.address = new int[function.body().size()];
            Arrays.fill(address, -1);
            this.secondAddress = secondAddress;
            this.targets = targets;
            this.handedOver = handedOver;
        }
    }

    PointsTo(
            Program program,
            List<AbstractObject> objects,
            Map<String, Reached> reached,
            Inclusions inclusions,
            int threadResults) {
        this.program = program;
        this.objects = objects;
        this.reached = reached;
        this.inclusions = inclusions;
        this.threadResults = threadResults;
        this.wild = findWild();
    }

    public static PointsTo of(Program program) {
        return new PointsToBuilder(program).build();
    }

    private boolean findWild() {
        for (Reached function : reached.values()) {
            for (int set : function.address) if (set >= 0 && isWild(set)) return true;
            for (int set : function.secondAddress.values()) if (isWild(set)) return true;
        }
        return false;
    }

    /** Whether all that an address points to is of unknown origin. */
    boolean isWild(int set) {
        GrowingSet pointees = inclusions.set(set);
        return pointees.size() == 1 && pointees.get(0) == UNKNOWN;
    }

    public Program program() {
        return program;
    }

    /** The abstract objects, by number. */
    public List<AbstractObject> objects() {
        return objects;
    }

    /** Whether some reachable instruction dereferences a number of unknown origin. */
    public boolean isWild() {
        return wild;
    }

    Map<String, Reached> reached() {
        return reached;
    }

    /** The functions that the call or spawn at this place can reach; empty if that is not known. */
    public Optional<List<String>> targets(String function, int at) {
        Reached place = reached.get(function);
        return wild || place == null ? Optional.empty() : Optional.ofNullable(place.targets.get(at));
    }

    /** What the address of the instruction at this place can point to; empty if that is not known. */
    public Optional<List<AbstractObject>> pointees(String function, int at) {
        Reached place = reached.get(function);
        return wild || place == null || place.address[at] < 0
                ? Optional.empty()
                : Optional.of(members(place.address[at]));
    }

    /** The same for the second address: the mutex of a wait. */
    public Optional<List<AbstractObject>> secondPointees(String function, int at) {
        Reached place = reached.get(function);
        Integer set = wild || place == null ? null : place.secondAddress.get(at);
        return set == null ? Optional.empty() : Optional.of(members(set));
    }

    private List<AbstractObject> members(int set) {
        GrowingSet pointees = inclusions.set(set);
        var members = new ArrayList<AbstractObject>();
        for (int i = 0; i < pointees.size(); i++) members.add(objects.get(pointees.get(i)));
        return members;
    }

    GrowingSet set(int set) {
        return inclusions.set(set);
    }

    GrowingSet contentsOf(int object) {
        return inclusions.set(inclusions.contentsOf(object));
    }

    /** The objects that ended threads leave to those that join them. */
    GrowingSet threadResults() {
        return inclusions.set(threadResults);
    }
}
