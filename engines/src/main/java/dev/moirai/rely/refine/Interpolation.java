package dev.moirai.rely.refine;

import dev.moirai.rely.ranking.LinearProgram;
import dev.moirai.rely.ranking.LinearProgram.Rational;
import dev.moirai.rely.ranking.LinearProgram.Sum;
import dev.moirai.rely.rule.Derivation;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.solve.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An interpolating solution of the recursion-free clauses of a counterexample (Gupta, Popeea, Rybalchenko, POPL 2011):
 * by Farkas' lemma the goal is a combination of the tree's rows, and the contribution of the rows below a node is an
 * inequality over the columns that the node shares with the rest: a predicate for its relation. Combinations that leave
 * out how states came about are tried first, so that few predicates suffice.
 */
final class Interpolation {
    private static final String GOAL = "goal";

    private final Limit limit;

    Interpolation(Limit limit) {
        this.limit = limit;
    }

    /** @param goal what the rows imply; empty if they contradict each other */
    Optional<Map<Relation, List<Row>>> solve(Derivation.Rows rows, Optional<Row> goal) {
        try (var program = new LinearProgram(limit)) {
            var factors = new ArrayList<String>();
            var columns = new TreeMap<Long, Sum>();
            var constants = new Sum();
            for (Row row : rows.all()) {
                String factor = program.unknown("f" + factors.size());
                factors.add(factor);
                if (row.relation() == Row.Relation.AT_LEAST_ZERO) {
                    program.atLeastZero(new Sum().add(factor, BigInteger.ONE));
                }
                row.expression()
                        .coefficients()
                        .forEach((column, coefficient) ->
                                columns.computeIfAbsent(column, _ -> new Sum()).add(factor, coefficient));
                constants.add(factor, row.expression().constant().negate());
            }
            // For integers, a missed goal is missed by at least one; the rows and that negation contradict each other.
            if (goal.isPresent()) {
                String times = program.unknown(GOAL);
                program.atLeastZero(new Sum().add(times, BigInteger.ONE));
                goal.get()
                        .expression()
                        .coefficients()
                        .forEach((column, coefficient) ->
                                columns.computeIfAbsent(column, _ -> new Sum()).add(times, coefficient.negate()));
                constants.add(times, goal.get().expression().constant().add(BigInteger.ONE));
            }
            program.atLeastZero(constants.add(BigInteger.ONE.negate()));
            columns.values().forEach(program::zero);
            if (!program.isFeasible()) return Optional.empty();
            goal.ifPresent(_ -> program.prefers(List.of(GOAL), 1));
            for (Derivation.Part part : rows.parts()) {
                if (part.relation().kind() == Relation.Kind.STATES) {
                    program.prefersZero(factors.subList(part.from(), part.to()));
                }
            }
            return program.solution().map(solution -> predicates(rows, factors, solution));
        }
    }

    private static Map<Relation, List<Row>> predicates(
            Derivation.Rows rows, List<String> factors, Map<String, Rational> solution) {
        var predicates = new HashMap<Relation, List<Row>>();
        for (Derivation.Part part : rows.parts()) {
            BigInteger scale = BigInteger.ONE;
            for (int i = part.from(); i < part.to(); i++) {
                BigInteger denominator =
                        Objects.requireNonNull(solution.get(factors.get(i))).denominator();
                scale = scale.multiply(denominator).divide(scale.gcd(denominator));
            }
            Linear sum = Linear.ZERO;
            for (int i = part.from(); i < part.to(); i++) {
                Rational factor = Objects.requireNonNull(solution.get(factors.get(i)));
                if (factor.isZero()) continue;
                BigInteger times = factor.numerator().multiply(scale).divide(factor.denominator());
                sum = sum.plus(rows.all().get(i).expression().times(times));
            }
            var parameters = new HashMap<Long, Long>();
            for (int i = 0; i < part.columns().size(); i++) {
                parameters.putIfAbsent(
                        part.columns().get(i), part.relation().parameters().get(i));
            }
            if (!parameters.keySet().containsAll(sum.coefficients().keySet())) {
                throw new IllegalStateException("an interpolant over columns that are not shared");
            }
            predicates
                    .computeIfAbsent(part.relation(), _ -> new ArrayList<>())
                    .add(Row.atLeastZero(sum.renamed(parameters::get)));
        }
        return predicates;
    }
}
