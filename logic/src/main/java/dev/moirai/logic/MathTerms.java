package dev.moirai.logic;

import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Terms over integers, reals and arrays, simplified as they are built. A term's {@linkplain TermPool#width width} is its
 * sort: beyond the 64 widths of bit-vectors come {@link #INTEGER}, {@link #REAL}, and the sorts of arrays in the order in
 * which they are asked for, and those of variants ({@link VariantTerms}).
 *
 * <p>Constants are pushed through choices, and reads through writes to other constant places. So a formula in which all
 * values come from few constants, as those of flags and locks do, has no integer and no array left.
 */
public final class MathTerms {
    public static final int INTEGER = 65;
    public static final int REAL = 66;
    private static final int FIRST_ARRAY = 67;
    private static final int LAST_ARRAY = VariantTerms.FIRST - 1;

    /** The sort of arrays from one sort to another. */
    public record ArraySort(int key, int value) {}

    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;
    private final VariantTerms variants;
    private final FiniteTables tables;
    private final ArrayEquality arrayEquality;
    private final List<ArraySort> arrays = new ArrayList<>();
    private final Map<Long, Integer> reads = new HashMap<>();

    MathTerms(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
        this.variants = new VariantTerms(pool, table);
        this.tables = new FiniteTables(pool, table);
        this.arrayEquality = new ArrayEquality(this, pool, table, tables);
    }

    // ---- sorts -------------------------------------------------------------------------------------------------

    public static boolean isMath(int sort) {
        return sort >= INTEGER;
    }

    public static boolean isArray(int sort) {
        return sort >= FIRST_ARRAY && sort <= LAST_ARRAY;
    }

    public int arraySort(int key, int value) {
        var sort = new ArraySort(key, value);
        int known = arrays.indexOf(sort);
        if (known >= 0) return FIRST_ARRAY + known;
        if (FIRST_ARRAY + arrays.size() > LAST_ARRAY) throw new IllegalArgumentException("too many sorts of arrays");
        arrays.add(sort);
        return FIRST_ARRAY + arrays.size() - 1;
    }

    public ArraySort array(int sort) {
        return arrays.get(sort - FIRST_ARRAY);
    }

    /** The width of bit-vectors, 1 for booleans, 0 for sorts with infinitely many values: what {@link Exact#update} asks. */
    public static int keyBits(int sort) {
        return isMath(sort) ? 0 : Math.max(1, sort);
    }

    public VariantTerms variants() {
        return variants;
    }

    // ---- leaves ------------------------------------------------------------------------------------------------

    public int variable(String name, int sort) {
        return pool.variable(name, Operator.MATH_VARIABLE, sort);
    }

    public int integer(long value) {
        return constant(INTEGER, ValueNames.ofInteger(value));
    }

    public int integer(BigInteger value) {
        return constant(INTEGER, ValueNames.of(value));
    }

    /** The number of this name, an integer or a real by its sort. */
    public int constant(int sort, long name) {
        int head = TermTable.withLeaves(TermTable.head(Operator.NUMBER, sort), 1, true);
        return table.intern(head, (int) name, (int) (name >>> 32), 0);
    }

    /** The zero of any sort: an array is zero everywhere. */
    public int zero(int sort) {
        if (sort == 0) return TermPool.FALSE;
        if (!isMath(sort)) return pool.bv(0, sort);
        if (VariantTerms.isVariant(sort)) return variants.zero(sort);
        return isArray(sort) ? everywhere(sort, zero(array(sort).value())) : constant(sort, 0);
    }

    private boolean isConstant(int term) {
        return table.is(term, Operator.NUMBER);
    }

    // ---- numbers -----------------------------------------------------------------------------------------------

    public int add(int a, int b) {
        if (isZero(a)) return b;
        if (isZero(b)) return a;
        // A constant is kept as the second operand, and sums of constants are joined.
        if (isConstant(a) && !isConstant(b)) return add(b, a);
        if (isConstant(b) && table.is(a, Operator.NUM_ADD) && isConstant(table.second(a))) {
            return add(table.first(a), add(table.second(a), b));
        }
        return binary(Operator.NUM_ADD, a, b, isReal(a) ? Exact::addReals : Exact::add);
    }

    public int subtract(int a, int b) {
        if (a == b) return constant(table.width(a), 0);
        if (isConstant(b)) return add(a, negate(b));
        return binary(Operator.NUM_SUB, a, b, isReal(a) ? Exact::subtractReals : Exact::subtract);
    }

    public int negate(int a) {
        return binary(
                Operator.NUM_SUB, constant(table.width(a), 0), a, isReal(a) ? Exact::subtractReals : Exact::subtract);
    }

    public int multiply(int a, int b) {
        return binary(Operator.NUM_MUL, a, b, isReal(a) ? Exact::multiplyReals : Exact::multiply);
    }

    /** Euclid's quotient; zero for a division by zero. */
    public int quotient(int a, int b) {
        return totalized(b, a, Operator.INT_DIV, Exact::quotient);
    }

    /** Euclid's remainder; zero for a division by zero. */
    public int remainder(int a, int b) {
        return totalized(b, a, Operator.INT_MOD, Exact::remainder);
    }

    public int divide(int a, int b) {
        return totalized(b, a, Operator.REAL_DIV, Exact::divideReals);
    }

    private int totalized(int divisor, int dividend, Operator op, LongBinaryOperator exact) {
        int zero = constant(table.width(divisor), 0);
        int isZero = eq(divisor, zero);
        if (isZero == TermPool.TRUE) return zero;
        return pool.ite(isZero, zero, binary(op, dividend, divisor, exact));
    }

    private boolean isReal(int term) {
        return table.width(term) == REAL;
    }

    private boolean isZero(int term) {
        return isConstant(term) && table.value(term) == 0;
    }

    private int binary(Operator op, int a, int b, LongBinaryOperator exact) {
        int sort = table.width(a);
        if (isConstant(a) && isConstant(b)) return constant(sort, exact.applyAsLong(table.value(a), table.value(b)));
        if (isConstant(b) && tables.isFinite(a)) return tables.map(a, x -> binary(op, x, b, exact));
        if (isConstant(a) && tables.isFinite(b)) return tables.map(b, y -> binary(op, a, y, exact));
        return table.intern(TermTable.head(op, sort), a, b, 0);
    }

    public int toReal(int a) {
        return unary(Operator.TO_REAL, REAL, a, x -> constant(REAL, Exact.realOf(table.value(x))));
    }

    public int floor(int a) {
        return unary(Operator.TO_INT, INTEGER, a, x -> constant(INTEGER, Exact.floor(table.value(x))));
    }

    private int unary(Operator op, int sort, int a, IntUnaryOperator ofConstant) {
        if (isConstant(a)) return ofConstant.applyAsInt(a);
        if (choices.isSmallTable(a)) return choices.mapLeaves(a, x -> unary(op, sort, x, ofConstant));
        return table.intern(TermTable.head(op, sort), a, 0, 0);
    }

    /** The integer that the bit-vector is without a sign. */
    public int fromBits(int vector) {
        int width = table.width(vector);
        if (choices.isConstant(vector)) return constant(INTEGER, Exact.unsigned(table.value(vector), width));
        if (choices.isSmallTable(vector)) return choices.mapLeaves(vector, this::fromBits);
        // Solvers are slow where numbers go back and forth.
        if (table.is(vector, Operator.INT_TO_BV))
            return remainder(table.first(vector), integer(BigInteger.TWO.pow(width)));
        return table.intern(TermTable.head(Operator.BV_TO_INT, INTEGER), vector, 0, 0);
    }

    /** The integer that the bit-vector is in two's complement. */
    public int fromSignedBits(int vector) {
        int width = table.width(vector);
        int plain = fromBits(vector);
        return pool.ite(
                pool.slt(vector, pool.bv(0, width)), subtract(plain, integer(BigInteger.TWO.pow(width))), plain);
    }

    /** The lowest bits of the integer. */
    public int bits(int integer, int width) {
        if (isConstant(integer)) return pool.bv(Exact.bits(table.value(integer)), width);
        if (choices.isSmallTable(integer)) return choices.mapLeaves(integer, x -> bits(x, width));
        if (table.is(integer, Operator.BV_TO_INT)) {
            int vector = table.first(integer);
            int has = table.width(vector);
            return has < width ? pool.zext(vector, width) : has == width ? vector : pool.extract(vector, width - 1, 0);
        }
        return table.intern(TermTable.head(Operator.INT_TO_BV, width), integer, 0, 0);
    }

    // ---- comparisons -------------------------------------------------------------------------------------------

    public int less(int a, int b) {
        if (a == b) return TermPool.FALSE;
        if (isConstant(a) && isConstant(b)) {
            long x = table.value(a);
            long y = table.value(b);
            return pool.bool(isReal(a) ? Exact.isLessReal(x, y) : Exact.isLess(x, y));
        }
        if (tables.isFinite(a) && tables.isFinite(b)) {
            int result = TermPool.FALSE;
            for (long value : tables.values(a)) {
                int one = constant(table.width(a), value);
                int isLess = tables.map(b, y -> less(one, y));
                result = pool.or(result, pool.and(tables.is(a, one), isLess));
            }
            return result;
        }
        if (choices.isChain(a) && isConstant(b)) return choices.mapLeaves(a, x -> less(x, b));
        if (choices.isChain(b) && isConstant(a)) return choices.mapLeaves(b, y -> less(a, y));
        return table.intern(TermTable.head(Operator.NUM_LESS, 0), a, b, 0);
    }

    int eq(int x, int y) {
        if (x == y) return TermPool.TRUE;
        if (isConstant(x) && isConstant(y)) return TermPool.FALSE;
        if (VariantTerms.isVariant(table.width(x))) return variants.eq(x, y);
        if (isArray(table.width(x))) {
            Optional<Integer> known = arrayEquality.of(x, y);
            if (known.isPresent()) return known.get();
        }
        if (tables.isFinite(x) && tables.isFinite(y)) return sameOfFew(x, y);
        int a = Math.min(x, y);
        int b = Math.max(x, y);
        if (choices.isChain(a) && (isConstant(b) || choices.isSmallTable(b))) {
            return choices.mapLeaves(a, leaf -> eq(leaf, b));
        }
        if (choices.isChain(b) && isConstant(a)) return choices.mapLeaves(b, leaf -> eq(a, leaf));
        if (table.is(a, Operator.ITE) && table.is(b, Operator.ITE) && table.first(a) == table.first(b)) {
            return pool.ite(table.first(a), eq(table.second(a), table.second(b)), eq(table.third(a), table.third(b)));
        }
        if (table.is(a, Operator.NUM_ADD) && table.second(a) == b) return eq(table.first(a), zero(table.width(a)));
        if (table.is(b, Operator.NUM_ADD) && table.first(b) == a) return eq(table.second(b), zero(table.width(a)));
        if (isConstant(b) && table.is(a, Operator.NUM_ADD) && isConstant(table.second(a))) {
            return eq(table.first(a), subtract(b, table.second(a)));
        }
        if (isConstant(a) && table.is(b, Operator.NUM_ADD) && isConstant(table.second(b))) {
            return eq(table.first(b), subtract(a, table.second(b)));
        }
        return table.intern(TermTable.head(Operator.EQUAL, 0), a, b, 0);
    }

    private int sameOfFew(int x, int y) {
        int same = TermPool.FALSE;
        for (long value : tables.values(x)) {
            int one = constant(table.width(x), value);
            same = pool.or(same, pool.and(tables.is(x, one), tables.is(y, one)));
        }
        return same;
    }

    // ---- quantifiers -------------------------------------------------------------------------------------------

    public int forAll(int variable, int body) {
        if (body == TermPool.TRUE || body == TermPool.FALSE) return body;
        return table.intern(TermTable.head(Operator.FORALL, 0), variable, body, 0);
    }

    // ---- arrays ------------------------------------------------------------------------------------------------

    public int everywhere(int sort, int value) {
        return table.intern(TermTable.head(Operator.EVERYWHERE, sort), value, 0, 0);
    }

    public int store(int array, int key, int value) {
        if (select(array, key) == value) return array;
        int below = array;
        // A write to the same place is overwritten.
        if (table.is(array, Operator.STORE) && table.second(array) == key) below = table.first(array);
        return table.intern(TermTable.head(Operator.STORE, table.width(array)), below, key, value);
    }

    public int select(int array, int key) {
        Integer known = reads.get((long) array << 32 | key & 0xffff_ffffL);
        if (known != null) return known;
        int read = newSelect(array, key);
        reads.put((long) array << 32 | key & 0xffff_ffffL, read);
        return read;
    }

    private int newSelect(int array, int key) {
        switch (table.op(array)) {
            case EVERYWHERE -> {
                return table.first(array);
            }
            case STORE -> {
                int same = pool.eq(table.second(array), key);
                if (same == TermPool.TRUE) return table.third(array);
                int below = select(table.first(array), key);
                return pool.ite(same, table.third(array), below);
            }
            case ITE -> {
                return pool.ite(table.first(array), select(table.second(array), key), select(table.third(array), key));
            }
            default -> {
                int sort = array(table.width(array)).value();
                return table.intern(TermTable.head(Operator.SELECT, sort), array, key, 0);
            }
        }
    }
}
