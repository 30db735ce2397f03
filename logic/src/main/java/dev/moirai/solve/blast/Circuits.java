package dev.moirai.solve.blast;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;

import dev.moirai.logic.TermPool;

/** Bit-vector operators as gates. A vector is an array of gates, the lowest bit first. Constants fold by themselves. */
final class Circuits {
    private final TermPool gates;

    Circuits(TermPool gates) {
        this.gates = gates;
    }

    static int[] constant(long value, int width) {
        int[] bits = new int[width];
        for (int i = 0; i < width; i++) bits[i] = (value >>> i & 1) != 0 ? TRUE : FALSE;
        return bits;
    }

    static int[] not(int[] a) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = -a[i];
        return r;
    }

    int[] and(int[] a, int[] b) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = gates.and(a[i], b[i]);
        return r;
    }

    int[] or(int[] a, int[] b) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = gates.or(a[i], b[i]);
        return r;
    }

    int[] xor(int[] a, int[] b) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = gates.xor(a[i], b[i]);
        return r;
    }

    int[] ite(int c, int[] a, int[] b) {
        int[] r = new int[a.length];
        for (int i = 0; i < a.length; i++) r[i] = gates.ite(c, a[i], b[i]);
        return r;
    }

    /** A ripple-carry adder: for all its depth it propagates best in a SAT solver. */
    int[] add(int[] a, int[] b, int carryIn) {
        int[] sum = new int[a.length];
        int carry = carryIn;
        for (int i = 0; i < a.length; i++) {
            sum[i] = gates.xor(gates.xor(a[i], b[i]), carry);
            if (i + 1 < a.length) carry = gates.majority(a[i], b[i], carry);
        }
        return sum;
    }

    int[] subtract(int[] a, int[] b) {
        return add(a, not(b), TRUE);
    }

    int[] negate(int[] a) {
        return add(constant(0, a.length), not(a), TRUE);
    }

    int[] multiply(int[] x, int[] y) {
        boolean swap = constants(x) > constants(y);
        int[] a = swap ? y : x;
        int[] by = swap ? x : y;
        int width = a.length;
        if (constants(by) == width) return multiplyByConstant(a, by);
        int[] sum = constant(0, width);
        for (int i = 0; i < width; i++) {
            if (by[i] == FALSE) continue;
            int[] row = constant(0, width);
            for (int k = i; k < width; k++) row[k] = gates.and(a[k - i], by[i]);
            sum = add(sum, row, FALSE);
        }
        return sum;
    }

    /**
     * Recodes the constant with digits -1, 0, 1, no two neighbours non-zero: a third of the digits are non-zero, not
     * half.
     */
    private int[] multiplyByConstant(int[] a, int[] by) {
        int width = a.length;
        int[] sum = constant(0, width);
        int carry = 0;
        for (int i = 0; i < width; i++) {
            int bit = (by[i] == TRUE ? 1 : 0) + carry;
            boolean next = i + 1 < width && by[i + 1] == TRUE;
            carry = bit >> 1;
            if ((bit & 1) == 0) continue;
            int[] shifted = constant(0, width);
            System.arraycopy(a, 0, shifted, i, width - i);
            if (next) {
                sum = subtract(sum, shifted);
                carry = 1;
            } else {
                sum = add(sum, shifted, FALSE);
            }
        }
        return sum;
    }

    private static int constants(int[] bits) {
        int count = 0;
        for (int bit : bits) if (bit == TRUE || bit == FALSE) count++;
        return count;
    }

    /** Quotient and remainder by restoring division; a zero divisor gives all ones and the dividend, as SMT-LIB says. */
    int[][] divide(int[] a, int[] b) {
        int width = a.length;
        int[] quotient = new int[width];
        int[] rest = constant(0, width + 1);
        int[] divisor = extended(b, FALSE, width + 1);
        for (int i = width - 1; i >= 0; i--) {
            System.arraycopy(rest, 0, rest, 1, width);
            rest[0] = a[i];
            int smaller = less(rest, divisor);
            quotient[i] = -smaller;
            int[] difference = subtract(rest, divisor);
            rest = ite(smaller, rest, difference);
        }
        int[] remainder = new int[width];
        System.arraycopy(rest, 0, remainder, 0, width);
        return new int[][] {quotient, remainder};
    }

    static int[] extended(int[] a, int fill, int width) {
        int[] r = new int[width];
        for (int i = 0; i < width; i++) r[i] = i < a.length ? a[i] : fill;
        return r;
    }

    int[] absolute(int[] a) {
        return ite(a[a.length - 1], negate(a), a);
    }

    int[] signedDivide(int[] a, int[] b, int[] quotientOfAbsolutes) {
        int opposite = gates.xor(a[a.length - 1], b[b.length - 1]);
        return ite(opposite, negate(quotientOfAbsolutes), quotientOfAbsolutes);
    }

    int[] signedRemainder(int[] a, int[] remainderOfAbsolutes) {
        return ite(a[a.length - 1], negate(remainderOfAbsolutes), remainderOfAbsolutes);
    }

    /** A barrel shifter; {@code fill} is shifted in, and fills the whole result when the count reaches the width. */
    int[] shift(int[] a, int[] count, boolean left, int fill) {
        int width = a.length;
        int[] r = a;
        int beyond = FALSE;
        for (int stage = 0; stage < width; stage++) {
            if (stage >= 31 || 1 << stage >= width) {
                beyond = gates.or(beyond, count[stage]);
                continue;
            }
            int by = 1 << stage;
            int[] next = new int[width];
            for (int i = 0; i < width; i++) {
                int from = left ? i - by : i + by;
                next[i] = gates.ite(count[stage], from >= 0 && from < width ? r[from] : fill, r[i]);
            }
            r = next;
        }
        return beyond == FALSE ? r : ite(beyond, extended(new int[0], fill, width), r);
    }

    int equal(int[] a, int[] b) {
        int same = TRUE;
        for (int i = 0; i < a.length; i++) same = gates.and(same, -gates.xor(a[i], b[i]));
        return same;
    }

    int less(int[] a, int[] b) {
        int less = FALSE;
        for (int i = 0; i < a.length; i++) less = gates.majority(-a[i], b[i], less);
        return less;
    }

    int signedLess(int[] a, int[] b) {
        int top = a.length - 1;
        int less = FALSE;
        for (int i = 0; i < top; i++) less = gates.majority(-a[i], b[i], less);
        return gates.majority(a[top], -b[top], less);
    }
}
