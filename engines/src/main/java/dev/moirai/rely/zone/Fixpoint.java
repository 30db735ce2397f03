package dev.moirai.rely.zone;

import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.Limit;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The least solution of Horn clauses that zones can express, or one not much larger. A relation is a set of zones, one
 * for each combination of its flags' values; a zone that keeps growing is widened to thresholds from the program, and at
 * the end everything is computed once more from what was found, which takes back a part of what widening gave away.
 *
 * <p>Claim: none. What comes out is checked like every other proof.
 */
public final class Fixpoint {
    /** How finely states are told apart, cheapest first. */
    public enum Precision {
        /** By the bits of locks, threads and ownership. */
        COARSE,
        /** Also by variables that are only set to a few constants, and by what shared ones are compared with. */
        FINE,
        /** Also by which of two threads has the smaller number. */
        ORDERED,
        /** By the values of all variables, where they are known: finite programs are searched state by state. */
        EXACT
    }

    private static final int GROWS = 3;
    private static final int DESCENTS = 2;
    private static final int SPLIT = 4;

    private final Precision precision;
    private final int mostZones;
    private final long effort;
    private final Limit limit;
    /** The variables of which no differences are kept. */
    private final BitSet flags;
    /** The variables whose values are told apart. */
    private final BitSet told;

    private final Cuts cuts;
    private final Turns turns;
    private final Precedence precedence;
    private final long[] thresholds;
    private long meets;
    private long spent;
    private final List<CompiledClause> clauses = new ArrayList<>();
    private final Map<Relation, Solution> solutions = new LinkedHashMap<>();
    private final ArrayDeque<Item> pending = new ArrayDeque<>();
    private final Set<Item> isPending = new LinkedHashSet<>();

    private record Item(Relation relation, List<Long> key) {}

    private record Use(CompiledClause clause, int position) {}

    /** The zones of a relation by the values of its flags. */
    private static final class Solution {
        private final ZoneShape shape;
        private final Map<List<Long>, Zone> zones = new LinkedHashMap<>();
        private final Map<List<Long>, Integer> growth = new LinkedHashMap<>();
        private final List<Use> uses = new ArrayList<>();

        Solution(ZoneShape shape) {
            this.shape = shape;
        }
    }

    /** What relations mean, and whether the clauses without a head hold too. */
    public record Result(Map<String, Interpretation> relations, boolean proves) {}

    private static final class GaveUpException extends RuntimeException {}

    private Fixpoint(
            TransitionSystem system, List<Clause> given, Precision precision, int mostZones, long effort, Limit limit) {
        this.limit = limit;
        this.effort = effort;
        this.precision = precision;
        this.mostZones = mostZones;
        this.flags = Flags.of(system, Flags.Fineness.FINE);
        this.told = precision == Precision.COARSE ? Flags.of(system, Flags.Fineness.COARSE) : flags;
        this.cuts = precision == Precision.COARSE ? Cuts.NONE : Cuts.of(system);
        this.turns = new Turns(system);
        this.precedence = new Precedence(system);
        this.thresholds = thresholds(given);
        for (Clause clause : given) {
            var compiled = new CompiledClause(clause, flags);
            clauses.add(compiled);
            for (int i = 0; i < clause.body().size(); i++) {
                solution(clause.body().get(i).relation()).uses.add(new Use(compiled, i));
            }
            clause.head().ifPresent(head -> solution(head.relation()));
        }
    }

    /**
     * Empty if the limit is reached first, or the effort spent.
     *
     * @param mostZones beyond which a relation no longer tells its states apart
     * @param effort how many times a clause may be applied to zones; those about many numbers count more
     */
    public static Optional<Result> of(
            TransitionSystem system,
            List<Clause> clauses,
            Precision precision,
            int mostZones,
            long effort,
            Limit limit) {
        var fixpoint = new Fixpoint(system, clauses, precision, mostZones, effort, limit);
        try {
            fixpoint.ascend();
            for (int i = 0; i < DESCENTS && fixpoint.isWidened(); i++) fixpoint.descend();
            return Optional.of(new Result(fixpoint.meanings(), !fixpoint.isBroken()));
        } catch (GaveUpException e) {
            return Optional.empty();
        }
    }

