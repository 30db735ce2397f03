package dev.moirai.rely.refine;

import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.ranking.RankSynthesis;
import dev.moirai.rely.refine.Tuples.Tuple;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Clauses;
import dev.moirai.rely.rule.Derivation;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SExpression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Popeea and Rybalchenko's algorithm (TACAS 2012, section 4). ABSTTRANSENV is {@link Attempt#saturate}: facts, which are cubes
 * of predicates, are derived by the clauses of the rule until nothing is new. Figure 4 adds what another thread does in
 * the very first step to the environment, but not to what follows from it; here the initial states are facts like
 * others, so an environment step from them is taken too. Facts at a loop head without a rank, one for each view, are an
 * abstract counterexample. TERMREFINE is {@link Attempt#refine}: if the counterexample's tree of clauses has a rank, the
 * predicates learnt from it make the fact well-founded the next time; if not, the next rung of exposure is tried. So a
 * modular solution is preferred.
 */
public final class RefineEngine implements Prover {
    private static final int MOST_REFINEMENTS = 60;
    private static final int MOST_FACTS = 3_000;

    @Override
    public String name() {
        return "refine";
    }

    @Override
    public ProofResult climb(ProofQuestion question, Exposure exposure, Limit limit) {
        Optional<List<Clause>> clauses = Clauses.of(question, exposure, Clauses.Effects.PER_PAIR, List.of());
        if (clauses.isEmpty()) return ProofResult.Open.because("too many states of control");
        try (var abstraction = new PredicateAbstraction(question.system(exposure), limit)) {
            return new Attempt(question, exposure, clauses.get(), abstraction, limit).run();
        }
    }

    /** The work on one rung. */
    private final class Attempt {
        private final ProofQuestion question;
        private final TransitionSystem system;
        private final Exposure exposure;
        private final List<Clause> clauses;
        private final PredicateAbstraction abstraction;
        private final Limit limit;
        private final Predicates predicates = new Predicates();
        private final Map<Relation, List<Fact>> facts = new LinkedHashMap<>();
        private final Tuples tuples;
        private boolean tooMany;

        Attempt(
                ProofQuestion question,
                Exposure exposure,
                List<Clause> clauses,
                PredicateAbstraction abstraction,
                Limit limit) {
            this.question = question;
            this.system = question.system(exposure);
            this.exposure = exposure;
            this.clauses = clauses;
            this.abstraction = abstraction;
            this.limit = limit;
            this.tuples = new Tuples(system, question.thread(), clauses, facts, limit);
        }

        ProofResult run() {
            for (int refinements = 0; refinements < MOST_REFINEMENTS; refinements++) {
                Optional<Tuple> bad = saturate();
                if (limit.isReached()) return ProofResult.Open.because(limit);
                if (tooMany) return ProofResult.Open.because("more than " + MOST_FACTS + " abstract transitions");
                if (bad.isEmpty()) return new ProofResult.Proved(proof());
                Optional<ProofResult.Open> failure = refine(bad.get());
                if (failure.isPresent()) return failure.get();
            }
            return ProofResult.Open.because(MOST_REFINEMENTS + " refinements did not suffice");
        }

        // ---- ABSTTRANSENV --------------------------------------------------------------------------------------

        /** Derives facts until there is nothing new, or a tuple that breaks C6' or C6. */
        private Optional<Tuple> saturate() {
            facts.clear();
            var pending = new ArrayDeque<Fact>();
            for (Clause clause : clauses) {
                if (clause.head().isPresent() && clause.body().isEmpty()) {
                    Optional<Tuple> bad = derive(clause, List.of(), pending);
                    if (bad.isPresent()) return bad;
                }
            }
            int count = 0;
            while (!pending.isEmpty()) {
                tooMany = ++count > MOST_FACTS;
                if (limit.isReached() || tooMany) break;
                Fact fact = pending.poll();
                for (Clause clause : clauses) {
                    if (clause.head().isEmpty()) continue;
                    for (int i = 0; i < clause.body().size(); i++) {
                        if (!clause.body().get(i).relation().equals(fact.relation())) continue;
                        Optional<Tuple> bad = combine(clause, i, fact, pending);
                        if (bad.isPresent()) return bad;
                    }
                }
            }
            return Optional.empty();
        }

        private Optional<Tuple> combine(Clause clause, int position, Fact fact, ArrayDeque<Fact> pending) {
            if (clause.body().size() == 1) return derive(clause, List.of(fact), pending);
            Relation other = clause.body().get(1 - position).relation();
            for (Fact partner : List.copyOf(facts.getOrDefault(other, List.of()))) {
                List<Fact> body = position == 0 ? List.of(fact, partner) : List.of(partner, fact);
                Optional<Tuple> bad = derive(clause, body, pending);
                if (bad.isPresent()) return bad;
            }
            return Optional.empty();
        }

        private Optional<Tuple> derive(Clause clause, List<Fact> body, ArrayDeque<Fact> pending) {
            Relation relation = clause.head().orElseThrow().relation();
            Optional<Set<Row>> cube = abstraction.of(clause, body, predicates.of(relation));
            if (cube.isEmpty()) return Optional.empty();
            var fact = new Fact(relation, cube.get(), clause, body);
            List<Fact> there = facts.computeIfAbsent(relation, _ -> new ArrayList<>());
            if (there.stream().anyMatch(fact::isCoveredBy)) return Optional.empty();
            there.add(fact);
            pending.add(fact);
            return tuples.broken(fact);
        }

        // ---- TERMREFINE ----------------------------------------------------------------------------------------

        /** Learns predicates from an abstract counterexample; returns the reason if nothing can be learnt. */
        private Optional<ProofResult.Open> refine(Tuple bad) {
            var root = new Derivation.Node(bad.premise());
            for (int i = 0; i < bad.facts().size(); i++) {
                root.premise(i, bad.facts().get(i).tree());
            }
            var derivation = new Derivation(system, root);
            Derivation.Rows rows = derivation.rows(Derivation.Depth.ALL);
            var interpolation = new Interpolation(limit);
            Optional<Map<Relation, List<Row>>> refuted = interpolation.solve(rows, Optional.empty());
            if (refuted.isPresent()) return learn(List.of(refuted.get()), derivation);
            List<Variable> variables = tuples.variables(bad.premise());
            var synthesis = new RankSynthesis(limit);
            Optional<Linear> rank = synthesis
                    .rank(derivation.rows(Derivation.Depth.RUN).all(), variables, Derivation.BEFORE, Derivation.AFTER)
                    .or(() -> synthesis.rank(rows.all(), variables, Derivation.BEFORE, Derivation.AFTER));
            if (rank.isEmpty()) {
                return Optional.of(new ProofResult.Open(
                        "no linear rank for a way round a loop", derivation.stem(), derivation.path()));
            }
            var solutions = new ArrayList<Map<Relation, List<Row>>>();
            for (Row goal : new Rank(derivation.head(), rank.get()).rows(Derivation.BEFORE, Derivation.AFTER)) {
                Optional<Map<Relation, List<Row>>> solution = interpolation.solve(rows, Optional.of(goal));
                if (solution.isEmpty()) {
                    return Optional.of(new ProofResult.Open(
                            "a rank holds for integers only", derivation.stem(), derivation.path()));
                }
                solutions.add(solution.get());
            }
            return learn(solutions, derivation);
        }

        private Optional<ProofResult.Open> learn(List<Map<Relation, List<Row>>> solutions, Derivation derivation) {
            int before = predicates.size();
            for (Map<Relation, List<Row>> solution : solutions) {
                solution.forEach((relation, rows) -> rows.forEach(row -> predicates.add(relation, row)));
            }
            if (predicates.size() > before) return Optional.empty();
            return Optional.of(new ProofResult.Open("no new predicates", derivation.stem(), derivation.path()));
        }

        // ---- the proof -----------------------------------------------------------------------------------------

        private Proof proof() {
            List<Rank> ranks = tuples.ranks();
            List<Clause> premises = Clauses.of(question, exposure, Clauses.Effects.PER_PAIR, ranks)
                    .orElseThrow();
            var text = new SmtText(system);
            var meanings = new LinkedHashMap<String, Interpretation>();
            facts.forEach((relation, all) -> {
                var cubes = all.stream()
                        .map(fact -> text.rows(List.copyOf(fact.cube())))
                        .toList();
                meanings.put(
                        relation.name(),
                        new Interpretation(
                                relation.parameters().stream().map(text::column).toList(),
                                SExpression.of(SmtText.disjunction(cubes))));
            });
            return new Proof(system, question.thread(), name(), exposure, ranks, premises, meanings);
        }
    }
}
