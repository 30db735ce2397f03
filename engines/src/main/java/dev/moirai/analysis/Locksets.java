package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The locks that a thread is sure to hold at each instruction. Only mutexes and spin locks at fixed places of globals
 * count, and of these only the well-behaved ones: never destroyed, never initialised again once there are threads,
 * never written to as plain memory, and released only where they are sure to be held. Such a lock, once taken, is held
 * by its thread until that thread releases it.
 *
 * <p>The last condition depends on the claim, but the argument is not circular: take the first moment at which a thread
 * lacks a lock it is sure to hold. Another thread must have released it, at an instruction where that thread was sure
 * to hold it.
 */
final class Locksets {
    /** Locks beyond this number are not tracked, because a set of locks is one machine word. */
    private static final int MOST = 64;

    private static final long ALL = -1;

    private final Sharing sharing;
    private final PointsTo pointsTo;
    private final Program program;
    private final Map<StaticRange, Integer> locks = new LinkedHashMap<>();
    private final Map<String, Long> given = new HashMap<>();
    private final Map<String, Long> taken = new HashMap<>();
    private final Map<String, Long> entries = new HashMap<>();
    private final Map<String, long[]> held = new HashMap<>();
    private long wellBehaved = ALL;

    Locksets(Sharing sharing) {
        this.sharing = sharing;
        this.pointsTo = sharing.pointsTo();
        this.program = pointsTo.program();
        for (Reached function : pointsTo.reached().values()) findLocks(function);
        if (locks.isEmpty()) return;
        summariseGiven();
        summariseTaken();
        findEntries();
        dropOverlapping();
        for (Reached function : pointsTo.reached().values()) judge(function);
    }

    int count() {
        return locks.size();
    }

    /** The locks sure to be held before the instruction, as bits. */
    long held(String function, int at) {
        long[] sets = held.get(function);
        return sets == null ? 0 : sets[at] & wellBehaved;
    }

    /** Whether the instruction releases one well-behaved lock, which is then sure to be held. */
    boolean isRelease(Instr instr) {
        Optional<StaticRange> range = instr instanceof Instr.Wait
                ? StaticRange.ofMutex(program, instr)
                : instr instanceof Instr.Unlock ? StaticRange.of(program, instr) : Optional.empty();
        return range.map(locks::get)
                .filter(lock -> (wellBehaved >>> lock & 1) != 0)
                .isPresent();
    }

    /** The well-behaved locks that the instruction may access in any way. */
    long touched(Reached function, int at) {
        if (locks.isEmpty() || function.address[at] < 0) return 0;
        Instr instr = function.function.body().get(at);
        long found = touched(function.address[at], StaticRange.of(program, instr));
        Integer second = function.secondAddress.get(at);
        return second == null ? found : found | touched(second, StaticRange.ofMutex(program, instr));
    }

    private long touched(int set, Optional<StaticRange> range) {
        GrowingSet objects = pointsTo.set(set);
        if (objects.size() == 0 || objects.contains(PointsTo.UNKNOWN)) return wellBehaved;
        long found = locksIn(objects);
        if (found == 0 || range.isEmpty()) return found;
        for (Map.Entry<StaticRange, Integer> lock : locks.entrySet()) {
            if (!range.get().overlaps(lock.getKey())) found &= ~(1L << lock.getValue());
        }
        return found;
    }

    /** Whether the instruction waits for one lock to be free, and for nothing else. */
    static boolean waitsForLock(Instr instr) {
        return instr instanceof Instr.Lock i && i.patience() == Instr.Patience.BLOCK && isOnLock(i);
    }

    /** All well-behaved locks that lie in one of the objects. */
    private long locksIn(GrowingSet objects) {
        long found = 0;
        for (int i = 0; i < objects.size(); i++) {
            if (!(pointsTo.objects().get(objects.get(i)) instanceof AbstractObject.Variable(var global))) continue;
            for (Map.Entry<StaticRange, Integer> lock : locks.entrySet()) {
                if (lock.getKey().global().equals(global.name())) found |= 1L << lock.getValue();
            }
        }
        return found & wellBehaved;
    }

    private static boolean isOnLock(Instr instr) {
        return switch (instr) {
            case Instr.Lock i -> i.mode().kind() != Sync.RWLOCK;
            case Instr.Unlock i -> i.kind() != Sync.RWLOCK;
            default -> false;
        };
    }

