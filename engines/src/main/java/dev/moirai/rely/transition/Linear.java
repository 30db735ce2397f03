package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** A linear expression over {@link Column}s, with integer coefficients of any size. Immutable; no coefficient is zero. */
public record Linear(Map<Long, BigInteger> coefficients, BigInteger constant) {
    public static final Linear ZERO = new Linear(Map.of(), BigInteger.ZERO);

    public Linear {
        var kept = new TreeMap<>(coefficients);
        kept.values().removeIf(coefficient -> coefficient.signum() == 0);
        coefficients = Collections.unmodifiableMap(kept);
    }

    public static Linear of(long constant) {
        return of(BigInteger.valueOf(constant));
    }

    public static Linear of(BigInteger constant) {
        return new Linear(Map.of(), constant);
    }

    public static Linear column(long column) {
        return new Linear(Map.of(column, BigInteger.ONE), BigInteger.ZERO);
    }

    public BigInteger coefficient(long column) {
        return coefficients.getOrDefault(column, BigInteger.ZERO);
    }

    public boolean isConstant() {
        return coefficients.isEmpty();
    }

    public Linear plus(Linear other) {
        var sum = new TreeMap<>(coefficients);
        other.coefficients.forEach((column, coefficient) -> sum.merge(column, coefficient, BigInteger::add));
        return new Linear(sum, constant.add(other.constant));
    }

    public Linear plus(long number) {
        return new Linear(coefficients, constant.add(BigInteger.valueOf(number)));
    }

    public Linear minus(Linear other) {
        return plus(other.negated());
    }

    public Linear negated() {
        return times(BigInteger.ONE.negate());
    }

    public Linear times(BigInteger factor) {
        var scaled = new TreeMap<Long, BigInteger>();
        coefficients.forEach((column, coefficient) -> scaled.put(column, coefficient.multiply(factor)));
        return new Linear(scaled, constant.multiply(factor));
    }

    /** The expression with its columns replaced by others. */
    public Linear renamed(LongUnaryOperator column) {
        var renamed = new TreeMap<Long, BigInteger>();
        coefficients.forEach(
                (from, coefficient) -> renamed.merge(column.applyAsLong(from), coefficient, BigInteger::add));
        return new Linear(renamed, constant);
    }

    /** The expression with every column replaced by an expression. */
    public Linear substituted(LongFunction<Linear> by) {
        Linear result = of(constant);
        for (var entry : coefficients.entrySet()) {
            result = result.plus(by.apply(entry.getKey()).times(entry.getValue()));
        }
        return result;
    }
}
