package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * Bit-vectors of more than 64 bits: integers from 0 to below a power of two. Arithmetic is that of integers modulo the power; what goes
 * bit by bit is done in pieces of 64 bits. Operations of which only some operands are wide take all of them as integers.
 */
final class WideVectors {
    private static final Type.Int PIECE = new Type.Int(64, false);

    private final int width;
    /** A value that is used several times is computed once. */
    private final UnaryOperator<Expr> simple;

    private WideVectors(int width, UnaryOperator<Expr> simple) {
        this.width = width;
        this.simple = simple;
    }

    static boolean isWide(BoogieType type) {
        return type instanceof BoogieType.Bv(var width) && width > LoweredTypes.WIDEST;
    }

    /** Whether an integer is a vector of this width. */
    static Expr isProper(Expr value, int width) {
        Expr least = new Expr.Calculate(MathOp.LESS_OR_EQUAL, number(0), value);
        return BoogieOperators.and(least, less(value, power(width)));
    }

    /** The function's value, if an operand or the result is wide and the function is known. */
    static Optional<Expr> apply(
            ProverFunction function,
            List<Expr> arguments,
            List<BoogieType> types,
            BoogieType result,
            UnaryOperator<Expr> simple) {
        if (types.stream().noneMatch(WideVectors::isWide) && !isWide(result)) return Optional.empty();
        var a = new ArrayList<Expr>();
        for (int i = 0; i < arguments.size(); i++) a.add(simple.apply(integer(arguments.get(i), types.get(i))));
        int width = types.getFirst() instanceof BoogieType.Bv(var bits) ? bits : width(result);
        var vectors = new WideVectors(width, simple);
        Optional<Expr> value = function.isIndexed()
                ? vectors.indexed(function, a.getFirst(), width(result))
                : vectors.plain(function.name(), a, types);
        return value.map(v -> v.type().equals(Type.INTEGER) ? narrowed(v, result) : v);
    }

    private static int width(BoogieType type) {
        return type instanceof BoogieType.Bv(var width) ? width : 0;
    }

    private static Expr integer(Expr value, BoogieType type) {
        boolean narrow = type instanceof BoogieType.Bv && !isWide(type);
        return narrow ? new Expr.Calculate(MathOp.UNSIGNED, value) : value;
    }

    private static Expr narrowed(Expr integer, BoogieType type) {
        boolean narrow = type instanceof BoogieType.Bv && !isWide(type);
        return narrow ? new Expr.Bits(new Type.Int(width(type), false), integer) : integer;
    }

    // ---- taking apart and putting together ---------------------------------------------------------------------

    static Expr extract(Expr whole, int high, int low) {
        Expr moved = low == 0 ? whole : new Expr.Calculate(MathOp.QUOTIENT, whole, power(low));
        return narrowed(modulo(moved, high - low), new BoogieType.Bv(high - low));
    }

    static Expr concat(Expr high, BoogieType highType, Expr low, BoogieType lowType) {
        int width = width(highType) + width(lowType);
        if (width <= LoweredTypes.WIDEST) return BitVectors.concat(high, low);
        Expr moved = new Expr.Calculate(MathOp.MULTIPLY, integer(high, highType), power(width(lowType)));
        return new Expr.Calculate(MathOp.ADD, moved, integer(low, lowType));
    }

    /** {@code zero_extend 64} and its like. */
    private Optional<Expr> indexed(ProverFunction function, Expr x, int result) {
        return switch (function.name()) {
            case "zero_extend" -> Optional.of(x);
            case "sign_extend" -> Optional.of(modulo(signed(x), result));
            case "int2bv" -> Optional.of(modulo(x, result));
            case "extract" -> Optional.of(modulo(divided(x, power(function.index(1))), result));
            case "rotate_left" -> Optional.of(rotated(x, function.index(0) % width));
            case "rotate_right" -> Optional.of(rotated(x, width - function.index(0) % width));
            case "repeat" -> {
                BigInteger factor = BigInteger.ZERO;
                for (int i = 0; i < function.index(0); i++) factor = factor.setBit(i * width);
                yield Optional.of(new Expr.Calculate(MathOp.MULTIPLY, x, new Expr.Number(factor)));
            }
            default -> Optional.empty();
        };
    }

