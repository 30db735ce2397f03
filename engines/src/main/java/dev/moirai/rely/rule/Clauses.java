package dev.moirai.rely.rule;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules THREADTERM and PROGTERM (Popeea and Rybalchenko, Figures 3 and 1) for one thread, as Horn clauses over
 * relations that are split by where threads stand.
 *
 * <p>Two things differ from the figures. Instead of {@code T_i} for {@code i} in 1..N, of which C5 only uses the image,
 * there is a set of states {@code S_i}: {@code T_i(V, V') = S_i(V')} satisfies C1 to C5 exactly if {@code S_i}
 * satisfies the clauses here. And {@code t_k}, here {@code T}, begins where thread k leaves a loop head and must be
 * well-founded only where k stands at the same head again: infinitely many steps of k leave some head infinitely often.
 */
public final class Clauses {
    /** Whether all threads rely on the same facts about another thread's step. */
    public enum Effects {
        /** The same facts for all: there is less to find. */
        SHARED,
        /** As in the paper: the facts may differ with the thread that suffers the step. */
        PER_PAIR
    }

    private Clauses() {}

    /** The clauses; empty if there would be too many or the system has no such rung. */
    public static Optional<List<Clause>> of(
            ProofQuestion question, Exposure exposure, Effects effects, List<Rank> ranks) {
        TransitionSystem system = question.system(exposure);
        int target = question.thread();
        var relations = new Relations(system, exposure, effects);
        var premises = new Premises(system, target, ranks);
        switch (exposure) {
            case MODULAR, SECTIONS -> new ModularRule(system, target, relations, premises).make();
            case VIEWS, SECTION_VIEWS -> new ViewsRule(system, target, relations, premises).make();
            // For proofs of safety alone.
            case PAIRS -> {
                return Optional.empty();
            }
            case CONTROL, FULL -> {
                Optional<Set<List<Integer>>> control = question.control(exposure);
                if (control.isEmpty()) return Optional.empty();
                var rule = new ExposedRule(question, exposure, control.get(), relations, premises);
                if (rule.tooMany()) return Optional.empty();
                rule.make();
            }
        }
        return Optional.of(premises.all());
    }
}
