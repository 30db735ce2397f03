package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.Event;
import dev.moirai.trace.Range;
import dev.moirai.trace.Site;
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
    /** So many pairs of two classes are looked at: the closest ones. */
    private static final int MOST_PAIRS = 100;

    private record Key(int thread, Site site, int segment, List<Long> locks, Access.Kind kind) {}

    private record Kin(Key key, List<Access> members) {}

    private record Place(Site site, Access.Kind kind, Access.Nature nature) {}

    private final TraceProgram program;
    private final Candidates candidates;
    private final Map<Integer, List<Node>> freed = new HashMap<>();

    private RaceCandidates(TraceProgram program, Limit limit) {
        this.program = program;
        this.candidates = new Candidates(Property.DATA_RACE, limit);
        for (Node free : program.frees()) {
            for (Range range : free.visible().map(Event::ranges).orElse(List.of())) {
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
        List<Node> frees = freed.getOrDefault(cell.object(), List.of());
        if (!cell.isShared() && frees.isEmpty()) return;
        Map<Key, Kin> kinds = new LinkedHashMap<>();
        for (Access access : cell.accesses()) if (access.isData()) sort(access, kinds);
        for (Node free : frees) {
            Event event = free.visible().orElseThrow();
            sort(new Access(free, event, 0, cell, 0, Access.Kind.WRITE, Access.Nature.PLAIN, 0), kinds);
        }
        Map<Place, List<Kin>> byPlace = new LinkedHashMap<>();
        for (Kin kin : kinds.values()) {
            Access first = kin.members().getFirst();
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

    /** Reads do not race, nor do atomic accesses: the same for all of a place. */
    private static boolean mayRace(List<Kin> some, List<Kin> others) {
        Access one = some.getFirst().members().getFirst();
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

    private static void sort(Access access, Map<Key, Kin> kinds) {
        Node node = access.node();
        var key = new Key(
                node.thread(), access.event().site(), node.segment(), Locksets.signature(node.held()), access.kind());
        kinds.computeIfAbsent(key, k -> new Kin(k, new ArrayList<>())).members().add(access);
    }

    /** Whether a solver has to be asked. */
    private boolean compare(Kin a, Kin b) {
        Access one = a.members().getFirst();
        Access other = b.members().getFirst();
        List<Site> sites = List.of(a.key().site(), b.key().site());
        int object = one.cell().object();
        List<Integer> threads = List.of(a.key().thread(), b.key().thread());
        if (Locksets.exclude(one.node().held(), other.node().held())) {
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
