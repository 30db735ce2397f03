package dev.moirai.analysis;

import dev.moirai.analysis.Futures.Code;
import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes {@link Futures}. Two facts about {@link Locksets well-behaved locks} make steps and futures conflict less:
 *
 * <ol>
 *   <li>What another thread touches only under a lock it cannot touch while this thread holds the lock and does not move.
 *       So a step conflicts only with {@link Facets} whose locks are none of those it holds (Lipton 1975; Flanagan and
 *       Qadeer 2003).
 *   <li>Giving a lock back does not conflict with others that wait for it, since they cannot go on before; only with
 *       those that try, or look at it otherwise, or wait inside an atomic section.
 * </ol>
 */
final class FuturesBuilder {
    private final Sharing sharing;
    private final Map<String, Reached> reached;
    private final MemoryClasses classes;
    private final Locksets locksets;
    private final Facets facets;
    /** What each instruction accesses, in classes of memory; absent where that is nothing. */
    private final Map<String, Footprint[]> memory = new LinkedHashMap<>();

    private final Map<String, Footprint> endings = new HashMap<>();
    private final Map<String, Footprint> summaries = new HashMap<>();
    private final Footprint nothing;
    private final InsideSections inside;

    FuturesBuilder(Sharing sharing) {
        this.sharing = sharing;
        this.reached = sharing.pointsTo().reached();
        this.classes = new MemoryClasses(sharing);
        this.locksets = new Locksets(sharing);
        this.facets = new Facets(classes.count(), locksets.count());
        this.nothing = Footprint.empty(classes.count());
        this.inside = new InsideSections(reached);
    }

    Futures build() {
        for (Reached function : reached.values()) findMemory(function);
        findFacets();
        var futures = new Futures(facets.count());
        futures.endsAreWaitedForInSections = inside.mayJoin();
        for (int f = 0; f < facets.memoryFacets(); f++) {
            String locks = facets.locks(f) == 0 ? "" : "/" + Long.toHexString(facets.locks(f));
            futures.names.add(classes.name(facets.memory(f)) + locks);
        }
        for (Reached function : reached.values()) {
            String name = function.function.name();
            var code = new Code(function.flow.size(), unguarded(get(endings, name), futures));
            futures.code.put(name, code);
            steps(function, code, futures);
        }
        summarise();
        sharing.pointsTo().program().threadEpilogue().ifPresent(name -> futures.threadEnd.add(get(summaries, name)));
        futures.threadLocals.add(unguarded(threadLocals(), futures));
        futures.threadEnd.add(futures.threadLocals);
        futures.threads.addWrite(facets.number(MemoryClasses.THREADS, 0));
        for (Reached function : reached.values()) {
            addAtomicSections(function, get(futures.code, function.function.name()), futures);
            futures(function, get(futures.code, function.function.name()), futures);
        }
        return futures;
    }

    private static <T> T get(Map<String, T> map, String function) {
        T value = map.get(function);
        if (value == null) throw new IllegalStateException(function + " has not been seen");
        return value;
    }

