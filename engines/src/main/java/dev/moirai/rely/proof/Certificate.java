package dev.moirai.rely.proof;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.SystemPrinter;
import dev.moirai.solve.BadScriptException;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A proof as an SMT-LIB script: the relations as definitions, and every instance of a premise as a question that must
 * be answered {@code unsat}. The ranks are well-founded by their form, which the script shows: an integer expression
 * that is at least zero and falls.
 */
public record Certificate(String text) {
    private static final String PREMISE = "; premise ";

    /** The result of checking a certificate with a second solver. */
    public sealed interface Check {
        record Valid(int premises) implements Check {}

        /** A premise that does not hold. @param answer the solver's */
        record Invalid(String premise, String answer) implements Check {}

        /** The solver does not know of a premise whether it holds. */
        record Undecided(String premise) implements Check {}

        /** @param line of the error, counted from 1; 0 if it concerns the whole script */
        record Malformed(String why, int line) implements Check {}
    }

    private static final String LOGIC = "(set-logic ALL)\n";

    /**
     * A certificate that a program terminates: the certificates of all its threads, each with definitions of its own.
     */
    public static Certificate ofAll(List<Certificate> threads) {
        var text = new StringBuilder(LOGIC);
        for (Certificate thread : threads) {
            text.append("(push 1)\n").append(thread.text().replace(LOGIC, "")).append("(pop 1)\n");
        }
        return new Certificate(text.toString());
    }

    /** A certificate that no assertion fails, or no two threads race. */
    public static Certificate of(SafetyProof proof) {
        var text = new StringBuilder("; Certificate of safety, made by Moirai: " + proof.claim() + ".\n");
        text.append("; program: ").append(quoted(proof.system().file())).append('\n');
        text.append("; proof: ").append(proof.exposure().words()).append('\n');
        text.append(LOGIC);
        definitions(proof.clauses(), proof.interpretations(), text);
        var smt = new SmtText(proof.system());
        Set<Relation> empty = new LinkedHashSet<>();
        for (Clause clause : proof.clauses()) {
            Optional<Relation> missing = clause.body().stream()
                    .map(Atom::relation)
                    .filter(relation -> isEmpty(proof, relation))
                    .findFirst();
            if (missing.isPresent()) empty.add(missing.get());
            else premise(smt, clause, text);
        }
        if (!empty.isEmpty()) emptiness(empty, text);
        return new Certificate(text.toString());
    }

    private static boolean isEmpty(SafetyProof proof, Relation relation) {
        Interpretation meaning = proof.interpretations().get(relation.name());
        return meaning == null || meaning.formula().text().equals("false");
    }

    /** That relations are empty: then all premises hold that have one of them in their body, and need not be asked. */
    private static void emptiness(Set<Relation> relations, StringBuilder text) {
        text.append(PREMISE).append("nothing is in these relations, so what would follow from them need not be shown");
        text.append("\n(push 1)\n");
        int most =
                relations.stream().mapToInt(it -> it.parameters().size()).max().orElse(0);
        for (int i = 0; i < most; i++) text.append("(declare-const a").append(i).append(" Int)\n");
        List<String> applied = relations.stream().map(Certificate::applied).toList();
        text.append("(assert ").append(SmtText.disjunction(applied)).append(")\n(check-sat)\n(pop 1)\n");
    }

    private static String applied(Relation relation) {
        var text = new StringBuilder(relation.name());
        for (int i = 0; i < relation.parameters().size(); i++) text.append(" a").append(i);
        return relation.parameters().isEmpty() ? text.toString() : "(" + text + ")";
    }

