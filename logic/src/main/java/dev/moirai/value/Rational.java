package dev.moirai.value;

import java.math.BigInteger;

/** A rational number, in lowest terms with a positive denominator. */
public record Rational(BigInteger numerator, BigInteger denominator) {
    public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);

    public Rational {
        if (denominator.signum() == 0) throw new IllegalArgumentException("a ratio over zero");
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() < 0) divisor = divisor.negate();
        numerator = numerator.divide(divisor);
        denominator = denominator.divide(divisor);
    }

    public static Rational of(BigInteger integer) {
        return new Rational(integer, BigInteger.ONE);
    }

    public Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    public Rational add(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Rational multiply(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** Zero for a division by zero. */
    public Rational divide(Rational other) {
        if (other.numerator.signum() == 0) return ZERO;
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    public boolean isLess(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator)) < 0;
    }

    public BigInteger floor() {
        return Exact.quotient(numerator, denominator);
    }

    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE) ? numerator + ".0" : numerator + "/" + denominator;
    }
}