    private Expr rotated(Expr x, int left) {
        if (left % width == 0) return x;
        Expr high = modulo(new Expr.Calculate(MathOp.MULTIPLY, x, power(left)), width);
        return new Expr.Calculate(MathOp.ADD, high, divided(x, power(width - left)));
    }

    // ---- operations --------------------------------------------------------------------------------------------

    private Optional<Expr> plain(String name, List<Expr> a, List<BoogieType> types) {
        Expr x = a.getFirst();
        if (a.size() == 1) {
            return Optional.ofNullable(
                    switch (name) {
                        case "bvnot" -> complement(x);
                        case "bvneg" -> modulo(minus(number(0), x), width);
                        case "bv2nat", "bv2int", "ubv_to_int" -> x;
                        case "sbv_to_int" -> signed(x);
                        default -> null;
                    });
        }
        if (a.size() != 2) return Optional.empty();
        Expr y = a.getLast();
        return Optional.ofNullable(
                switch (name) {
                    case "bvadd" -> modulo(new Expr.Calculate(MathOp.ADD, x, y), width);
                    case "bvsub" -> modulo(minus(x, y), width);
                    case "bvmul" -> modulo(new Expr.Calculate(MathOp.MULTIPLY, x, y), width);
                    case "bvand" -> bitwise(x, y, Expr.BinaryOp.AND);
                    case "bvor" -> bitwise(x, y, Expr.BinaryOp.OR);
                    case "bvxor" -> bitwise(x, y, Expr.BinaryOp.XOR);
                    case "bvnand" -> complement(bitwise(x, y, Expr.BinaryOp.AND));
                    case "bvnor" -> complement(bitwise(x, y, Expr.BinaryOp.OR));
                    case "bvxnor" -> complement(bitwise(x, y, Expr.BinaryOp.XOR));
                    case "bvudiv" -> quotient(x, y);
                    case "bvurem" -> remainder(x, y);
                    case "bvsdiv" ->
                        modulo(ofSign(differ(x, y), simple.apply(quotient(magnitude(x), magnitude(y)))), width);
                    case "bvsrem" ->
                        modulo(ofSign(isNegative(x), simple.apply(remainder(magnitude(x), magnitude(y)))), width);
                    case "bvsmod" -> signedModulo(x, y);
                    case "bvshl" ->
                        shifted(x, y, (v, by) -> modulo(new Expr.Calculate(MathOp.MULTIPLY, v, by), width), number(0));
                    case "bvlshr" -> shifted(x, y, WideVectors::divided, number(0));
                    case "bvashr" -> {
                        Expr sign = new Expr.Select(isNegative(x), number(-1), number(0));
                        yield modulo(shifted(simple.apply(signed(x)), y, WideVectors::divided, sign), width);
                    }
                    case "bvult" -> less(x, y);
                    case "bvule" -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, x, y);
                    case "bvugt" -> less(y, x);
                    case "bvuge" -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, y, x);
                    case "bvslt" -> less(signed(x), signed(y));
                    case "bvsle" -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, signed(x), signed(y));
                    case "bvsgt" -> less(signed(y), signed(x));
                    case "bvsge" -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, signed(y), signed(x));
                    case "bvcomp" -> new Expr.Cast(new Type.Int(1, false), BoogieOperators.equal(x, y));
                    case "concat" ->
                        new Expr.Calculate(
                                MathOp.ADD, new Expr.Calculate(MathOp.MULTIPLY, x, power(width(types.getLast()))), y);
                    default -> null;
                });
    }

    private Expr complement(Expr x) {
        return minus(new Expr.Number(BigInteger.TWO.pow(width).subtract(BigInteger.ONE)), x);
    }

    private Expr bitwise(Expr x, Expr y, Expr.BinaryOp op) {
        Expr sum = number(0);
        for (int low = 0; low < width; low += PIECE.width()) {
            Expr piece = new Expr.Binary(op, piece(x, low), piece(y, low));
            Expr moved = new Expr.Calculate(MathOp.MULTIPLY, new Expr.Calculate(MathOp.UNSIGNED, piece), power(low));
            sum = low == 0 ? moved : new Expr.Calculate(MathOp.ADD, sum, moved);
        }
        return sum;
    }

    private static Expr piece(Expr x, int low) {
        return new Expr.Bits(PIECE, low == 0 ? x : divided(x, power(low)));
    }

    private Expr isNegative(Expr x) {
        return new Expr.Calculate(MathOp.LESS_OR_EQUAL, power(width - 1), x);
    }

    private Expr differ(Expr x, Expr y) {
        return new Expr.Compare(Expr.CompareOp.NOT_EQUAL, isNegative(x), isNegative(y));
    }

    private Expr signed(Expr x) {
        return new Expr.Select(isNegative(x), minus(x, power(width)), x);
    }

    private Expr magnitude(Expr x) {
        return new Expr.Select(isNegative(x), minus(power(width), x), x);
    }

    private static Expr ofSign(Expr negative, Expr value) {
        return new Expr.Select(negative, minus(number(0), value), value);
    }

    private Expr quotient(Expr x, Expr y) {
        return new Expr.Select(isZero(y), complement(number(0)), divided(x, y));
    }

    private static Expr remainder(Expr x, Expr y) {
        return new Expr.Select(isZero(y), x, new Expr.Calculate(MathOp.REMAINDER, x, y));
    }

    /** The remainder that has the divisor's sign. */
    private Expr signedModulo(Expr x, Expr y) {
        Expr rest = simple.apply(remainder(magnitude(x), magnitude(y)));
        Expr ofSign = simple.apply(ofSign(isNegative(x), rest));
        Expr fits = BoogieOperators.or(isZero(rest), Expr.not(differ(x, y)));
        Expr moved = new Expr.Select(fits, ofSign, new Expr.Calculate(MathOp.ADD, ofSign, signed(y)));
        return new Expr.Select(isZero(y), x, modulo(moved, width));
    }

    /** A shift by a count that is not known goes by the count's bits: by one, by two, by four. */
    private Expr shifted(Expr x, Expr count, BinaryOperator<Expr> byPower, Expr beyond) {
        if (count instanceof Expr.Number(var known)) {
            return known.compareTo(BigInteger.valueOf(width)) >= 0 ? beyond : byPower.apply(x, power(known.intValue()));
        }
        Expr result = x;
        for (int bit = 0; 1 << bit < width; bit++) {
            Expr isSet = Expr.not(isZero(modulo(divided(count, power(bit)), 1)));
            result = simple.apply(new Expr.Select(isSet, byPower.apply(result, power(1 << bit)), result));
        }
        return new Expr.Select(less(count, number(width)), result, beyond);
    }

    // ---- integers ----------------------------------------------------------------------------------------------

    private static Expr number(long value) {
        return new Expr.Number(value);
    }

    private static Expr power(int bits) {
        return new Expr.Number(BigInteger.TWO.pow(bits));
    }

    private static Expr minus(Expr x, Expr y) {
        return new Expr.Calculate(MathOp.SUBTRACT, x, y);
    }

    private static Expr divided(Expr x, Expr y) {
        return new Expr.Calculate(MathOp.QUOTIENT, x, y);
    }

    private static Expr less(Expr x, Expr y) {
        return new Expr.Calculate(MathOp.LESS, x, y);
    }

    private static Expr isZero(Expr x) {
        return BoogieOperators.equal(x, number(0));
    }

    private static Expr modulo(Expr x, int bits) {
        return new Expr.Calculate(MathOp.REMAINDER, x, power(bits));
    }
}
