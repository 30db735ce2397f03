package dev.moirai.rely.zone;

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
import java.util.function.Predicate;

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
    private static final int NONE_FIXED = -1;

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
    private final TicketOrder precedence;
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

    /**
     * What relations mean.
     *
     * @param broken the names of the clauses without a head that do not hold
     */
    public record Result(Map<String, Interpretation> relations, Set<String> broken) {
        public Result {
            relations = Map.copyOf(relations);
            broken = Set.copyOf(broken);
        }

        public boolean proves() {
            return broken.isEmpty();
        }
    }

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
        this.precedence = new TicketOrder(system);
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
            return Optional.of(new Result(fixpoint.meanings(), fixpoint.broken()));
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
            Zone zone = clause.everything();
            if (clause.body().isEmpty() && clause.tighten(zone)) apply(clause, zone);
        }
        while (!pending.isEmpty()) {
            Item item = pending.poll();
            isPending.remove(item);
            Solution solution = solution(item.relation());
            Zone grown = Objects.requireNonNull(solution.zones.get(item.key()));
            for (Use use : solution.uses) {
                if (use.clause().head().isPresent()) apply(use.clause(), use.position(), grown);
            }
        }
    }

    /** Applies the clause to all combinations of zones with the given one at its position. */
    private void apply(CompiledClause clause, int fixed, Zone given) {
        Zone zone = clause.everything();
        boolean alone = clause.body().size() == 1;
        if (narrow(clause, zone, fixed, given, alone)) combine(clause, fixed, 0, zone, it -> apply(clause, it));
    }

    private boolean apply(CompiledClause clause, Zone zone) {
        split(clause, zone, 0, this::grow);
        return false;
    }

    /**
     * Hands over what follows from each combination of zones for the atoms from {@code at} on, but for the {@code fixed}
     * one; what excludes each other is not combined further. True, and at an end, as soon as the taker says so.
     */
    private boolean combine(CompiledClause clause, int fixed, int at, Zone zone, Predicate<Zone> taker) {
        if (at == clause.body().size()) return taker.test(zone);
        if (at == fixed) return combine(clause, fixed, at + 1, zone, taker);
        List<Zone> choices =
                List.copyOf(solution(clause.body().get(at).relation()).zones.values());
        boolean isLast = Math.max(at, fixed) == clause.body().size() - 1 && (at > fixed || at + 1 == fixed);
        for (Zone choice : choices) {
            Zone smaller = zone.copy();
            boolean counts = isLast || choices.size() > 1;
            if (narrow(clause, smaller, at, choice, counts) && combine(clause, fixed, at + 1, smaller, taker))
                return true;
        }
        return false;
    }

    /** Makes the zone smaller by one for an atom, and by the rows if they are to be used; false if nothing is left. */
    private boolean narrow(CompiledClause clause, Zone zone, int at, Zone choice, boolean withRows) {
        // Effort is counted, not timed: so the same programs are proved on every machine.
        if ((++meets & 15) == 0) spent++;
        if (spent > effort || (meets & 63) == 0 && limit.isReached()) throw new GaveUpException();
        if (!clause.meet(zone, at, choice)) return false;
        if (!withRows) return true;
        spent += clause.effort();
        return clause.tighten(zone);
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
            Zone zone = clause.everything();
            if (clause.head().isEmpty() || clause.body().isEmpty() && !clause.tighten(zone)) continue;
            combine(clause, NONE_FIXED, 0, zone, found -> {
                split(clause, found, 0, (relation, it) -> {
                    List<Long> key = key(relation, it);
                    if (!solution(relation).zones.containsKey(key)) key = List.of();
                    Objects.requireNonNull(smaller.get(relation)).merge(key, it, Zone::joined);
                });
                return false;
            });
        }
        smaller.forEach((relation, zones) -> {
            Solution solution = solution(relation);
            solution.zones.clear();
            solution.zones.putAll(zones);
        });
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    private Set<String> broken() {
        var broken = new LinkedHashSet<String>();
        for (CompiledClause clause : clauses) {
            if (clause.head().isPresent()) continue;
            if (combine(clause, NONE_FIXED, 0, clause.everything(), _ -> true)) broken.add(clause.name());
        }
        return broken;
    }

    private Map<String, Interpretation> meanings() {
        Map<String, Interpretation> meanings = new LinkedHashMap<>();
        solutions.forEach((relation, solution) -> meanings.put(
                relation.name(),
                ZoneFormula.of(solution.zones.values(), relation.parameters().size())));
        return meanings;
    }
}
