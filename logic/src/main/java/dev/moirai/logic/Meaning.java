package dev.moirai.logic;

/** What the operators on bit-vectors mean, as SMT-LIB fixes it. A value is a {@code long} with all bits above the width zero. */
final class Meaning {
    private Meaning() {}

    static long mask(int width) {
        return -1L >>> (64 - width);
    }

    static long signed(long value, int width) {
        return value << (64 - width) >> (64 - width);
    }

    static long binary(Operator op, int width, long x, long y) {
        return mask(width)
                & switch (op) {
                    case BV_AND -> x & y;
                    case BV_OR -> x | y;
                    case BV_XOR -> x ^ y;
                    case BV_ADD -> x + y;
                    case BV_SUB -> x - y;
                    case BV_MUL -> x * y;
                    case BV_UDIV -> y == 0 ? -1 : Long.divideUnsigned(x, y);
                    case BV_UREM -> y == 0 ? x : Long.remainderUnsigned(x, y);
                    case BV_SDIV -> signedDivide(signed(x, width), signed(y, width));
                    case BV_SREM -> y == 0 ? x : signed(x, width) % signed(y, width);
                    case BV_SHL -> isBeyond(y, width) ? 0 : x << y;
                    case BV_LSHR -> isBeyond(y, width) ? 0 : x >>> y;
                    case BV_ASHR -> signed(x, width) >> (isBeyond(y, width) ? 63 : (int) y);
                    default -> throw new IllegalArgumentException(op.name());
                };
    }

    private static boolean isBeyond(long count, int width) {
        return Long.compareUnsigned(count, width) >= 0;
    }

    private static long signedDivide(long x, long y) {
        if (y == 0) return x < 0 ? 1 : -1;
        return x / y;
    }

    static boolean ult(long x, long y) {
        return Long.compareUnsigned(x, y) < 0;
    }

    static boolean slt(long x, long y, int width) {
        return signed(x, width) < signed(y, width);
    }
}
