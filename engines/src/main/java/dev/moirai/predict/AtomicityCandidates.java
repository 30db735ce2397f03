package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Three-access atomicity violations (section 5.1): a remote access between two local ones of one transaction, in one of the
 * five patterns that no serial order explains: R-W-R, R-W-W, W-W-R, W-W-W and W-R-W.
 *
 * <p>A remote write breaks any two accesses that follow each other in the transaction; a remote read breaks two writes
 * that follow each other. Whatever breaks accesses further apart breaks such neighbours, so these are all.
 */
final class AtomicityCandidates {
    private static final int MOST_PAIRS = 100;

    private record LocalKey(
            int thread,
            InstrSite first,
            InstrSite second,
            int segment,
            int segmentOfSecond,
            List<Long> locks,
            String kinds) {
        LocalPlace place() {
            return new LocalPlace(first, second, kinds);
        }
    }

    private record LocalPlace(InstrSite first, InstrSite second, String kinds) {}

    private record RemoteKey(int thread, InstrSite site, int segment, List<Long> locks, boolean writes) {
        RemotePlace place() {
            return new RemotePlace(site, writes);
        }
    }

    private record RemotePlace(InstrSite site, boolean writes) {}

    /** Two accesses of a transaction, one after the other. */
    private record Local(CellAccess first, CellAccess second) {}

    private final TraceProgram program;
    private final int[] transactions;
    private final Candidates candidates;

    private AtomicityCandidates(TraceProgram program, Transactions transactions, Limit limit) {
        this.program = program;
        this.candidates = new Candidates(Property.ATOMICITY, limit);
        this.transactions = TransactionNumbers.of(program, transactions);
    }

    static Candidates of(TraceProgram program, Transactions transactions, Limit limit) {
        var search = new AtomicityCandidates(program, transactions, limit);
        for (Cell cell : program.cells()) if (cell.isShared()) search.look(cell);
        return search.candidates;
    }

    /** How many transactions the trace has. */
    static int count(TraceProgram program, Transactions transactions) {
        int most = TransactionNumbers.NONE;
        for (int number : TransactionNumbers.of(program, transactions)) most = Math.max(most, number);
        return most + 1;
    }

    private void look(Cell cell) {
        Map<LocalKey, List<Local>> neighbours = new LinkedHashMap<>();
        Map<LocalKey, List<Local>> writes = new LinkedHashMap<>();
        Map<RemoteKey, List<CellAccess>> remotes = new LinkedHashMap<>();
        Map<Integer, CellAccess> last = new LinkedHashMap<>();
        Map<Integer, CellAccess> lastWrite = new LinkedHashMap<>();
        for (CellAccess access : cell.accesses()) {
            if (!access.isData()) continue;
            StepNode node = access.node();
            remotes.computeIfAbsent(
                            new RemoteKey(
                                    node.thread(),
                                    access.event().site(),
                                    node.segment(),
                                    CommonLocks.signature(node.held()),
                                    access.writes()),
                            _ -> new ArrayList<>())
                    .add(access);
            int transaction = transactions[node.number()];
            if (transaction == TransactionNumbers.NONE) continue;
            CellAccess before = last.put(transaction, access);
            if (before != null) put(new Local(before, access), neighbours);
            if (!access.writes()) continue;
            CellAccess written = lastWrite.put(transaction, access);
            if (written != null) put(new Local(written, access), writes);
        }
        pair(neighbours, remotes, true);
        pair(writes, remotes, false);
    }

    private void pair(
            Map<LocalKey, List<Local>> locals, Map<RemoteKey, List<CellAccess>> remotes, boolean byRemoteWrites) {
        Map<LocalPlace, List<Map.Entry<LocalKey, List<Local>>>> localPlaces = byPlace(locals, LocalKey::place);
        byPlace(remotes, RemoteKey::place).forEach((place, others) -> {
            if (place.writes() != byRemoteWrites) return;
            localPlaces.values().forEach(some -> NearPairs.between(some, others, comparison()));
        });
    }

    private static <P, K, V> Map<P, List<Map.Entry<K, V>>> byPlace(Map<K, V> all, Function<K, P> place) {
        Map<P, List<Map.Entry<K, V>>> places = new LinkedHashMap<>();
        for (Map.Entry<K, V> entry : all.entrySet()) {
            places.computeIfAbsent(place.apply(entry.getKey()), _ -> new ArrayList<>())
                    .add(entry);
        }
        return places;
    }

    private BiPredicate<Map.Entry<LocalKey, List<Local>>, Map.Entry<RemoteKey, List<CellAccess>>> comparison() {
        return candidates.untilEnough(
                (some, others) -> some.getKey().thread() != others.getKey().thread()
                        && compare(some.getKey(), some.getValue(), others.getKey(), others.getValue()),
                (some, others) -> candidates.leaveOut(
                        sites(some.getKey(), others.getKey()),
                        others.getValue().getFirst().cell().object()));
    }

    private static void put(Local local, Map<LocalKey, List<Local>> into) {
        StepNode first = local.first().node();
        StepNode second = local.second().node();
        var key = new LocalKey(
                first.thread(),
                local.first().event().site(),
                local.second().event().site(),
                first.segment(),
                second.segment(),
                CommonLocks.signature(CommonLocks.throughout(first, second)),
                letter(local.first()) + letter(local.second()));
        into.computeIfAbsent(key, _ -> new ArrayList<>()).add(local);
    }

    private static String letter(CellAccess access) {
        return access.writes() ? "W" : "R";
    }

    private static List<InstrSite> sites(LocalKey local, RemoteKey remote) {
        return List.of(local.first(), remote.site(), local.second());
    }

    /** Notes the candidate, and says whether the filters have left it for a solver. */
    private boolean compare(LocalKey key, List<Local> locals, RemoteKey remote, List<CellAccess> accesses) {
        Local local = locals.getFirst();
        CellAccess one = accesses.getFirst();
        List<InstrSite> sites = sites(key, remote);
        int object = one.cell().object();
        List<Integer> threads = List.of(key.thread(), remote.thread());
        StepNode first = local.first().node();
        StepNode second = local.second().node();
        if (CommonLocks.exclude(
                CommonLocks.throughout(first, second), one.node().held())) {
            candidates.note(sites, threads, object, Candidates.Stage.SAME_LOCK);
            return false;
        }
        if (program.mustOrder().isBefore(one.node(), first)
                || program.mustOrder().isBefore(second, one.node())) {
            candidates.note(sites, threads, object, Candidates.Stage.ORDERED);
            return false;
        }
        String pattern =
                key.kinds().charAt(0) + "-" + letter(one) + "-" + key.kinds().charAt(1);
        var seconds = new IdentityHashMap<CellAccess, CellAccess>();
        for (Local each : locals) seconds.put(each.first(), each.second());
        boolean all = Closest.pairs(locals.stream().map(Local::first).toList(), accesses, MOST_PAIRS, (a, r) -> {
            CellAccess closing = Objects.requireNonNull(seconds.get(a));
            candidates.add(sites, threads, object, new Claim.Broken(a.node(), r.node(), closing.node(), pattern));
        });
        if (!all) candidates.truncated(sites, threads, object);
        return true;
    }
}
