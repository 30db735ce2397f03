package dev.moirai.rely.proof;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.SystemPrinter;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A proof for people: for every loop, what decreases there and the transition invariant that implies it; for every
 * other thread, what the proof relies on.
 */
public record Explanation(List<Loop> loops, List<Assumption> assumptions) {
    /** @param invariants what holds between leaving the loop's head and coming back; each one suffices */
    public record Loop(SourceSpan span, List<String> ranks, List<String> invariants) {}

    /** What the proof relies on about a step of another thread. */
    public record Assumption(String thread, SourceSpan span, String effect) {}

    public Explanation {
        loops = List.copyOf(loops);
        assumptions = List.copyOf(assumptions);
    }

    public static Explanation of(Proof proof) {
        return new Explanation(loops(proof), assumptions(proof));
    }

    private static List<Loop> loops(Proof proof) {
        var printer = new SystemPrinter(proof.system());
        ThreadSystem thread = proof.system().thread(proof.thread());
        var loops = new ArrayList<Loop>();
        for (Location head : thread.loopHeads()) {
            if (thread.from(head.number()).isEmpty()) continue;
            var ranks = new ArrayList<String>();
            for (Rank rank : proof.ranks()) {
                if (rank.location() == head.number()) ranks.add(printer.expression(rank.expression()));
            }
            Set<String> invariants = new LinkedHashSet<>();
            for (Clause clause : proof.clauses()) {
                if (clause.head().isPresent() || clause.body().isEmpty()) continue;
                Relation runs = clause.body().getFirst().relation();
                int place = runs.places().size() == 1
                        ? runs.places().getFirst()
                        : runs.places().get(proof.thread());
                if (place == head.number()) invariants.addAll(views(proof, printer, clause));
            }
            loops.add(new Loop(head.span(), ranks, List.copyOf(invariants)));
        }
        return loops;
    }

    /** What the thread sees of its runs, then what others see of them. */
    private static List<String> views(Proof proof, SystemPrinter printer, Clause premise) {
        var views = new ArrayList<String>();
        for (Atom atom : premise.body()) {
            int viewer = atom.relation().viewer();
            String who = viewer == proof.thread()
                    ? ""
                    : "(as " + proof.system().thread(viewer).name() + " sees it) ";
            meaning(proof, atom.relation())
                    .ifPresent(meaning -> views.add(who + text(printer, atom.relation(), meaning)));
        }
        return views;
    }

    /** Places that are never reached have none. */
    private static Optional<Interpretation> meaning(Proof proof, Relation relation) {
        return Optional.ofNullable(proof.interpretations().get(relation.name()))
                .filter(meaning -> FormulaText.truth(meaning.formula()).orElse(true));
    }

    private static String text(SystemPrinter printer, Relation relation, Interpretation meaning) {
        return new FormulaText(printer, relation, meaning).text(meaning.formula());
    }

    private static List<Assumption> assumptions(Proof proof) {
        var printer = new SystemPrinter(proof.system());
        Map<Transition, Set<String>> effects = new LinkedHashMap<>();
        for (Clause clause : proof.clauses()) {
            for (Atom atom : clause.body()) {
                boolean suffered = atom.relation().kind() == Relation.Kind.EFFECT
                        && clause.body().getFirst().relation().viewer() == proof.thread()
                        && clause.body().getFirst().relation().kind() == Relation.Kind.RUNS;
                if (!suffered) continue;
                Transition t = clause.transition().orElseThrow();
                if (t.written().stream()
                        .noneMatch(v -> proof.system().variable(v).isGlobal())) continue;
                meaning(proof, atom.relation()).ifPresent(meaning -> {
                    boolean any = FormulaText.truth(meaning.formula()).isPresent();
                    String how = any ? "in any way" : "so that " + text(printer, atom.relation(), meaning);
                    effects.computeIfAbsent(t, _ -> new LinkedHashSet<>()).add(changed(proof, t) + " " + how);
                });
            }
        }
        var assumptions = new ArrayList<Assumption>();
        effects.forEach((t, texts) -> assumptions.add(
                new Assumption(proof.system().thread(t.thread()).name(), t.span(), String.join(" or ", texts))));
        return assumptions;
    }

    /** Which globals change; the relation leaves out those that do not. */
    private static String changed(Proof proof, Transition t) {
        var changed = new ArrayList<String>();
        for (int variable : t.written()) {
            if (proof.system().variable(variable).isGlobal())
                changed.add(proof.system().variable(variable).name());
        }
        return "changes " + String.join(", ", changed);
    }
}
