package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** The prover's functions on bit-vectors and integers, by SMT-LIB's names. They are total: dividing by zero gives all ones. */
final class BitVectors {
    private BitVectors() {}

    /** The function's value, if it is known. */
    static Optional<Expr> apply(ProverFunction function, List<Expr> a, Type result) {
        String name = function.name();
        if (function.isIndexed()) {
            return a.size() == 1 && result instanceof Type.Int bits
                    ? indexed(function, a.getFirst(), bits)
                    : Optional.empty();
        }
        Expr x = a.isEmpty() ? Expr.FALSE : a.getFirst();
        Expr y = a.size() < 2 ? Expr.FALSE : a.get(1);
        Optional<Expr> mathematical = mathematical(name, a);
        if (mathematical.isPresent()) return mathematical;
        if (a.isEmpty() || !(x.type() instanceof Type.Int)) return Optional.empty();
        if (a.size() == 1) {
            return switch (name) {
                case "bvnot" -> Optional.of(new Expr.Unary(Expr.UnaryOp.COMPLEMENT, x));
                case "bvneg" -> Optional.of(negated(x));
                case "bv2nat", "bv2int", "ubv_to_int" -> Optional.of(new Expr.Calculate(Expr.MathOp.UNSIGNED, x));
                case "sbv_to_int" -> Optional.of(new Expr.Calculate(Expr.MathOp.SIGNED, x));
                default -> Optional.empty();
            };
        }
        return Optional.ofNullable(
                switch (name) {
                    case "bvadd" -> new Expr.Binary(BinaryOp.ADD, x, y);
                    case "bvsub" -> new Expr.Binary(BinaryOp.SUBTRACT, x, y);
                    case "bvmul" -> new Expr.Binary(BinaryOp.MULTIPLY, x, y);
                    case "bvand" -> new Expr.Binary(BinaryOp.AND, x, y);
                    case "bvor" -> new Expr.Binary(BinaryOp.OR, x, y);
                    case "bvxor" -> new Expr.Binary(BinaryOp.XOR, x, y);
                    case "bvnand" -> complement(new Expr.Binary(BinaryOp.AND, x, y));
                    case "bvnor" -> complement(new Expr.Binary(BinaryOp.OR, x, y));
                    case "bvxnor" -> complement(new Expr.Binary(BinaryOp.XOR, x, y));
                    case "bvudiv" -> unsignedQuotient(x, y);
                    case "bvurem" -> unsignedRemainder(x, y);
                    case "bvsdiv" ->
                        new Expr.Select(
                                differ(negative(x), negative(y)),
                                negated(unsignedQuotient(magnitude(x), magnitude(y))),
                                unsignedQuotient(magnitude(x), magnitude(y)));
                    case "bvsrem" ->
                        new Expr.Select(
                                negative(x),
                                negated(unsignedRemainder(magnitude(x), magnitude(y))),
                                unsignedRemainder(magnitude(x), magnitude(y)));
                    case "bvsmod" -> signedModulo(x, y);
                    case "bvshl" -> shifted(x, y, BinaryOp.SHIFT_LEFT, zero(x));
                    case "bvlshr" -> shifted(x, y, BinaryOp.SHIFT_RIGHT, zero(x));
                    case "bvashr" -> arithmeticShift(x, y);
                    case "bvult" -> new Expr.Compare(CompareOp.LESS, x, y);
                    case "bvule" -> new Expr.Compare(CompareOp.LESS_OR_EQUAL, x, y);
                    case "bvugt" -> new Expr.Compare(CompareOp.GREATER, x, y);
                    case "bvuge" -> new Expr.Compare(CompareOp.GREATER_OR_EQUAL, x, y);
                    case "bvslt" -> new Expr.Compare(CompareOp.LESS, signed(x), signed(y));
                    case "bvsle" -> new Expr.Compare(CompareOp.LESS_OR_EQUAL, signed(x), signed(y));
                    case "bvsgt" -> new Expr.Compare(CompareOp.GREATER, signed(x), signed(y));
                    case "bvsge" -> new Expr.Compare(CompareOp.GREATER_OR_EQUAL, signed(x), signed(y));
                    case "bvcomp" -> new Expr.Cast(new Type.Int(1, false), new Expr.Compare(CompareOp.EQUAL, x, y));
                    case "concat" -> concat(x, y);
                    default -> null;
                });
    }

    private static Optional<Expr> mathematical(String name, List<Expr> a) {
        boolean numbers = !a.isEmpty()
                && a.stream()
                        .allMatch(e -> e.type().equals(Type.INTEGER) || e.type().equals(Type.REAL));
        if (!numbers) return Optional.empty();
        Expr x = a.getFirst();
        if (a.size() == 1) {
            return Optional.ofNullable(
                    switch (name) {
                        case "-" -> new Expr.Calculate(Expr.MathOp.NEGATE, x);
                        case "to_real" -> new Expr.Calculate(Expr.MathOp.REAL_OF, x);
                        case "to_int" -> new Expr.Calculate(Expr.MathOp.FLOOR, x);
                        default -> null;
                    });
        }
        Expr y = a.get(1);
        return Optional.ofNullable(
                switch (name) {
                    case "+" -> new Expr.Calculate(Expr.MathOp.ADD, x, y);
                    case "-" -> new Expr.Calculate(Expr.MathOp.SUBTRACT, x, y);
                    case "*" -> new Expr.Calculate(Expr.MathOp.MULTIPLY, x, y);
                    case "<" -> new Expr.Calculate(Expr.MathOp.LESS, x, y);
                    case "<=" -> new Expr.Calculate(Expr.MathOp.LESS_OR_EQUAL, x, y);
                    case ">" -> new Expr.Calculate(Expr.MathOp.LESS, y, x);
                    case ">=" -> new Expr.Calculate(Expr.MathOp.LESS_OR_EQUAL, y, x);
                    default -> null;
                });
    }

