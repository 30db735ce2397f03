package dev.moirai.rely.horn;

import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.ranking.RankSynthesis;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Clauses;
import dev.moirai.rely.rule.Derivation;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Gives the recursive clauses of the rule to Z3's Horn engine; ranks are found as needed. Starts without ranks on the
 * lowest rung of the ladder of exposure. A derivation that breaks C6' yields a rank that covers it or, if none does,
 * leads to the next rung. Claim: what is returned as proved satisfies the clauses; {@code Certificate} has another
 * solver check that.
 */
public final class HornEngine implements Prover {
    private static final int MOST_RANKS = 24;

    private final HornSolver horn = Solvers.horn();

    @Override
    public String name() {
        return "horn";
    }

    /** Adds ranks until none is missing, or none can be found. */
    @Override
    public ProofResult climb(ProofQuestion question, Exposure exposure, Limit limit) {
        TransitionSystem system = question.system(exposure);
        int thread = question.thread();
        var text = new SmtText(system);
        var ranks = new ArrayList<Rank>();
        while (true) {
            Optional<List<Clause>> clauses = Clauses.of(question, exposure, Clauses.Effects.SHARED, ranks);
            if (clauses.isEmpty()) return ProofResult.Open.because("too many states of control");
            switch (horn.solve(script(text, clauses.get()), limit)) {
                case HornSolver.Outcome.Underivable(var relations) -> {
                    return new ProofResult.Proved(
                            new Proof(system, thread, name(), exposure, ranks, clauses.get(), relations));
                }
                case HornSolver.Outcome.Unknown(var reason) -> {
                    return limit.isReached() ? ProofResult.Open.because(limit) : ProofResult.Open.because(reason);
                }
                case HornSolver.Outcome.Derived(var rules) -> {
                    var byName = new LinkedHashMap<String, Clause>();
                    clauses.get().forEach(clause -> byName.put(clause.name(), clause));
                    var derivation = Derivation.of(system, byName, rules);
                    Optional<Rank> rank = rank(system, derivation, limit);
                    if (rank.isEmpty() || ranks.contains(rank.get()) || ranks.size() >= MOST_RANKS) {
                        String why = rank.isEmpty() ? "no linear rank for a way round a loop" : "ranks do not converge";
                        return new ProofResult.Open(why, derivation.stem(), derivation.path());
                    }
                    ranks.add(rank.get());
                }
            }
        }
    }

    /** Finds a rank from the steps of the run alone if they suffice, because such a rank fits more runs. */
    private static Optional<Rank> rank(TransitionSystem system, Derivation derivation, Limit limit) {
        List<Variable> variables = derivation.variables();
        List<Variable> preferred = RankSynthesis.preferred(variables);
        var synthesis = new RankSynthesis(limit);
        for (Derivation.Depth depth : Derivation.Depth.values()) {
            var all = new ArrayList<>(derivation.rows(depth).all());
            all.addAll(system.ranges(variables, Derivation.BEFORE));
            all.addAll(system.ranges(variables, Derivation.AFTER));
            Optional<Linear> found = synthesis.rank(all, preferred, Derivation.BEFORE, Derivation.AFTER);
            if (found.isPresent()) return Optional.of(new Rank(derivation.head(), found.get()));
        }
        return Optional.empty();
    }

    static String script(SmtText text, List<Clause> clauses) {
        var relations = new LinkedHashMap<String, Relation>();
        var columns = new TreeSet<Long>();
        for (Clause clause : clauses) {
            clause.body().forEach(atom -> relations.put(atom.relation().name(), atom.relation()));
            clause.head().ifPresent(atom -> relations.put(atom.relation().name(), atom.relation()));
            columns.addAll(text.columns(clause));
        }
        var script = new StringBuilder();
        relations
                .values()
                .forEach(relation -> script.append("(declare-rel ")
                        .append(relation.name())
                        .append(" (")
                        .append("Int ".repeat(relation.parameters().size()))
                        .append("))\n"));
        script.append("(declare-rel BROKEN ())\n");
        for (long column : columns)
            script.append("(declare-var ").append(text.column(column)).append(" Int)\n");
        for (Clause clause : clauses) {
            script.append("(rule (=> ")
                    .append(text.body(clause))
                    .append(' ')
                    .append(clause.head().map(text::atom).orElse("BROKEN"))
                    .append(") ")
                    .append(clause.name())
                    .append(")\n");
        }
        return script.append("(query BROKEN)\n").toString();
    }
}
