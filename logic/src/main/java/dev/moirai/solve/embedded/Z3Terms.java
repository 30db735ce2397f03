package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.logic.VariantTerms;
import dev.moirai.value.ValueNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Terms as Z3's terms. Z3's plain interface wants every new term referenced by hand; closing the context frees all. */
final class Z3Terms extends NativeTerms {
    private final long context;
    private final Map<Integer, Long> arraySorts = new HashMap<>();
    private final Z3Variants variants;

    Z3Terms(TermPool pool, long context) {
        super(pool);
        this.context = context;
        this.variants = new Z3Variants(pool, context, this::sort);
    }

    Z3Variants variants() {
        return variants;
    }

    private long kept(long term) {
        Native.incRef(context, term);
        return term;
    }

    @Override
    protected long negation(long term) {
        return kept(Native.mkNot(context, term));
    }

    @Override
    protected long make(int node, long a, long b, long c) {
        return kept(term(node, a, b, c));
    }

    private long and(long a, long b) {
        return Native.mkAnd(context, 2, new long[] {a, b});
    }

    private long or(long a, long b) {
        return Native.mkOr(context, 2, new long[] {a, b});
    }

    /** Z3 drops an unreferenced term at the next call, so intermediate terms are kept too. */
    private long majority(long a, long b, long c) {
        long both = kept(and(a, b));
        long carried = kept(and(c, kept(or(a, b))));
        return or(both, carried);
    }

    private long bvSort(int width) {
        return Native.mkBvSort(context, width);
    }

    private long variable(int node, long sort) {
        String name = pool.name(node);
        // All without a name would be one. No variable that has a name begins with a dollar sign and a number.
        return Native.mkConst(context, Native.mkStringSymbol(context, name.isEmpty() ? "$" + node : name), sort);
    }

    private long term(int node, long a, long b, long c) {
        int width = pool.width(node);
        return switch (pool.op(node)) {
            case TRUE -> Native.mkTrue(context);
            case BOOL_VARIABLE -> variable(node, Native.mkBoolSort(context));
            case BV_VARIABLE -> variable(node, bvSort(width));
            case BV_CONSTANT -> Native.mkUnsignedInt64(context, pool.value(node), bvSort(width));
            case AND -> and(a, b);
            case XOR -> Native.mkXor(context, a, b);
            case MAJORITY -> majority(a, b, c);
            case ITE -> Native.mkIte(context, a, b, c);
            case EQUAL -> Native.mkEq(context, a, b);
            case ULT -> Native.mkBvult(context, a, b);
            case SLT -> Native.mkBvslt(context, a, b);
            case BV_NOT -> Native.mkBvnot(context, a);
            case BV_AND -> Native.mkBvand(context, a, b);
            case BV_OR -> Native.mkBvor(context, a, b);
            case BV_XOR -> Native.mkBvxor(context, a, b);
            case BV_ADD -> Native.mkBvadd(context, a, b);
            case BV_SUB -> Native.mkBvsub(context, a, b);
            case BV_MUL -> Native.mkBvmul(context, a, b);
            case BV_UDIV -> Native.mkBvudiv(context, a, b);
            case BV_UREM -> Native.mkBvurem(context, a, b);
            case BV_SDIV -> Native.mkBvsdiv(context, a, b);
            case BV_SREM -> Native.mkBvsrem(context, a, b);
            case BV_SHL -> Native.mkBvshl(context, a, b);
            case BV_LSHR -> Native.mkBvlshr(context, a, b);
            case BV_ASHR -> Native.mkBvashr(context, a, b);
            case CONCAT -> Native.mkConcat(context, a, b);
            case EXTRACT -> Native.mkExtract(context, pool.low(node) + width - 1, pool.low(node), a);
            case ZERO_EXTEND -> Native.mkZeroExt(context, width - pool.width(pool.operand(node, 0)), a);
            case SIGN_EXTEND -> Native.mkSignExt(context, width - pool.width(pool.operand(node, 0)), a);
            case MATH_VARIABLE -> variable(node, sort(width));
            case NUMBER -> number(width, pool.value(node));
            case NUM_ADD -> Native.mkAdd(context, 2, new long[] {a, b});
            case NUM_SUB -> Native.mkSub(context, 2, new long[] {a, b});
            case NUM_MUL -> Native.mkMul(context, 2, new long[] {a, b});
            case NUM_LESS -> Native.mkLt(context, a, b);
            case INT_DIV, REAL_DIV -> Native.mkDiv(context, a, b);
            case INT_MOD -> Native.mkMod(context, a, b);
            case TO_REAL -> Native.mkInt2real(context, a);
            case TO_INT -> Native.mkReal2int(context, a);
            case BV_TO_INT -> Native.mkBv2int(context, a, false);
            case INT_TO_BV -> Native.mkInt2bv(context, width, a);
            case SELECT -> Native.mkSelect(context, a, b);
            case STORE -> Native.mkStore(context, a, b, c);
            case FORALL -> Native.mkForallConst(context, 0, 1, new long[] {a}, 0, new long[0], b);
            case EVERYWHERE ->
                Native.mkConstArray(context, sort(pool.math().array(width).key()), a);
            // A list of parts is no term of Z3's; its first part stands for it.
            case PARTS -> a;
            case MAKE -> {
                int[] parts = pool.math().variants().parts(node);
                yield variants.make(
                        width,
                        pool.math().variants().which(node),
                        Arrays.stream(parts).mapToLong(this::of).toArray());
            }
            case IS_CASE ->
                variants.isCase(
                        pool.width(pool.operand(node, 0)),
                        pool.math().variants().which(node),
                        a);
            case PART ->
                variants.part(
                        pool.width(pool.operand(node, 0)),
                        pool.math().variants().which(node),
                        pool.math().variants().index(node),
                        a);
        };
    }

    /** Z3 keeps the sorts that terms have. Those of arrays are kept here too, since they are made before their terms. */
    private long sort(int sort) {
        if (sort == 0) return Native.mkBoolSort(context);
        if (sort == MathTerms.INTEGER) return Native.mkIntSort(context);
        if (sort == MathTerms.REAL) return Native.mkRealSort(context);
        if (VariantTerms.isVariant(sort)) return variants.sort(sort);
        if (!MathTerms.isArray(sort)) return bvSort(sort);
        Long known = arraySorts.get(sort);
        if (known != null) return known;
        MathTerms.ArraySort array = pool.math().array(sort);
        long made = kept(Native.mkArraySort(context, kept(sort(array.key())), kept(sort(array.value()))));
        arraySorts.put(sort, made);
        return made;
    }

    private long number(int sort, long name) {
        String digits = sort == MathTerms.INTEGER
                ? ValueNames.integer(name).toString()
                : ValueNames.real(name).numerator() + "/"
                        + ValueNames.real(name).denominator();
        return Native.mkNumeral(context, digits, sort(sort));
    }
}
