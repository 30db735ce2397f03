package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The threads there can be, what each can call, and which instructions run before any second thread exists. Threads
 * that start with the same function are one kind.
 */
public final class Threads {
    private final PointsTo pointsTo;
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final Map<String, BitSet> early = new HashMap<>();
    /** The call instructions of each function. */
    private final Map<String, List<Site>> calledFrom = new HashMap<>();
    /** The spawn instructions of each function. */
    private final Map<String, List<Site>> startedFrom = new HashMap<>();

    /** All threads that begin with {@code start}: their functions, and whether there can be more than one of them. */
    public record Kind(String start, Set<String> functions, boolean several) {}

    private record Site(Reached caller, int at) {}

    public Threads(PointsTo pointsTo) {
        this.pointsTo = pointsTo;
        for (Reached function : pointsTo.reached().values()) {
            function.targets.forEach((at, targets) -> {
                var callers = function.function.body().get(at) instanceof Instr.Spawn ? startedFrom : calledFrom;
                for (String target : targets) {
                    callers.computeIfAbsent(target, t -> new ArrayList<>()).add(new Site(function, at));
                }
            });
        }
        findKinds();
        findEarly();
    }

    public List<Kind> kinds() {
        return List.copyOf(kinds.values());
    }

    /** Whether the instruction runs only while main is the only thread there has ever been. */
    public boolean isEarly(String function, int at) {
        return early.getOrDefault(function, new BitSet()).get(at);
    }

    /**
     * Whether the function is the entry and is neither called nor started as a thread, so that its activation lasts to
     * the end.
     */
    public boolean isEntryOnly(String function) {
        return function.equals(entry())
                && !calledFrom.containsKey(function)
                && !startedFrom.containsKey(function)
                && !pointsTo.program().threadEpilogue().equals(Optional.of(function));
    }

    private String entry() {
        return pointsTo.program().entry();
    }

    private void findKinds() {
        addKind(entry(), startedFrom.containsKey(entry()));
        for (String start : startedFrom.keySet()) {
            if (!start.equals(entry())) addKind(start, !isStartedOnce(start, new HashSet<>()));
        }
    }

    private void addKind(String start, boolean several) {
        var functions = new HashSet<String>();
        var pending = new ArrayDeque<String>();
        pending.add(start);
        pointsTo.program().threadEpilogue().ifPresent(pending::add);
        while (!pending.isEmpty()) {
            String name = pending.poll();
            if (functions.add(name)) pending.addAll(callees(name));
        }
        kinds.put(start, new Kind(start, functions, several));
    }

    private List<String> callees(String name) {
        Reached function = reached(name);
        var callees = new ArrayList<String>();
        function.targets.forEach((at, targets) -> {
            if (function.function.body().get(at) instanceof Instr.Call) callees.addAll(targets);
        });
        return callees;
    }

    private Reached reached(String name) {
        Reached function = pointsTo.reached().get(name);
        if (function == null) throw new IllegalArgumentException(name + " is not reachable");
        return function;
    }

    // ---- how often ---------------------------------------------------------------------------------------------

    private boolean isStartedOnce(String start, Set<String> asked) {
        List<Site> starts = startedFrom.getOrDefault(start, List.of());
        return starts.size() == 1 && runsOnce(starts.getFirst(), asked);
    }

    /** Whether the instruction is executed at most once in every execution of the program. */
    private boolean runsOnce(Site site, Set<String> asked) {
        return !site.caller.flow.isOnCycle(site.at) && isActivatedOnce(site.caller.function.name(), asked);
    }

    private boolean isActivatedOnce(String function, Set<String> asked) {
        // Recursion.
        if (!asked.add(function)) return false;
        if (pointsTo.program().threadEpilogue().equals(Optional.of(function))) return false;
        List<Site> calls = calledFrom.getOrDefault(function, List.of());
        boolean isStart = startedFrom.containsKey(function);
        if (function.equals(entry())) return calls.isEmpty() && !isStart;
        if (isStart) return calls.isEmpty() && isStartedOnce(function, asked);
        return calls.size() == 1 && runsOnce(calls.getFirst(), asked);
    }

    // ---- before the first spawn --------------------------------------------------------------------------------

    private void findEarly() {
        Set<String> spawning = findSpawning();
        var lateEntered = new HashSet<String>();
        var pending = new ArrayDeque<String>();
        for (String start : startedFrom.keySet()) enterLate(start, lateEntered, pending);
        pointsTo.program().threadEpilogue().ifPresent(epilogue -> enterLate(epilogue, lateEntered, pending));
        Map<String, BitSet> late = new HashMap<>();
        for (Reached function : pointsTo.reached().values()) {
            BitSet after = afterSpawn(function, spawning);
            late.put(function.function.name(), after);
            enterCallees(function, after, lateEntered, pending);
        }
        while (!pending.isEmpty()) {
            Reached function = reached(pending.poll());
            var all = new BitSet();
            all.set(0, function.flow.size());
            late.put(function.function.name(), all);
            enterCallees(function, all, lateEntered, pending);
        }
        late.forEach((name, instructions) -> {
            var rest = (BitSet) instructions.clone();
            rest.flip(0, reached(name).flow.size());
            early.put(name, rest);
        });
    }

    private static void enterLate(String function, Set<String> entered, ArrayDeque<String> pending) {
        if (entered.add(function)) pending.add(function);
    }

    private void enterCallees(Reached function, BitSet late, Set<String> entered, ArrayDeque<String> pending) {
        function.targets.forEach((at, targets) -> {
            if (late.get(at) && function.function.body().get(at) instanceof Instr.Call) {
                for (String target : targets) enterLate(target, entered, pending);
            }
        });
    }

    /** The functions that can spawn a thread, themselves or through what they call. */
    private Set<String> findSpawning() {
        var spawning = new HashSet<String>();
        var pending = new ArrayDeque<String>();
        for (Reached function : pointsTo.reached().values()) {
            for (int at : function.targets.keySet()) {
                if (function.function.body().get(at) instanceof Instr.Spawn && spawning.add(function.function.name())) {
                    pending.add(function.function.name());
                }
            }
        }
        while (!pending.isEmpty()) {
            for (Site site : calledFrom.getOrDefault(pending.poll(), List.of())) {
                String caller = site.caller.function.name();
                if (spawning.add(caller)) pending.add(caller);
            }
        }
        return spawning;
    }

    private static BitSet afterSpawn(Reached function, Set<String> spawning) {
        var first = new BitSet();
        function.targets.forEach((at, targets) -> {
            boolean spawns = function.function.body().get(at) instanceof Instr.Spawn
                    || targets.stream().anyMatch(spawning::contains);
            if (spawns) addSuccessors(function.flow, at, first);
        });
        return function.flow.closure(first);
    }

    private static void addSuccessors(FlowGraph flow, int at, BitSet into) {
        if (flow.first(at) != FlowGraph.NONE) into.set(flow.first(at));
        if (flow.second(at) != FlowGraph.NONE) into.set(flow.second(at));
    }
}