    private Footprint threadLocals() {
        var footprint = Footprint.empty(classes.count());
        for (int o = 0; o < sharing.pointsTo().objects().size(); o++) {
            if (sharing.isShared(o) && sharing.isThreadLocal(o)) classes.end(o, footprint);
        }
        return footprint;
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    private void findMemory(Reached function) {
        String name = function.function.name();
        Footprint ending = nothing;
        if (sharing.activationEnds(name) && !sharing.onStackOf(name).isEmpty()) {
            ending = Footprint.empty(classes.count());
            BitSet stack = sharing.onStackOf(name);
            for (int o = stack.nextSetBit(0); o >= 0; o = stack.nextSetBit(o + 1)) classes.end(o, ending);
        }
        endings.put(name, ending);
        var found = new Footprint[function.flow.size()];
        for (int at = 0; at < found.length; at++) {
            found[at] = nothing;
            if (!function.flow.isReachable(at) || sharing.threads().isEarly(name, at)) continue;
            boolean onThreads = isOnThreads(function.function.body().get(at));
            if (function.address[at] < 0 && !onThreads) continue;
            var footprint = Footprint.empty(classes.count());
            if (onThreads) footprint.addWrite(MemoryClasses.THREADS);
            classes.touch(function, at, footprint);
            if (!footprint.isEmpty()) found[at] = footprint;
        }
        memory.put(name, found);
    }

    private static boolean isOnThreads(Instr instr) {
        return instr instanceof Instr.Spawn || instr instanceof Instr.Join || instr instanceof Instr.Detach;
    }

    private void findFacets() {
        for (int c = 0; c < classes.count(); c++) facets.add(c, 0);
        memory.forEach((name, found) -> {
            for (int at = 0; at < found.length; at++) {
                if (found[at] == nothing) continue;
                long held = locksets.held(name, at);
                if (held == 0) continue;
                for (int c = 0; c < classes.count(); c++) if (found[at].touches(c)) facets.add(c, held);
            }
        });
    }

    // ---- steps -------------------------------------------------------------------------------------------------

    /** What each instruction adds to futures, and what it conflicts with as a step. */
    private void steps(Reached function, Code code, Futures futures) {
        String name = function.function.name();
        Footprint[] found = get(memory, name);
        Footprint[] own = code.touches;
        Footprint summary = code.ending.copy();
        for (int at = 0; at < found.length; at++) {
            own[at] = futures.nothing;
            code.steps[at] = futures.nothing;
            if (found[at] == nothing) continue;
            Instr instr = function.function.body().get(at);
            boolean release = locksets.isRelease(instr);
            // Who waits inside an atomic section makes all others wait.
            boolean looks = !release && (!Locksets.waitsForLock(instr) || inside.mayBeAt(name, at));
            long held = locksets.held(name, at);
            own[at] = future(found[at], held, futures);
            Footprint conflicting = release ? Footprint.empty(classes.count()) : found[at];
            if (release) classes.touchBesidesLock(function, at, conflicting);
            code.steps[at] = step(conflicting, held, futures);
            if (looks) addLooks(function, at, own[at]);
            if (looks || release) addLooks(function, at, code.steps[at]);
            summary.add(own[at]);
        }
        summaries.put(name, summary);
    }

    private void addLooks(Reached function, int at, Footprint footprint) {
        long locks = locksets.touched(function, at);
        for (int lock = 0; lock < locksets.count(); lock++) {
            if ((locks >>> lock & 1) != 0) footprint.addWrite(facets.ofLook(lock));
        }
    }

    private Footprint future(Footprint found, long held, Futures futures) {
        var result = Footprint.empty(futures.classes);
        for (int c = 0; c < classes.count(); c++) if (found.touches(c)) add(found, c, facets.number(c, held), result);
        return result;
    }

    private Footprint step(Footprint found, long held, Futures futures) {
        var result = Footprint.empty(futures.classes);
        for (int c = 0; c < classes.count(); c++) {
            if (!found.touches(c)) continue;
            for (int facet : facets.reachableBesides(c, held)) add(found, c, facet, result);
        }
        return result;
    }

    private static void add(Footprint from, int memory, int facet, Footprint into) {
        if (from.mayRead(memory)) into.addRead(facet);
        if (from.mayWrite(memory)) into.addWrite(facet);
    }

    /** The footprint of accesses that no lock guards, for steps and futures alike. */
    private Footprint unguarded(Footprint found, Futures futures) {
        return found.isEmpty() ? futures.nothing : step(found, 0, futures);
    }

    /** What each function accesses with all it calls and starts: the smallest solution. */
    private void summarise() {
        Map<String, Set<String>> callers = new HashMap<>();
        for (Reached function : reached.values()) {
            for (List<String> targets : function.targets.values()) {
                for (String target : targets) {
                    callers.computeIfAbsent(target, t -> new HashSet<>()).add(function.function.name());
                }
            }
        }
        var pending = new ArrayDeque<>(reached.keySet());
        while (!pending.isEmpty()) {
            String name = pending.poll();
            for (String caller : callers.getOrDefault(name, Set.of())) {
                if (get(summaries, caller).add(get(summaries, name))) pending.add(caller);
            }
        }
    }

    // ---- atomic sections ---------------------------------------------------------------------------------------

    /** An atomic section is one big step, so its beginning stands for the whole. */
    private void addAtomicSections(Reached function, Code code, Futures futures) {
        List<Instr> body = function.function.body();
        for (int at = 0; at < body.size(); at++) {
            if (body.get(at) instanceof Instr.AtomicBegin && function.flow.isReachable(at)) {
                code.steps[at] = section(function, at, futures);
            }
        }
    }

    private Footprint section(Reached function, int begin, Futures futures) {
        Footprint[] own = get(futures.code, function.function.name()).touches;
        var whole = Footprint.empty(futures.classes);
        boolean mayRelease = false;
        var seen = new BitSet();
        var pending = new ArrayDeque<Integer>();
        pending.add(begin);
        while (!pending.isEmpty()) {
            int at = pending.poll();
            if (at == FlowGraph.NONE || seen.get(at)) continue;
            seen.set(at);
            Instr instr = function.function.body().get(at);
            if (instr instanceof Instr.AtomicEnd) continue;
            // A section that continues in the caller, or in which threads or the process begin or end, is not followed.
            if (instr instanceof Instr.Return
                    || instr instanceof Instr.Spawn
                    || instr instanceof Instr.ExitThread
                    || instr instanceof Instr.ExitProcess) {
                return futures.everything;
            }
            whole.add(own[at]);
            mayRelease |= instr instanceof Instr.Call || locksets.isRelease(instr);
            for (String target : function.targets.getOrDefault(at, List.of())) whole.add(get(summaries, target));
            pending.add(function.flow.first(at));
            pending.add(function.flow.second(at));
        }
        // Only the locks held when the section begins keep others away.
        Footprint result = widened(whole, locksets.held(function.function.name(), begin), futures);
        for (int lock = 0; lock < locksets.count(); lock++) {
            if (mayRelease || whole.mayWrite(facets.ofLook(lock))) result.addWrite(facets.ofLook(lock));
        }
        return result;
    }

    private Footprint widened(Footprint whole, long held, Futures futures) {
        var found = Footprint.empty(classes.count());
        for (int f = 0; f < facets.memoryFacets(); f++) {
            if (whole.mayRead(f)) found.addRead(facets.memory(f));
            if (whole.mayWrite(f)) found.addWrite(facets.memory(f));
        }
        return step(found, held, futures);
    }

    // ---- futures -----------------------------------------------------------------------------------------------

    /** Computes futures backwards over the strongly connected components, sharing sets where nothing is added. */
    private void futures(Reached function, Code code, Futures futures) {
        FlowGraph flow = function.flow;
        Footprint[] own = code.touches;
        int size = flow.size();
        int[] order = new int[size];
        int[] start = new int[flow.components() + 1];
        for (int at = 0; at < size; at++) if (flow.isReachable(at)) start[flow.component(at) + 1]++;
        for (int c = 0; c < flow.components(); c++) start[c + 1] += start[c];
        int[] next = start.clone();
        for (int at = 0; at < size; at++) if (flow.isReachable(at)) order[next[flow.component(at)]++] = at;
        Arrays.fill(code.futures, futures.nothing);
        for (int c = 0; c < flow.components(); c++) {
            Footprint union = code.ending;
            for (int k = start[c]; k < start[c + 1]; k++) {
                int at = order[k];
                union = union(union, own[at]);
                for (String target : function.targets.getOrDefault(at, List.of())) {
                    union = union(union, get(summaries, target));
                }
                for (int way = 0; way < 2; way++) {
                    int to = way == 0 ? flow.first(at) : flow.second(at);
                    if (to != FlowGraph.NONE && flow.component(to) != c) union = union(union, code.futures[to]);
                }
            }
            for (int k = start[c]; k < start[c + 1]; k++) code.futures[order[k]] = union;
        }
    }

    private static Footprint union(Footprint a, Footprint b) {
        if (a == b || a.includes(b)) return a;
        if (b.includes(a)) return b;
        Footprint sum = a.copy();
        sum.add(b);
        return sum;
    }
}
