package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import dev.moirai.trace.Range;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Data races: pairs of conflicting accesses of different threads, not both atomic, that no common lock excludes and that
 * creation and join do not order. Accesses that no filter can tell apart form a class, and classes are compared: the work
 * is linear in the trace, and quadratic only in the number of classes of a cell, place by place.
 */
final class RaceCandidates {
    /** The most pairs of two classes that are looked at; the closest ones are taken. */
    private static final int MOST_PAIRS = 100;

    private record Key(int thread, InstrSite site, int segment, List<Long> locks, CellAccess.Kind kind) {}

    private record Kin(Key key, List<CellAccess> members) {}

    private record Place(InstrSite site, CellAccess.Kind kind, CellAccess.Nature nature) {}

    private final TraceProgram program;
    private final Candidates candidates;
    private final Map<Integer, List<StepNode>> freed = new HashMap<>();

    private RaceCandidates(TraceProgram program, Limit limit) {
        this.program = program;
        this.candidates = new Candidates(Property.DATA_RACE, limit);
        for (StepNode free : program.frees()) {
            for (Range range : free.visible().map(TraceEvent::ranges).orElse(List.of())) {
                freed.computeIfAbsent(range.object(), _ -> new ArrayList<>()).add(free);
            }
        }
    }

    static Candidates of(TraceProgram program, Limit limit) {
        var race = new RaceCandidates(program, limit);
        for (Cell cell : program.cells()) race.pair(cell);
        return race.candidates;
    }

    private void pair(Cell cell) {
        List<StepNode> frees = freed.getOrDefault(cell.object(), List.of());
        if (!cell.isShared() && frees.isEmpty()) return;
        Map<Key, Kin> kinds = new LinkedHashMap<>();
        for (CellAccess access : cell.accesses()) if (access.isData()) sort(access, kinds);
        for (StepNode free : frees) {
            TraceEvent event = free.visible().orElseThrow();
            sort(new CellAccess(free, event, 0, cell, 0, CellAccess.Kind.WRITE, CellAccess.Nature.PLAIN, 0), kinds);
        }
        Map<Place, List<Kin>> byPlace = new LinkedHashMap<>();
        for (Kin kin : kinds.values()) {
            CellAccess first = kin.members().getFirst();
            byPlace.computeIfAbsent(new Place(kin.key().site(), first.kind(), first.nature()), _ -> new ArrayList<>())
                    .add(kin);
        }
        var places = new ArrayList<>(byPlace.values());
        for (int i = 0; i < places.size(); i++) {
            List<Kin> some = places.get(i);
            if (mayRace(some, some)) NearPairs.within(some, comparison());
            for (List<Kin> others : places.subList(i + 1, places.size())) {
                if (mayRace(some, others)) NearPairs.between(some, others, comparison());
            }
        }
    }

    /** Whether accesses of these places can race: not if all are reads or all are atomic. All accesses of a place are alike in that. */
    private static boolean mayRace(List<Kin> some, List<Kin> others) {
        CellAccess one = some.getFirst().members().getFirst();
        return one.racesWith(others.getFirst().members().getFirst());
    }

    private BiPredicate<Kin, Kin> comparison() {
        return candidates.untilEnough(
                (a, b) -> {
                    if (a.key().thread() == b.key().thread()) return false;
                    return a.key().thread() < b.key().thread() ? compare(a, b) : compare(b, a);
                },
                (a, b) -> candidates.leaveOut(
                        List.of(a.key().site(), b.key().site()),
                        a.members().getFirst().cell().object()));
    }

    private static void sort(CellAccess access, Map<Key, Kin> kinds) {
        StepNode node = access.node();
        var key = new Key(
                node.thread(),
                access.event().site(),
                node.segment(),
                CommonLocks.signature(node.held()),
                access.kind());
        kinds.computeIfAbsent(key, k -> new Kin(k, new ArrayList<>())).members().add(access);
    }

    /** Notes the candidate, and says whether the filters have left it for a solver. */
    private boolean compare(Kin a, Kin b) {
        CellAccess one = a.members().getFirst();
        CellAccess other = b.members().getFirst();
        List<InstrSite> sites = List.of(a.key().site(), b.key().site());
        int object = one.cell().object();
        List<Integer> threads = List.of(a.key().thread(), b.key().thread());
        if (CommonLocks.exclude(one.node().held(), other.node().held())) {
            candidates.note(sites, threads, object, Candidates.Stage.SAME_LOCK);
            return false;
        }
        if (program.mustOrder().areOrdered(one.node(), other.node())) {
            candidates.note(sites, threads, object, Candidates.Stage.ORDERED);
            return false;
        }
        boolean all = Closest.pairs(
                a.members(),
                b.members(),
                MOST_PAIRS,
                (x, y) -> candidates.add(sites, threads, object, new Claim.Race(x.node(), y.node())));
        if (!all) candidates.truncated(sites, threads, object);
        return true;
    }
}
