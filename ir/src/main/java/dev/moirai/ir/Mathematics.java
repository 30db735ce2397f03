package dev.moirai.ir;

import dev.moirai.ir.Expr.MathOp;
import java.math.BigInteger;

/**
 * The meaning of operators on mathematical values, fixed once as {@link Arithmetic} fixes it for bits. A value is given by
 * its {@linkplain ValueNames name}, a truth value or bit-vector by its bits.
 */
public final class Mathematics {
    private Mathematics() {}

    /** @param type of the first operand */
    public static long apply(MathOp op, Type type, long a, long b) {
        return switch (op) {
            case EQUAL -> a == b ? 1 : 0;
            case UNSIGNED -> ValueNames.of(unsigned(a, (Type.Int) type));
            case SIGNED -> ValueNames.ofInteger(Arithmetic.normalize(new Type.Int(((Type.Int) type).width(), true), a));
            case FLOOR -> ValueNames.of(floor(ValueNames.real(a)));
            case REAL_OF -> ValueNames.of(new Expr.Ratio(ValueNames.integer(a), BigInteger.ONE));
            case NEGATE, ADD, SUBTRACT, MULTIPLY, QUOTIENT, REMAINDER, DIVIDE, LESS, LESS_OR_EQUAL ->
                type instanceof Type.Real ? ofReals(op, ValueNames.real(a), ValueNames.real(b)) : ofIntegers(op, a, b);
        };
    }

    private static BigInteger unsigned(long bits, Type.Int type) {
        long plain = Arithmetic.normalize(new Type.Int(type.width(), false), bits);
        return plain >= 0 ? BigInteger.valueOf(plain) : new BigInteger(Long.toUnsignedString(plain));
    }

    private static BigInteger floor(Expr.Ratio real) {
        return quotient(real.numerator(), real.denominator());
    }

    private static long ofIntegers(MathOp op, long a, long b) {
        if (ValueNames.isOwn(a) && ValueNames.isOwn(b)) {
            switch (op) {
                case NEGATE -> {
                    return ValueNames.ofInteger(-a);
                }
                case ADD -> {
                    return ValueNames.ofInteger(a + b);
                }
                case SUBTRACT -> {
                    return ValueNames.ofInteger(a - b);
                }
                case LESS -> {
                    return a < b ? 1 : 0;
                }
                case LESS_OR_EQUAL -> {
                    return a <= b ? 1 : 0;
                }
                default -> {}
            }
        }
        BigInteger x = ValueNames.integer(a);
        BigInteger y = ValueNames.integer(b);
        return switch (op) {
            case NEGATE -> ValueNames.of(x.negate());
            case ADD -> ValueNames.of(x.add(y));
            case SUBTRACT -> ValueNames.of(x.subtract(y));
            case MULTIPLY -> ValueNames.of(x.multiply(y));
            case QUOTIENT -> ValueNames.of(quotient(x, y));
            case REMAINDER -> ValueNames.of(remainder(x, y));
            case LESS -> x.compareTo(y) < 0 ? 1 : 0;
            case LESS_OR_EQUAL -> x.compareTo(y) <= 0 ? 1 : 0;
            case DIVIDE, FLOOR, REAL_OF, UNSIGNED, SIGNED, EQUAL ->
                throw new IllegalArgumentException(op + " on integers");
        };
    }

    /** Euclid's quotient, 0 for a division by zero. */
    public static BigInteger quotient(BigInteger x, BigInteger y) {
        if (y.signum() == 0) return BigInteger.ZERO;
        BigInteger[] parts = x.divideAndRemainder(y);
        return parts[1].signum() >= 0 ? parts[0] : parts[0].subtract(BigInteger.valueOf(y.signum()));
    }

    /** Euclid's remainder, which is never negative; 0 for a division by zero. */
    public static BigInteger remainder(BigInteger x, BigInteger y) {
        return y.signum() == 0 ? BigInteger.ZERO : x.mod(y.abs());
    }

    private static long ofReals(MathOp op, Expr.Ratio a, Expr.Ratio b) {
        BigInteger left = a.numerator().multiply(b.denominator());
        BigInteger right = b.numerator().multiply(a.denominator());
        BigInteger below = a.denominator().multiply(b.denominator());
        return switch (op) {
            case NEGATE -> ValueNames.of(new Expr.Ratio(a.numerator().negate(), a.denominator()));
            case ADD -> ValueNames.of(new Expr.Ratio(left.add(right), below));
            case SUBTRACT -> ValueNames.of(new Expr.Ratio(left.subtract(right), below));
            case MULTIPLY -> ValueNames.of(new Expr.Ratio(a.numerator().multiply(b.numerator()), below));
            case DIVIDE -> right.signum() == 0 ? 0 : ValueNames.of(new Expr.Ratio(left, right));
            case LESS -> left.compareTo(right) < 0 ? 1 : 0;
            case LESS_OR_EQUAL -> left.compareTo(right) <= 0 ? 1 : 0;
            case QUOTIENT, REMAINDER, FLOOR, REAL_OF, UNSIGNED, SIGNED, EQUAL ->
                throw new IllegalArgumentException(op + " on reals");
        };
    }

    /** The lowest bits of an integer, in the form of the type. */
    public static long bits(Type.Int type, long integer) {
        return Arithmetic.normalize(type, ValueNames.integer(integer).longValue());
    }

    public static long lookup(long map, long key) {
        return ValueNames.map(map).get(key);
    }

    public static long update(Type.Map type, long map, long key, long value) {
        return ValueNames.of(ValueNames.map(map).with(type.key(), key, value));
    }

    public static long everywhere(long value) {
        return ValueNames.of(MapValue.everywhere(value));
    }

    // ---- values as text ----------------------------------------------------------------------------------------

    /** A value as a reader would write it: {@code -3}, {@code 1/2}, {@code Color#1}, {@code [0: 5, else 0]}. */
    public static String text(Type type, long value) {
        return switch (type) {
            case Type.Integer _ -> ValueNames.integer(value).toString();
            case Type.Real _ -> {
                Expr.Ratio real = ValueNames.real(value);
                yield real.numerator() + (real.denominator().equals(BigInteger.ONE) ? ".0" : "/" + real.denominator());
            }
            case Type.Named(var name) -> name + "#" + value;
            case Type.Map map -> mapText(map, ValueNames.map(value));
            case Type.Int(var width, var signed) -> {
                if (width == 1) yield value == 0 ? "false" : "true";
                yield signed ? Long.toString(value) : Long.toUnsignedString(value);
            }
            case Type.Float _, Type.Pointer _, Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                Long.toString(value);
        };
    }

    private static String mapText(Type.Map type, MapValue map) {
        var out = new StringBuilder("[");
        for (long key : map.keys()) {
            out.append(text(type.key(), key)).append(": ");
            out.append(text(type.value(), map.get(key))).append(", ");
        }
        return out.append("else ")
                .append(text(type.value(), map.otherwise()))
                .append(']')
                .toString();
    }
}