    private void findLocks(Reached function) {
        for (int at = 0; at < function.address.length; at++) {
            Instr instr = function.function.body().get(at);
            if (!(instr instanceof Instr.Lock) || !isOnLock(instr) || !function.flow.isReachable(at)) continue;
            Optional<StaticRange> range = StaticRange.of(program, instr);
            if (range.isPresent() && locks.size() < MOST && isShared(range.get())) {
                locks.putIfAbsent(range.get(), locks.size());
            }
        }
    }

    private boolean isShared(StaticRange range) {
        return program.global(range.global()).storage() == Global.Storage.SHARED;
    }

    /** Drops places that are used as locks of different kinds. */
    private void dropOverlapping() {
        locks.forEach((range, lock) -> locks.forEach((other, otherLock) -> {
            if (!lock.equals(otherLock) && range.overlaps(other)) wellBehaved &= ~(1L << lock);
        }));
    }

    // ---- what calls do -----------------------------------------------------------------------------------------

    /** Computes the locks that each function may release, itself or through what it calls. */
    private void summariseGiven() {
        for (Reached function : pointsTo.reached().values()) {
            long own = 0;
            for (int at = 0; at < function.address.length; at++) own |= givesBack(function, at);
            given.put(function.function.name(), own);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Reached function : pointsTo.reached().values()) {
                long before = get(given, function);
                long after = before;
                for (int at : function.targets.keySet()) after |= calleesGive(function, at);
                given.put(function.function.name(), after);
                changed |= after != before;
            }
        }
    }

    private static long get(Map<String, Long> map, Reached function) {
        return map.getOrDefault(function.function.name(), 0L);
    }

    private long calleesGive(Reached function, int at) {
        long all = 0;
        if (!(function.function.body().get(at) instanceof Instr.Call)) return 0;
        for (String target : function.targets.getOrDefault(at, List.of())) all |= given.getOrDefault(target, 0L);
        return all;
    }

    /** The locks that the instruction itself may release. */
    private long givesBack(Reached function, int at) {
        Instr instr = function.function.body().get(at);
        if (instr instanceof Instr.Wait) {
            Integer set = function.secondAddress.get(at);
            return set == null ? 0 : bit(StaticRange.ofMutex(program, instr)).orElse(locksIn(pointsTo.set(set)));
        }
        if (!(instr instanceof Instr.Unlock) || function.address[at] < 0) return 0;
        return bit(StaticRange.of(program, instr)).orElse(locksIn(pointsTo.set(function.address[at])));
    }

    private Optional<Long> bit(Optional<StaticRange> range) {
        return range.map(locks::get).map(lock -> 1L << lock);
    }

    /** Computes the locks that each function is sure to have taken, and kept, when it returns: the largest solution. */
    private void summariseTaken() {
        for (String name : pointsTo.reached().keySet()) taken.put(name, ALL);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Reached function : pointsTo.reached().values()) {
                long[] sets = flow(function, 0);
                long atReturn = ALL;
                for (int at = 0; at < sets.length; at++) {
                    if (function.function.body().get(at) instanceof Instr.Return && function.flow.isReachable(at)) {
                        atReturn &= sets[at];
                    }
                }
                changed |= !Long.valueOf(atReturn).equals(taken.put(function.function.name(), atReturn));
            }
        }
    }

    /** Computes the locks held whenever a function is entered: the largest solution. */
    private void findEntries() {
        for (String name : pointsTo.reached().keySet()) entries.put(name, ALL);
        for (Threads.Kind kind : sharing.threads().kinds()) entries.put(kind.start(), 0L);
        program.threadEpilogue().ifPresent(name -> entries.put(name, 0L));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Reached function : pointsTo.reached().values()) {
                long[] sets = flow(function, get(entries, function));
                held.put(function.function.name(), sets);
                for (Map.Entry<Integer, List<String>> call : function.targets.entrySet()) {
                    if (!(function.function.body().get(call.getKey()) instanceof Instr.Call)) continue;
                    for (String target : call.getValue()) {
                        long before = entries.getOrDefault(target, 0L);
                        long after = before & sets[call.getKey()];
                        entries.put(target, after);
                        changed |= after != before;
                    }
                }
            }
        }
    }

    // ---- inside a function -------------------------------------------------------------------------------------

    /** The locks held before each instruction, if those in {@code entry} are held before the first. */
    private long[] flow(Reached function, long entry) {
        FlowGraph flow = function.flow;
        long[] before = new long[flow.size()];
        Arrays.fill(before, ALL);
        if (before.length == 0) return before;
        before[0] = entry;
        var pending = new ArrayDeque<Integer>();
        var isPending = new boolean[before.length];
        for (int at = 0; at < before.length; at++) {
            if (flow.isReachable(at)) {
                pending.add(at);
                isPending[at] = true;
            }
        }
        while (!pending.isEmpty()) {
            int at = pending.poll();
            isPending[at] = false;
            for (int way = 0; way < 2; way++) {
                int to = way == 0 ? flow.first(at) : flow.second(at);
                if (to == FlowGraph.NONE) continue;
                long after = before[to] & (after(function, at, before[at]) | keptOnEdge(function, at, to, before));
                if (after == before[to]) continue;
                before[to] = after;
                enqueue(to, pending, isPending);
                // After a wait that failed, the locks held depend on those held before it.
                boolean waits = function.function.body().get(to) instanceof Instr.Wait;
                if (waits && flow.first(to) != FlowGraph.NONE) enqueue(flow.first(to), pending, isPending);
            }
        }
        return before;
    }

    private static void enqueue(int at, ArrayDeque<Integer> pending, boolean[] isPending) {
        if (isPending[at]) return;
        isPending[at] = true;
        pending.add(at);
    }

    private long after(Reached function, int at, long before) {
        Instr instr = function.function.body().get(at);
        return switch (instr) {
            case Instr.Lock i
            when waitsForLock(i) -> before | bit(StaticRange.of(program, i)).orElse(0L);
            case Instr.Unlock _, Instr.Wait _ -> before & ~givesBack(function, at);
            case Instr.Call _ -> {
                long kept = before & ~calleesGive(function, at);
                long gained = ALL;
                for (String target : function.targets.getOrDefault(at, List.of())) {
                    gained &= taken.getOrDefault(target, 0L);
                }
                yield function.targets.getOrDefault(at, List.of()).isEmpty() ? kept : kept | gained;
            }
            default -> before;
        };
    }

    /**
     * The locks held after a branch on the result of the instruction before it: a lock that was tried and taken, or the
     * lock of a wait that failed.
     */
    private long keptOnEdge(Reached function, int at, int to, long[] before) {
        List<Instr> body = function.function.body();
        if (at == 0 || !(body.get(at) instanceof Instr.Branch branch)) return 0;
        boolean isTrueEdge = to == function.flow.first(at) && function.flow.second(at) != FlowGraph.NONE;
        boolean isFalseEdge = to == function.flow.second(at);
        if (!isTrueEdge && !isFalseEdge) return 0;
        return switch (body.get(at - 1)) {
            case Instr.Lock tried
            when isOnLock(tried) && !waitsForLock(tried) ->
                isZero(branch.condition(), tried.result(), isTrueEdge)
                        ? bit(StaticRange.of(program, tried)).orElse(0L)
                        : 0;
            case Instr.Wait failed ->
                isZero(branch.condition(), failed.result(), !isTrueEdge)
                        ? before[at - 1]
                                & bit(StaticRange.ofMutex(program, failed)).orElse(0L)
                        : 0;
            default -> 0;
        };
    }

    /** Whether the condition, having the value {@code truth}, implies that the local is zero. */
    private static boolean isZero(Expr condition, Local local, boolean truth) {
        if (!(condition instanceof Expr.Compare(var op, var left, var right))) return false;
        if (!left.equals(local) || !(right instanceof Expr.Constant(var _, var bits)) || bits != 0) return false;
        return truth ? op == Expr.CompareOp.EQUAL : op == Expr.CompareOp.NOT_EQUAL;
    }

    // ---- who is well-behaved -----------------------------------------------------------------------------------

    private void judge(Reached function) {
        String name = function.function.name();
        for (int at = 0; at < function.address.length; at++) {
            if (function.address[at] < 0 || !function.flow.isReachable(at)) continue;
            switch (function.function.body().get(at)) {
                case Instr.Unlock _, Instr.Wait _ -> wellBehaved &= held(name, at) | ~givesBack(function, at);
                case Instr.InitSync _ -> {
                    if (!sharing.threads().isEarly(name, at)) misused(function, at);
                }
                case Instr.Store _,
                        Instr.Rmw _,
                        Instr.CompareExchange _,
                        Instr.Free _,
                        Instr.Resize _,
                        Instr.DestroySync _ -> misused(function, at);
                default -> {}
            }
        }
    }

    /** Drops the locks at places that the instruction may write as plain memory. */
    private void misused(Reached function, int at) {
        wellBehaved &= ~touched(function, at);
    }
}
