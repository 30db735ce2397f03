package dev.moirai.logic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Builds terms, simplifies them as they are built, and shares equal ones. A term is an {@code int} that only its pool
 * understands, never zero; {@code -t} is the negation of a boolean term {@code t}, see {@link #not}.
 *
 * <p>A pool is for one thread at a time. Operands must have the sorts that the operator wants; that is checked where
 * the check is free, and otherwise asserted.
 */
public final class TermPool {
    public static final int TRUE = 1;
    public static final int FALSE = -1;

    private final TermTable table = new TermTable();
    private final Map<String, Integer> variables = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    private final BooleanRules booleans = new BooleanRules(table);
    private final ChoiceRules choices = new ChoiceRules(this, table, booleans);
    private final ComparisonRules comparisons = new ComparisonRules(this, table, choices);
    private final SliceRules slices = new SliceRules(this, table, choices);
    private final BitwiseRules bitwise = new BitwiseRules(this, table, choices);
    private final ArithmeticRules arithmetic = new ArithmeticRules(this, table, choices);
    private final MathTerms math = new MathTerms(this, table, choices);
    private boolean hasMath;

    public TermPool() {
        table.intern(TermTable.head(Operator.TRUE, 0), 0, 0, 0);
    }

    /** For terms made out of those of another pool: work on both is given up at the same time. */
    public static TermPool madeFrom(TermPool source) {
        var pool = new TermPool();
        pool.table.giveUpWhen(source.table::isOver);
        return pool;
    }

    /** Throws {@link OutOfTime} if the work on this pool is to be given up. */
    public void lookAtClock() {
        table.lookAtClock();
    }

    /** Does work that builds terms, and gives it up with {@link OutOfTime} once {@code isOver} says so. */
    public <T> T until(BooleanSupplier isOver, Supplier<T> work) {
        BooleanSupplier before = table.giveUpWhen(isOver);
        try {
            return work.get();
        } finally {
            table.giveUpWhen(before);
        }
    }

    /** Terms that are no booleans and no bit-vectors. */
    public MathTerms math() {
        hasMath = true;
        return math;
    }

    /** Whether anybody has asked for {@link #math}. If not, all terms are booleans and bit-vectors. */
    public boolean hasMath() {
        return hasMath;
    }

    // ---- looking at terms

    /** One more than the largest handle in use. */
    public int size() {
        return table.size();
    }

    public Operator op(int term) {
        return table.op(Math.abs(term));
    }

    public boolean isBool(int term) {
        return width(term) == 0;
    }

    /** The number of bits of a bit-vector; 0 for a boolean; for other terms their sort, see {@link MathTerms}. */
    public int width(int term) {
        return table.width(Math.abs(term));
    }

    /** The operand number {@code index} of the node; a negation of the handle itself is ignored. */
    public int operand(int term, int index) {
        int node = Math.abs(term);
        return switch (index) {
            case 0 -> table.first(node);
            case 1 -> table.second(node);
            case 2 -> table.third(node);
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    /** The lowest bit that an {@link Operator#EXTRACT} takes. */
    public int low(int extract) {
        return table.second(extract);
    }

    public boolean isConstant(int term) {
        int node = Math.abs(term);
        return node == TRUE || table.is(node, Operator.BV_CONSTANT) || table.is(node, Operator.NUMBER);
    }

    /** The value of a constant: a bit-vector's as an unsigned number, another number's name, 1 for true, 0 for false. */
    public long value(int constant) {
        return constant == TRUE ? 1 : constant == FALSE ? 0 : table.value(constant);
    }

    public String name(int variable) {
        return names.get(table.first(Math.abs(variable)));
    }

    /** An unsigned upper bound of the bit-vector's values. */
    public long upperBound(int term) {
        return comparisons.upperBound(term);
    }

    // ---- variables and constants

    public int bool(boolean value) {
        return value ? TRUE : FALSE;
    }

    public int bv(long value, int width) {
        if (width < 1 || width > 64) throw new IllegalArgumentException("a bit-vector of " + width + " bits");
        long bits = value & Meaning.mask(width);
        int leading = Long.numberOfLeadingZeros(bits) - (64 - width);
        int trailing = Math.min(Long.numberOfTrailingZeros(bits), width);
        int head = TermTable.withLeaves(TermTable.head(Operator.BV_CONSTANT, width, leading, trailing), 1, true);
        return table.intern(head, (int) bits, (int) (bits >>> 32), 0);
    }

    /** The variable of this name, new or already known. One name has one sort. */
    public int boolVar(String name) {
        return variable(name, Operator.BOOL_VARIABLE, 0);
    }

    /** A new boolean variable without a name, for circuits. */
    public int newBool() {
        names.add("");
        return table.intern(TermTable.head(Operator.BOOL_VARIABLE, 0), names.size() - 1, 0, 0);
    }

    public int bvVar(String name, int width) {
        if (width < 1 || width > 64) throw new IllegalArgumentException("a bit-vector of " + width + " bits");
        return variable(name, Operator.BV_VARIABLE, width);
    }

    int variable(String name, Operator op, int width) {
        Integer known = variables.get(name);
        if (known != null) {
            if (table.width(known) != width) throw new IllegalArgumentException(name + " already has another sort");
            return known;
        }
        names.add(name);
        int variable = table.intern(TermTable.head(op, width), names.size() - 1, 0, 0);
        variables.put(name, variable);
        return variable;
    }

    // ---- booleans

    public int not(int a) {
        assert isBool(a);
        return -a;
    }

    public int and(int a, int b) {
        return booleans.and(a, b);
    }

    public int and(int... terms) {
        int all = TRUE;
        for (int term : terms) all = booleans.and(all, term);
        return all;
    }

    public int or(int a, int b) {
        return -booleans.and(-a, -b);
    }

    public int or(int... terms) {
        int none = TRUE;
        for (int term : terms) none = booleans.and(none, -term);
        return -none;
    }

    public int implies(int a, int b) {
        return -booleans.and(a, -b);
    }

    public int xor(int a, int b) {
        return booleans.xor(a, b);
    }

    public int iff(int a, int b) {
        return -booleans.xor(a, b);
    }

    /** At least two of three. */
    public int majority(int a, int b, int c) {
        return booleans.majority(a, b, c);
    }

    /** {@code condition ? then : otherwise}, for terms of any sort. */
    public int ite(int condition, int then, int otherwise) {
        return isBool(then) ? booleans.ite(condition, then, otherwise) : choices.ite(condition, then, otherwise);
    }

    // ---- comparisons

    public int eq(int a, int b) {
        if (isBool(a)) return iff(a, b);
        return MathTerms.isMath(width(a)) ? math.eq(a, b) : comparisons.eq(a, b);
    }

    public int distinct(int a, int b) {
        return -eq(a, b);
    }

    public int ult(int a, int b) {
        return comparisons.ult(a, b);
    }

    public int ule(int a, int b) {
        return -comparisons.ult(b, a);
    }

    public int slt(int a, int b) {
        return comparisons.slt(a, b);
    }

    public int sle(int a, int b) {
        return -comparisons.slt(b, a);
    }

    // ---- bit-vectors

    public int bvNot(int a) {
        return bitwise.not(a);
    }

    public int bvAnd(int a, int b) {
        return bitwise.and(a, b);
    }

    public int bvOr(int a, int b) {
        return bitwise.or(a, b);
    }

    public int bvXor(int a, int b) {
        return bitwise.xor(a, b);
    }

    /** The result is zero when the count reaches the width; what C says about such counts is the encoder's concern. */
    public int bvShl(int a, int count) {
        return bitwise.shift(Operator.BV_SHL, a, count);
    }

    public int bvLshr(int a, int count) {
        return bitwise.shift(Operator.BV_LSHR, a, count);
    }

    public int bvAshr(int a, int count) {
        return bitwise.shift(Operator.BV_ASHR, a, count);
    }

    public int bvNeg(int a) {
        return arithmetic.subtract(bv(0, width(a)), a);
    }

    public int bvAdd(int a, int b) {
        return arithmetic.add(a, b);
    }

    public int bvSub(int a, int b) {
        return arithmetic.subtract(a, b);
    }

    public int bvMul(int a, int b) {
        return arithmetic.multiply(a, b);
    }

    /** The quotient of a division by zero is all ones. */
    public int bvUdiv(int a, int b) {
        return arithmetic.divide(a, b);
    }

    /** The remainder of a division by zero is the dividend. */
    public int bvUrem(int a, int b) {
        return arithmetic.remainder(a, b);
    }

    public int bvSdiv(int a, int b) {
        return arithmetic.signedDivide(a, b);
    }

    public int bvSrem(int a, int b) {
        return arithmetic.signedRemainder(a, b);
    }

    /** {@code high} gives the upper bits. */
    public int concat(int high, int low) {
        return slices.concat(high, low);
    }

    /** Bits {@code low} to {@code high}, both included. */
    public int extract(int a, int high, int low) {
        return slices.extract(a, high, low);
    }

    /** {@code a} with zeros put in front up to {@code width} bits. */
    public int zext(int a, int width) {
        return slices.zeroExtend(a, width);
    }

    /** {@code a} with its sign repeated up to {@code width} bits. */
    public int sext(int a, int width) {
        return slices.signExtend(a, width);
    }

    /** The truth value as the number 1 or 0. */
    public int fromBool(int condition, int width) {
        return ite(condition, bv(1, width), bv(0, width));
    }

    public int isNonZero(int a) {
        return -eq(a, bv(0, width(a)));
    }
}
