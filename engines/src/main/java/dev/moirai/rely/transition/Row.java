package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/** {@code expression >= 0} or {@code expression == 0}. */
public record Row(Linear expression, Relation relation) {
    public enum Relation {
        AT_LEAST_ZERO,
        ZERO
    }

    public static Row atLeastZero(Linear expression) {
        return new Row(tightened(expression), Relation.AT_LEAST_ZERO);
    }

    public static Row zero(Linear expression) {
        return new Row(expression, Relation.ZERO);
    }

    public static Row equal(Linear left, Linear right) {
        return zero(left.minus(right));
    }

    public static Row atLeast(Linear left, Linear right) {
        return atLeastZero(left.minus(right));
    }

    /** As all variables are integers, {@code 2x - 1 >= 0} is {@code x - 1 >= 0}. */
    private static Linear tightened(Linear expression) {
        BigInteger divisor = BigInteger.ZERO;
        for (BigInteger coefficient : expression.coefficients().values()) divisor = divisor.gcd(coefficient);
        if (divisor.compareTo(BigInteger.ONE) <= 0) return expression;
        BigInteger by = divisor;
        var divided = new TreeMap<Long, BigInteger>();
        expression.coefficients().forEach((column, coefficient) -> divided.put(column, coefficient.divide(by)));
        BigInteger[] parts = expression.constant().divideAndRemainder(by);
        BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        return new Linear(divided, floor);
    }

    public boolean mentions(int moment) {
        return expression.coefficients().keySet().stream().anyMatch(column -> Column.moment(column) == moment);
    }

    /** Whether it shows at once that the two cannot both hold: their expressions, or one and the other negated, add up to what cannot be. */
    boolean excludes(Row other) {
        if (expression.coefficients().size() != other.expression.coefficients().size()) return false;
        boolean areZero = relation == Relation.ZERO && other.relation == Relation.ZERO;
        return isImpossible(expression.plus(other.expression), areZero)
                || relation == Relation.ZERO && isImpossible(other.expression.minus(expression), areZero)
                || other.relation == Relation.ZERO && isImpossible(expression.minus(other.expression), areZero);
    }

    private static boolean isImpossible(Linear sum, boolean isZero) {
        int sign = sum.constant().signum();
        return sum.isConstant() && (sign < 0 || isZero && sign > 0);
    }

    public boolean isAlwaysTrue() {
        return expression.isConstant() && holds();
    }

    public boolean isAlwaysFalse() {
        return expression.isConstant() && !holds();
    }

    private boolean holds() {
        int sign = expression.constant().signum();
        return relation == Relation.ZERO ? sign == 0 : sign >= 0;
    }

    public Row renamed(LongUnaryOperator column) {
        return new Row(expression.renamed(column), relation);
    }
}