    private Solution solution(Relation relation) {
        return solutions.computeIfAbsent(
                relation,
                r -> new Solution(new ZoneShape(r.parameters(), column -> flags.get(Column.variable(column)))));
    }

    private static long[] thresholds(List<Clause> clauses) {
        var found = new TreeSet<Long>(List.of(-1L, 0L, 1L));
        for (Clause clause : clauses) {
            for (Row row : clause.rows()) {
                BigInteger constant = row.expression().constant();
                if (constant.bitLength() > 60 || row.expression().coefficients().size() > 2) continue;
                long value = constant.longValueExact();
                for (long near : new long[] {value - 1, value, value + 1}) {
                    found.add(near);
                    found.add(-near);
                }
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    // ---- up ----------------------------------------------------------------------------------------------------

    private void ascend() {
        for (CompiledClause clause : clauses) {
            if (clause.body().isEmpty()) apply(clause, List.of());
        }
        while (!pending.isEmpty()) {
            Item item = pending.poll();
            isPending.remove(item);
            Solution solution = solution(item.relation());
            Zone grown = Objects.requireNonNull(solution.zones.get(item.key()));
            for (Use use : solution.uses) {
                combine(use.clause(), use.position(), grown, 0, new ArrayList<>());
            }
        }
    }

    /** Applies the clause to all combinations of zones with the given one at its position. */
    private void combine(CompiledClause clause, int fixed, Zone given, int at, List<Zone> chosen) {
        if (at == clause.body().size()) {
            apply(clause, chosen);
            return;
        }
        List<Zone> choices = at == fixed
                ? List.of(given)
                : List.copyOf(solution(clause.body().get(at).relation()).zones.values());
        for (Zone choice : choices) {
            chosen.add(choice);
            combine(clause, fixed, given, at + 1, chosen);
            chosen.removeLast();
        }
    }

    private void apply(CompiledClause clause, List<Zone> chosen) {
        if (clause.head().isEmpty()) return;
        meet(clause, chosen).ifPresent(zone -> split(clause, zone, 0, this::grow));
    }

    private Optional<Zone> meet(CompiledClause clause, List<Zone> chosen) {
        // Effort is counted, not timed: so the same programs are proved on every machine.
        spent += clause.effort();
        if (spent > effort || (++meets & 63) == 0 && limit.isReached()) throw new GaveUpException();
        return clause.meet(chosen);
    }

    private interface Receiver {
        void accept(Relation relation, Zone zone);
    }

    /** Tells the values of flags apart that the clause leaves open. */
    private void split(CompiledClause clause, Zone zone, int from, Receiver receiver) {
        Relation relation = clause.head().orElseThrow();
        int[] result = clause.result();
        for (int i = from; i < result.length; i++) {
            if (zone.isConstant(result[i])) continue;
            long low = zone.low(result[i]);
            long high = zone.high(result[i]);
            List<Long> parts = parts(relation, i, low, high);
            if (parts.size() < 2) continue;
            for (int part = 0; part < parts.size(); part++) {
                Zone smaller = zone.copy();
                smaller.atLeast(result[i], parts.get(part));
                smaller.atMost(result[i], part + 1 < parts.size() ? parts.get(part + 1) - 1 : high);
                if (clause.tighten(smaller)) split(clause, smaller, i + 1, receiver);
            }
            return;
        }
        receiver.accept(relation, zone.projected(solution(relation).shape, result));
    }

    /** Where the parts begin that are told apart of the values from {@code low} to {@code high}. */
    private List<Long> parts(Relation relation, int parameter, long low, long high) {
        var parts = new ArrayList<>(List.of(low));
        if (isTold(relation, parameter)) {
            if (high - low < SPLIT) for (long value = low + 1; value <= high; value++) parts.add(value);
        } else {
            for (long cut : cuts.of(Column.variable(relation.parameters().get(parameter)))) {
                if (cut > low && cut <= high) parts.add(cut);
            }
        }
        return parts;
    }

    private boolean isTold(Relation relation, int parameter) {
        return told.get(Column.variable(relation.parameters().get(parameter)));
    }

    private List<Long> key(Relation relation, Zone zone) {
        var key = new ArrayList<Long>();
        for (int i = 0; i < zone.shape().size(); i++) {
            boolean told = precision == Precision.EXACT || isTold(relation, i);
            int variable = Column.variable(relation.parameters().get(i));
            int part = cuts.part(variable, zone.low(i));
            if (told && zone.isConstant(i)) key.add(zone.low(i));
            else key.add(part == cuts.part(variable, zone.high(i)) ? Zone.NONE + part : -Zone.NONE);
        }
        turns.between(relation, zone, key::add);
        if (precision == Precision.ORDERED) precedence.between(relation, zone, key::add);
        return key;
    }

    private void grow(Relation relation, Zone zone) {
        Solution solution = solution(relation);
        List<Long> key = key(relation, zone);
        Zone known = solution.zones.get(key);
        if (known == null && solution.zones.size() >= mostZones) {
            key = List.of();
            known = solution.zones.get(key);
        }
        if (known != null && known.includes(zone)) return;
        int times = solution.growth.merge(key, 1, Integer::sum);
        Zone larger = known == null ? zone : times <= GROWS ? known.joined(zone) : known.widened(zone, thresholds);
        solution.zones.put(key, larger);
        var item = new Item(relation, key);
        if (isPending.add(item)) pending.add(item);
    }

    // ---- and down again ----------------------------------------------------------------------------------------

    private boolean isWidened() {
        return solutions.values().stream()
                .anyMatch(solution -> solution.growth.values().stream().anyMatch(times -> times > GROWS));
    }

    /** Everything once more from what is known: smaller, and still a solution, as clauses are monotonic. */
    private void descend() {
        Map<Relation, Map<List<Long>, Zone>> smaller = new LinkedHashMap<>();
        for (Relation relation : solutions.keySet()) smaller.put(relation, new LinkedHashMap<>());
        for (CompiledClause clause : clauses) {
            if (clause.head().isEmpty()) continue;
            again(clause, new ArrayList<>(), smaller);
        }
        smaller.forEach((relation, zones) -> {
            Solution solution = solution(relation);
            solution.zones.clear();
            solution.zones.putAll(zones);
        });
    }

    private void again(CompiledClause clause, List<Zone> chosen, Map<Relation, Map<List<Long>, Zone>> smaller) {
        int at = chosen.size();
        if (at < clause.body().size()) {
            for (Zone zone : solution(clause.body().get(at).relation()).zones.values()) {
                chosen.add(zone);
                again(clause, chosen, smaller);
                chosen.removeLast();
            }
            return;
        }
        meet(clause, chosen)
                .ifPresent(found -> split(clause, found, 0, (relation, zone) -> {
                    List<Long> key = key(relation, zone);
                    if (!solution(relation).zones.containsKey(key)) key = List.of();
                    Objects.requireNonNull(smaller.get(relation)).merge(key, zone, Zone::joined);
                }));
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    private boolean isBroken() {
        for (CompiledClause clause : clauses) {
            if (clause.head().isPresent()) continue;
            if (canBeTrue(clause, new ArrayList<>())) return true;
        }
        return false;
    }

    private boolean canBeTrue(CompiledClause clause, List<Zone> chosen) {
        if (chosen.size() == clause.body().size()) return meet(clause, chosen).isPresent();
        Atom next = clause.body().get(chosen.size());
        for (Zone zone : solution(next.relation()).zones.values()) {
            chosen.add(zone);
            if (canBeTrue(clause, chosen)) return true;
            chosen.removeLast();
        }
        return false;
    }

    private Map<String, Interpretation> meanings() {
        Map<String, Interpretation> meanings = new LinkedHashMap<>();
        solutions.forEach((relation, solution) -> meanings.put(
                relation.name(),
                ZoneFormula.of(solution.zones.values(), relation.parameters().size())));
        return meanings;
    }
}
