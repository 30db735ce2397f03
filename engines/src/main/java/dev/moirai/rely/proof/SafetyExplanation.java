package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.SystemPrinter;
import dev.moirai.rely.transition.Transition;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A modular proof of safety for people: what holds at the heads of loops, and what threads rely on about the steps of
 * others. Proofs that know where all threads stand say too much for that.
 */
public record SafetyExplanation(List<Statement> invariants, List<Statement> reliances) {
    public record Statement(String thread, SourceSpan span, String text) {}

    public SafetyExplanation {
        invariants = List.copyOf(invariants);
        reliances = List.copyOf(reliances);
    }

    public static SafetyExplanation of(SafetyProof proof) {
        if (!proof.exposure().isModular()) return new SafetyExplanation(List.of(), List.of());
        var printer = new SystemPrinter(proof.system());
        Map<String, Statement> invariants = new LinkedHashMap<>();
        Map<String, Statement> reliances = new LinkedHashMap<>();
        for (Clause clause : proof.clauses()) {
            for (Atom atom : clause.body()) {
                Relation relation = atom.relation();
                switch (relation.kind()) {
                    case STATES ->
                        atHead(proof, printer, relation).ifPresent(it -> invariants.put(relation.name(), it));
                    case EFFECT ->
                        effect(proof, printer, relation, clause.transition().orElseThrow())
                                .ifPresent(it -> reliances.put(relation.name(), it));
                    case RUNS -> {}
                }
            }
        }
        return new SafetyExplanation(new ArrayList<>(invariants.values()), new ArrayList<>(reliances.values()));
    }

    private static Optional<Statement> atHead(SafetyProof proof, SystemPrinter printer, Relation relation) {
        var thread = proof.system().thread(relation.viewer());
        Location location = thread.location(relation.places().getFirst());
        if (!location.isLoopHead()) return Optional.empty();
        return text(proof, printer, relation).map(text -> new Statement(thread.name(), location.span(), text));
    }

    private static Optional<Statement> effect(
            SafetyProof proof, SystemPrinter printer, Relation relation, Transition t) {
        return text(proof, printer, relation)
                .map(text ->
                        new Statement(proof.system().thread(t.thread()).name(), t.span(), "changes so that " + text));
    }

    private static Optional<String> text(SafetyProof proof, SystemPrinter printer, Relation relation) {
        Interpretation meaning = proof.interpretations().get(relation.name());
        if (meaning == null || FormulaText.truth(meaning.formula()).isPresent()) return Optional.empty();
        return Optional.of(new FormulaText(printer, relation, meaning).text(meaning.formula()));
    }
}
