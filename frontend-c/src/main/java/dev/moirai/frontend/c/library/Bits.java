package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Type;

/**
 * Bit counting and bit moving without a loop (Warren, Hacker's Delight, chapters 5 and 7). What C leaves undefined, the
 * zeros of zero, yields the width.
 */
final class Bits {
    private Bits() {}

    static Expr ones(CallSite site, int width) {
        return new Expr.Cast(Type.I32, ones(site, operand(site, width)));
    }

    static Expr parity(CallSite site, int width) {
        return Pen.binary(BinaryOp.AND, ones(site, width), Pen.number(1));
    }

    /** Counts the ones of {@code (x & -x) - 1}, the mask of the trailing zeros. */
    static Expr trailingZeros(CallSite site, int width) {
        return new Expr.Cast(Type.I32, ones(site, belowLowest(site, operand(site, width))));
    }

    /** One more than the number of trailing zeros; 0 for 0. */
    static Expr firstSet(CallSite site, int width) {
        Expr x = operand(site, width);
        Expr zeros = new Expr.Cast(Type.I32, ones(site, belowLowest(site, x)));
        return new Expr.Select(Pen.isZero(x), Pen.number(0), Pen.binary(BinaryOp.ADD, zeros, Pen.number(1)));
    }

    /** Counts the zeros that remain when every bit below the highest one is set. */
    static Expr leadingZeros(CallSite site, int width) {
        var pen = new Pen(site);
        Expr x = operand(site, width);
        for (int by = 1; by < width; by *= 2) x = pen.keep(Pen.binary(BinaryOp.OR, x, shift(x, by)));
        return new Expr.Cast(Type.I32, ones(site, new Expr.Unary(Expr.UnaryOp.COMPLEMENT, x)));
    }

    static Expr swapped(CallSite site, int width) {
        Expr x = operand(site, width);
        Expr result = constant(x, 0);
        for (int from = 0; from < width; from += 8) {
            Expr part = Pen.binary(BinaryOp.AND, shift(x, from), constant(x, 0xff));
            Expr moved = Pen.binary(BinaryOp.SHIFT_LEFT, part, Pen.number(width - 8 - from));
            result = from == 0 ? moved : Pen.binary(BinaryOp.OR, result, moved);
        }
        return result;
    }

    private static Expr operand(CallSite site, int width) {
        return new Pen(site).keep(site.argument(0, new Type.Int(width, false)));
    }

    private static Expr belowLowest(CallSite site, Expr x) {
        Expr lowest = Pen.binary(BinaryOp.AND, x, Pen.binary(BinaryOp.SUBTRACT, constant(x, 0), x));
        return Pen.binary(BinaryOp.SUBTRACT, new Pen(site).keep(lowest), constant(x, 1));
    }

    /** Sums over pairs, then fours, then bytes, and over all bytes by one multiplication. */
    private static Expr ones(CallSite site, Expr bits) {
        var pen = new Pen(site);
        Expr x = pen.keep(bits);
        int width = ((Type.Int) x.type()).width();
        Expr pairs = pen.keep(Pen.binary(
                BinaryOp.SUBTRACT, x, Pen.binary(BinaryOp.AND, shift(x, 1), constant(x, 0x5555555555555555L))));
        Expr fours = pen.keep(Pen.binary(
                BinaryOp.ADD,
                Pen.binary(BinaryOp.AND, pairs, constant(x, 0x3333333333333333L)),
                Pen.binary(BinaryOp.AND, shift(pairs, 2), constant(x, 0x3333333333333333L))));
        Expr bytes = Pen.binary(
                BinaryOp.AND, Pen.binary(BinaryOp.ADD, fours, shift(fours, 4)), constant(x, 0x0f0f0f0f0f0f0f0fL));
        return shift(Pen.binary(BinaryOp.MULTIPLY, bytes, constant(x, 0x0101010101010101L)), width - 8);
    }

    private static Expr shift(Expr x, int by) {
        return by == 0 ? x : Pen.binary(BinaryOp.SHIFT_RIGHT, x, Pen.number(by));
    }

    private static Expr constant(Expr like, long value) {
        return Expr.constant(like.type(), value);
    }
}