    public static Certificate of(Proof proof) {
        var smt = new SmtText(proof.system());
        var printer = new SystemPrinter(proof.system());
        var text = new StringBuilder();
        text.append("; Certificate of termination, made by Moirai.\n");
        text.append("; program: ").append(quoted(proof.system().file())).append('\n');
        text.append("; thread: ").append(proof.system().thread(proof.thread()).name());
        if (proof.system().thread(proof.thread()).isMany()) text.append(", any number of copies");
        text.append("\n; proof: ").append(proof.exposure().words()).append('\n');
        for (String assumption : proof.system().assumptions())
            text.append("; assuming: ").append(assumption).append('\n');
        for (Rank rank : proof.ranks()) {
            text.append("; rank at line ")
                    .append(proof.system()
                            .thread(proof.thread())
                            .location(rank.location())
                            .span()
                            .line())
                    .append(": ")
                    .append(printer.expression(rank.expression()))
                    .append('\n');
        }
        text.append(LOGIC);
        definitions(proof.clauses(), proof.interpretations(), text);
        for (Clause clause : proof.clauses()) premise(smt, clause, text);
        return new Certificate(text.toString());
    }

    private static void definitions(
            List<Clause> clauses, Map<String, Interpretation> interpretations, StringBuilder text) {
        Map<String, Relation> relations = new LinkedHashMap<>();
        for (Clause clause : clauses) {
            for (Atom atom : clause.body()) relations.put(atom.relation().name(), atom.relation());
            clause.head().ifPresent(atom -> relations.put(atom.relation().name(), atom.relation()));
        }
        for (Relation relation : relations.values()) {
            Interpretation meaning = interpretations.get(relation.name());
            text.append("(define-fun ").append(relation.name()).append(" (");
            for (int i = 0; i < relation.parameters().size(); i++) {
                String name = meaning == null ? "a" + i : meaning.parameters().get(i);
                text.append('(').append(name).append(" Int)");
            }
            // A relation that is never derived may be empty.
            text.append(") Bool ")
                    .append(meaning == null ? "false" : meaning.formula().text())
                    .append(")\n");
        }
    }

    private static void premise(SmtText smt, Clause clause, StringBuilder text) {
        text.append(PREMISE).append(clause.premise());
        clause.transition()
                .ifPresent(t -> text.append(" | line ")
                        .append(t.span().line())
                        .append(": ")
                        .append(quoted(t.text())));
        text.append("\n(push 1)\n");
        for (long column : smt.columns(clause)) {
            text.append("(declare-const ").append(smt.column(column)).append(" Int)\n");
        }
        text.append("(assert ").append(smt.body(clause)).append(")\n");
        clause.head()
                .ifPresent(head ->
                        text.append("(assert (not ").append(smt.atom(head)).append("))\n"));
        text.append("(check-sat)\n(pop 1)\n");
    }

    /** Text of the program that stays within its comment. */
    private static String quoted(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    /** Checks every premise with cvc5, which took no part in finding the proof. */
    public Check check(Limit limit) {
        var premises = new ArrayList<String>();
        long questions = 0;
        for (String line : text.split("\n")) {
            if (line.startsWith(PREMISE)) premises.add(line.substring(PREMISE.length()));
            if (line.equals("(check-sat)")) questions++;
        }
        if (premises.isEmpty() || questions != premises.size()) {
            return new Check.Malformed("every premise must ask one question, and there must be premises", 0);
        }
        List<String> answers;
        try {
            answers = Solvers.secondOpinion().answers(text, limit);
        } catch (BadScriptException e) {
            // Out of time, the solver complains about whatever it has come to.
            if (limit.isReached()) return new Check.Undecided(premises.getFirst());
            return new Check.Malformed(String.valueOf(e.getMessage()), e.line());
        }
        if (answers.size() != premises.size()) return new Check.Malformed("a question for each premise is expected", 0);
        for (int i = 0; i < answers.size(); i++) {
            switch (answers.get(i)) {
                case "unsat" -> {}
                case "unknown" -> {
                    return new Check.Undecided(premises.get(i));
                }
                default -> {
                    boolean late = limit.isReached() && !answers.get(i).equals("sat");
                    if (late) return new Check.Undecided(premises.get(i));
                    return new Check.Invalid(premises.get(i), answers.get(i));
                }
            }
        }
        return new Check.Valid(premises.size());
    }
}
