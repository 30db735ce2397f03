package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The premises of a proof that no assertion fails, as Horn clauses: what each thread sees at its places, what others may
 * rely on of its steps, and that nobody comes to a failure. The termination paper's rules build on it (its [11]: Gupta,
 * Popeea, Rybalchenko, Threader, CAV 2011): on the lowest rung relations hide the locals and the places of other
 * threads, on the higher ones they show them, as Owicki and Gries do.
 */
public final class SafetyClauses {
    /** The rungs that proofs of safety use: sections and views serve the ends of loops only. */
    public static final List<Exposure> RUNGS = List.of(Exposure.MODULAR, Exposure.PAIRS, Exposure.CONTROL, Exposure.FULL);

    private static final int MOST_STEPS = 20_000;

    private SafetyClauses() {}

    /** The clauses; empty if there would be too many, or if any number of copies would have to show their places. */
    public static Optional<List<Clause>> of(TransitionSystem system, Exposure exposure) {
        var relations = new Relations(system, exposure, Clauses.Effects.SHARED);
        var premises = new Premises(system, 0, List.of());
        if (exposure == Exposure.MODULAR) modular(system, relations, premises);
        else if (exposure == Exposure.PAIRS) {
            if (!new PairsRule(system, premises).make()) return Optional.empty();
        } else if (!exposed(system, exposure, relations, premises)) return Optional.empty();
        return Optional.of(premises.all());
    }

    private static void modular(TransitionSystem system, Relations relations, Premises premises) {
        var rule = new ModularRule(system, 0, relations, premises);
        for (ThreadSystem thread : system.threads()) {
            rule.statesOf(thread);
            for (Location location : rule.used(thread)) {
                if (!location.isFailure()) continue;
                premises.never(thread.name(), relations.states(thread.number(), List.of(location.number())));
            }
        }
    }

    private static boolean exposed(TransitionSystem system, Exposure exposure, Relations relations, Premises premises) {
        if (system.threads().stream().anyMatch(ThreadSystem::isMany)) return false;
        Optional<Set<List<Integer>>> control = ControlStates.of(system);
        if (control.isEmpty() || steps(system, control.get()) > MOST_STEPS) return false;
        new ExposedRule(system, exposure, control.get(), relations, premises).states();
        for (List<Integer> places : control.get()) {
            for (ThreadSystem thread : system.threads()) {
                int i = thread.number();
                if (!thread.location(places.get(i)).isFailure()) continue;
                premises.never(thread.name(), relations.states(exposure == Exposure.FULL ? 0 : i, places));
            }
        }
        return true;
    }

    private static long steps(TransitionSystem system, Set<List<Integer>> control) {
        long steps = 0;
        for (List<Integer> places : control) {
            for (ThreadSystem thread : system.threads())
                steps += thread.from(places.get(thread.number())).size();
        }
        return steps;
    }
}
