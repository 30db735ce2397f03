package dev.moirai.rely.rule;

import dev.moirai.property.Property;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The premises of a proof that no assertion fails and no two threads race, as Horn clauses: what each thread sees at its
 * places, what others may rely on of its steps, and that nobody comes to a failure and no two stand before conflicting
 * accesses. The termination paper's rules build on it (its [11]: Gupta, Popeea, Rybalchenko, Threader, CAV 2011): on the
 * lowest rung relations hide the locals and the places of other threads, on the higher ones they show them, as Owicki
 * and Gries do.
 */
public final class SafetyClauses {
    /** The rungs that proofs of safety use: sections and views serve the ends of loops only. */
    public static final List<Exposure> RUNGS =
            List.of(Exposure.MODULAR, Exposure.PAIRS, Exposure.CONTROL, Exposure.FULL);

    /** What can be proved on every rung; divisions are assertions by then ({@code rely.transition.AskedAssertions}). */
    public static final Set<Property> PROPERTIES = Set.of(Property.ASSERTION, Property.DIVISION, Property.DATA_RACE);

    /** What is violated where a system comes to its failure; a system for misuse or memory is about that alone. */
    private static final Set<Property> FAILURES =
            Set.of(Property.ASSERTION, Property.DIVISION, Property.LOCK_MISUSE, Property.MEMORY);

    private static final int MOST_STEPS = 20_000;
    /** More premises than that nobody confirms in time. */
    private static final int MOST_PREMISES = 60_000;

    private final TransitionSystem system;
    private final Exposure exposure;
    private final Set<Property> asked;
    private final Relations relations;
    private final Premises premises;

    private SafetyClauses(TransitionSystem system, Exposure exposure, Set<Property> asked) {
        this.system = system;
        this.exposure = exposure;
        this.asked = asked;
        this.relations = new Relations(system, exposure, Clauses.Effects.SHARED);
        this.premises = new Premises(system, 0, List.of());
    }

    /**
     * The clauses; empty if there would be too many, or if any number of copies would have to show their places.
     *
     * @param asked some of {@link #PROPERTIES}, or misuse of locks or memory alone, of a system made for it, or deadlocks alone, on the highest rung and of a system that says who waits
     */
    public static Optional<List<Clause>> of(TransitionSystem system, Exposure exposure, Set<Property> asked) {
        var clauses = new SafetyClauses(system, exposure, asked);
        boolean made = switch (exposure) {
            case MODULAR -> clauses.modular();
            case PAIRS -> new PairsRule(system, clauses.premises, asked).make();
            case CONTROL, FULL -> clauses.exposed();
            case SECTIONS, VIEWS, SECTION_VIEWS -> false;
        };
        return made ? Optional.of(clauses.premises.all()) : Optional.empty();
    }

    static boolean mustNotFail(Set<Property> asked) {
        return asked.stream().anyMatch(FAILURES::contains);
    }

    private boolean modular() {
        var rule = new ModularRule(system, 0, relations, premises);
        if (!rule.isSmall()) return false;
        for (ThreadSystem thread : system.threads()) {
            rule.statesOf(thread);
            for (Location location : rule.used(thread)) {
                if (mustNotFail(asked) && location.isFailure()) premises.never(thread.name(), states(thread, location));
            }
        }
        if (!asked.contains(Property.DATA_RACE)) return true;
        for (ThreadSystem first : system.threads()) {
            for (ThreadSystem second : system.threads()) {
                boolean pair = first.number() < second.number() || first == second && first.isMany();
                if (pair) apart(rule, first, second);
            }
        }
        return true;
    }

    private void apart(ModularRule rule, ThreadSystem first, ThreadSystem second) {
        for (Location one : rule.used(first)) {
            for (Location other : rule.used(second)) {
                if (!RacePairs.mayRace(one, other) || first == second && one.number() > other.number()) continue;
                premises.neverTogether(
                        RacePairs.words(first, one, second, other),
                        first,
                        states(first, one),
                        second,
                        states(second, other));
            }
        }
    }

    private Relation states(ThreadSystem thread, Location location) {
        return relations.states(thread.number(), List.of(location.number()));
    }

    private boolean exposed() {
        if (system.threads().stream().anyMatch(ThreadSystem::isMany)) return false;
        Optional<Set<List<Integer>>> control = ControlStates.of(system);
        if (control.isEmpty() || steps(control.get()) > MOST_STEPS) return false;
        new ExposedRule(system, exposure, control.get(), relations, premises).states();
        var stuck = new NobodyMoves(system, relations, premises);
        for (List<Integer> places : control.get()) {
            for (ThreadSystem thread : system.threads()) {
                Relation states = relations.states(exposure == Exposure.FULL ? 0 : thread.number(), places);
                Location location = thread.location(places.get(thread.number()));
                if (mustNotFail(asked) && location.isFailure()) premises.never(thread.name(), states);
                if (asked.contains(Property.DATA_RACE)) apart(thread, location, places, states);
            }
            if (asked.contains(Property.DEADLOCK)) stuck.never(places);
            if (premises.all().size() > MOST_PREMISES) return false;
        }
        return true;
    }

    private void apart(ThreadSystem first, Location one, List<Integer> places, Relation states) {
        for (ThreadSystem second : system.threads()) {
            Location other = second.location(places.get(second.number()));
            if (first.number() < second.number() && RacePairs.mayRace(one, other))
                premises.never(states, RacePairs.words(first, one, second, other));
        }
    }

    private long steps(Set<List<Integer>> control) {
        long steps = 0;
        for (List<Integer> places : control) {
            for (ThreadSystem thread : system.threads())
                steps += thread.from(places.get(thread.number())).size();
        }
        return steps;
    }
}