    /** {@code zero_extend 8}, {@code extract 7 0}, {@code int2bv 64}. */
    private static Optional<Expr> indexed(ProverFunction function, Expr x, Type.Int bits) {
        return switch (function.name()) {
            case "zero_extend" -> Optional.of(new Expr.Cast(bits, x));
            case "sign_extend" ->
                Optional.of(new Expr.Cast(bits, new Expr.Cast(new Type.Int(bits.width(), true), signed(x))));
            case "extract" -> Optional.of(extract(x, function.index(1), bits));
            case "rotate_left" -> Optional.of(rotated(x, function.index(0) % width(x)));
            case "rotate_right" -> Optional.of(rotated(x, width(x) - function.index(0) % width(x)));
            case "repeat" -> {
                Expr all = x;
                for (int i = 1; i < function.index(0); i++) all = concat(all, x);
                yield Optional.of(all);
            }
            case "int2bv" -> Optional.of(new Expr.Bits(bits, x));
            default -> Optional.empty();
        };
    }

    private static Expr rotated(Expr x, int left) {
        int width = width(x);
        if (left % width == 0) return x;
        return new Expr.Binary(
                BinaryOp.OR,
                new Expr.Binary(BinaryOp.SHIFT_LEFT, x, Expr.constant(x.type(), left)),
                new Expr.Binary(BinaryOp.SHIFT_RIGHT, x, Expr.constant(x.type(), width - left)));
    }

    static Expr extract(Expr bits, int low, Type.Int result) {
        Expr shifted = low == 0 ? bits : new Expr.Binary(BinaryOp.SHIFT_RIGHT, bits, Expr.constant(bits.type(), low));
        return bits.type().equals(result) ? shifted : new Expr.Cast(result, masked(shifted, result.width()));
    }

    /** A conversion to one bit is C's to a truth value, so higher bits go first. */
    private static Expr masked(Expr bits, int width) {
        if (width >= width(bits)) return bits;
        return new Expr.Binary(BinaryOp.AND, bits, Expr.constant(bits.type(), -1L >>> (64 - width)));
    }

    static Expr concat(Expr high, Expr low) {
        var type = new Type.Int(width(high) + width(low), false);
        Expr shifted = new Expr.Binary(BinaryOp.SHIFT_LEFT, new Expr.Cast(type, high), Expr.constant(type, width(low)));
        return new Expr.Binary(BinaryOp.OR, shifted, new Expr.Cast(type, low));
    }

    private static int width(Expr bits) {
        return ((Type.Int) bits.type()).width();
    }

    private static Expr zero(Expr like) {
        return Expr.constant(like.type(), 0);
    }

    private static Expr complement(Expr x) {
        return new Expr.Unary(Expr.UnaryOp.COMPLEMENT, x);
    }

    private static Expr negated(Expr x) {
        return new Expr.Binary(BinaryOp.SUBTRACT, zero(x), x);
    }

    private static Expr isZero(Expr x) {
        return new Expr.Compare(CompareOp.EQUAL, x, zero(x));
    }

    private static Expr negative(Expr x) {
        Expr half = Expr.constant(x.type(), 1L << (width(x) - 1));
        return new Expr.Compare(CompareOp.GREATER_OR_EQUAL, x, half);
    }

    private static Expr magnitude(Expr x) {
        return new Expr.Select(negative(x), negated(x), x);
    }

    private static Expr differ(Expr a, Expr b) {
        return new Expr.Compare(CompareOp.NOT_EQUAL, a, b);
    }

    private static Expr signed(Expr x) {
        return new Expr.Cast(new Type.Int(width(x), true), x);
    }

    private static Expr unsignedQuotient(Expr x, Expr y) {
        return new Expr.Select(isZero(y), complement(zero(x)), new Expr.Binary(BinaryOp.DIVIDE, x, y));
    }

    private static Expr unsignedRemainder(Expr x, Expr y) {
        return new Expr.Select(isZero(y), x, new Expr.Binary(BinaryOp.REMAINDER, x, y));
    }

    /** The remainder that has the divisor's sign. */
    private static Expr signedModulo(Expr x, Expr y) {
        Expr remainder = unsignedRemainder(magnitude(x), magnitude(y));
        Expr ofSign = new Expr.Select(negative(x), negated(remainder), remainder);
        Expr moved = new Expr.Binary(BinaryOp.ADD, ofSign, y);
        Expr fits = new Expr.Binary(
                BinaryOp.OR, isZero(remainder), new Expr.Compare(CompareOp.EQUAL, negative(x), negative(y)));
        return new Expr.Select(isZero(y), x, new Expr.Select(fits, ofSign, moved));
    }

    private static Expr shifted(Expr x, Expr count, BinaryOp op, Expr beyond) {
        Expr inside = new Expr.Compare(CompareOp.LESS, count, Expr.constant(count.type(), width(x)));
        boolean always = width(count) < 31 && (1L << width(count)) <= width(x);
        Expr shift = new Expr.Binary(op, x, count);
        return always ? shift : new Expr.Select(inside, shift, beyond);
    }

    private static Expr arithmeticShift(Expr x, Expr count) {
        Expr filled = complement(shifted(complement(x), count, BinaryOp.SHIFT_RIGHT, zero(x)));
        return new Expr.Select(negative(x), filled, shifted(x, count, BinaryOp.SHIFT_RIGHT, zero(x)));
    }
}
