package dev.moirai.rely.ranking;

import dev.moirai.rely.ranking.LinearProgram.Rational;
import dev.moirai.rely.ranking.LinearProgram.Sum;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds a linear ranking function for the pairs of states that some rows allow (Podelski and Rybalchenko, VMCAI 2004):
 * by Farkas' lemma the rows imply {@code r >= 0} and {@code r - r' >= 1} exactly if both are non-negative combinations
 * of rows, which is a linear program over the factors and the coefficients of {@code r}. Uses as few variables as
 * possible, giving up the later ones in the list first, and no constant if it can be avoided.
 */
public final class RankSynthesis {
    private final Limit limit;

    public RankSynthesis(Limit limit) {
        this.limit = limit;
    }

    /** The rank as an expression over {@code variables} at {@link Column#NOW}. */
    public Optional<Linear> rank(List<Row> rows, List<Variable> variables, int before, int after) {
        var left = new Elimination(rows);
        try (var program = new LinearProgram(limit)) {
            var names = new TreeMap<Integer, String>();
            for (Variable variable : variables) names.put(variable.index(), program.unknown("r" + variable.index()));
            String constant = program.unknown("r");
            // Bounded: r(before) + constant is a combination of rows.
            Sum bound = combination(program, left, "b", variables, names, before, Optional.empty());
            program.atLeastZero(bound.add(constant, BigInteger.ONE));
            // Decreasing: r(before) - r(after) - 1 is a combination of rows.
            Sum decrease = combination(program, left, "d", variables, names, before, Optional.of(after));
            program.atLeastZero(decrease.add(BigInteger.ONE.negate()));
            if (!program.isFeasible()) return Optional.empty();
            // A constant that only this path explains fits no other path; a variable in its place is better.
            Predicate<Variable> isData = variable -> variable.role() == Variable.Role.DATA;
            for (Variable variable : variables.reversed()) {
                if (!isData.test(variable)) program.prefersZero(List.of(names.get(variable.index())));
            }
            program.prefersZero(List.of(constant));
            for (Variable variable : variables.reversed()) {
                if (isData.test(variable)) program.prefersZero(List.of(names.get(variable.index())));
            }
            // Odd coefficients come from the number of iterations on this path; what loops count shows in differences.
            for (Variable variable : variables) {
                List<String> name = List.of(names.get(variable.index()));
                if (!program.prefersZero(name) && !program.prefers(name, 1)) program.prefers(name, -1);
            }
            return program.solution().map(solution -> expression(solution, variables, names, constant));
        }
    }

    /**
     * Requires the expression with unknown coefficients to equal a combination of rows, constants apart; returns the
     * rest of the constants, which must not be negative.
     */
    private static Sum combination(
            LinearProgram program,
            Elimination left,
            String prefix,
            List<Variable> variables,
            Map<Integer, String> names,
            int before,
            Optional<Integer> after) {
        var columns = new TreeMap<Long, Sum>();
        var constants = new Sum();
        for (Variable variable : variables) {
            Linear value = left.value(Linear.column(Column.of(variable, before)));
            if (after.isPresent()) value = value.minus(left.value(Linear.column(Column.of(variable, after.get()))));
            String name = Objects.requireNonNull(names.get(variable.index()));
            value.coefficients()
                    .forEach((column, factor) ->
                            columns.computeIfAbsent(column, _ -> new Sum()).add(name, factor));
            constants.add(name, value.constant());
        }
        int number = 0;
        for (Row row : left.rows()) {
            String factor = program.unknown(prefix + number++);
            if (row.relation() == Row.Relation.AT_LEAST_ZERO) {
                program.atLeastZero(new Sum().add(factor, BigInteger.ONE));
            }
            row.expression()
                    .coefficients()
                    .forEach((column, coefficient) ->
                            columns.computeIfAbsent(column, _ -> new Sum()).add(factor, coefficient.negate()));
            constants.add(factor, row.expression().constant().negate());
        }
        columns.values().forEach(program::zero);
        return constants;
    }

    private static Linear expression(
            Map<String, Rational> solution, List<Variable> variables, Map<Integer, String> names, String constant) {
        BigInteger scale = BigInteger.ONE;
        for (Variable variable : variables) {
            BigInteger denominator = coefficient(solution, names, variable).denominator();
            scale = scale.multiply(denominator).divide(scale.gcd(denominator));
        }
        var used = new TreeSet<BigInteger>();
        var coefficients = new TreeMap<Long, BigInteger>();
        for (Variable variable : variables) {
            BigInteger coefficient = scaled(coefficient(solution, names, variable), scale);
            coefficients.put(Column.of(variable, Column.NOW), coefficient);
            if (coefficient.signum() != 0) used.add(coefficient.abs());
        }
        // Rounded up: a rank may be too large, never too small. A common divisor is cancelled, because what falls by it
        // then falls by one.
        BigInteger divisor = BigInteger.ZERO;
        for (BigInteger coefficient : used) divisor = divisor.gcd(coefficient);
        BigInteger by = divisor.signum() == 0 ? BigInteger.ONE : divisor;
        coefficients.replaceAll((_, coefficient) -> coefficient.divide(by));
        Rational last = Objects.requireNonNull(solution.get(constant));
        BigInteger ceiling =
                ceiling(last.numerator().multiply(scale), last.denominator().multiply(by));
        return new Linear(coefficients, ceiling);
    }

    private static Rational coefficient(Map<String, Rational> solution, Map<Integer, String> names, Variable variable) {
        return Objects.requireNonNull(solution.get(names.get(variable.index())));
    }

    private static BigInteger scaled(Rational value, BigInteger scale) {
        return value.numerator().multiply(scale).divide(value.denominator());
    }

    private static BigInteger ceiling(BigInteger numerator, BigInteger denominator) {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    /** The variables in order of preference: those that the source names first, the model's own last. */
    public static List<Variable> preferred(List<Variable> variables) {
        var ordered = new ArrayList<>(variables);
        ordered.sort(Comparator.comparing(Variable::role)
                .thenComparing(variable -> !variable.isGlobal())
                .thenComparing(Variable::index));
        return ordered;
    }
}
