package dev.moirai.solve.embedded;

import com.microsoft.z3.Native;
import com.microsoft.z3.Z3Exception;
import com.microsoft.z3.enumerations.Z3_decl_kind;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.logic.VariantTerms;
import dev.moirai.value.Exact;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import java.util.List;

/** Reads the values that Z3's models give to terms, as names. The values belong to the model, which the caller keeps. */
final class Z3Values {
    private final TermPool pool;
    private final long context;
    private final Z3Variants variants;

    Z3Values(TermPool pool, long context, Z3Variants variants) {
        this.pool = pool;
        this.context = context;
        this.variants = variants;
    }

    /** A number's or an array's name, a bit-vector's or truth value's bits. */
    long name(long model, long value, int sort) {
        if (sort == 0) return Native.getBoolValue(context, value) == 1 ? 1 : 0;
        if (VariantTerms.isVariant(sort)) return variant(model, value, sort);
        if (MathTerms.isArray(sort)) return array(model, value, pool.math().array(sort));
        String digits = Native.getNumeralString(context, value);
        try {
            if (sort == MathTerms.INTEGER) return ValueNames.of(new BigInteger(digits));
            if (sort == MathTerms.REAL) return real(digits);
            return Long.parseUnsignedLong(digits);
        } catch (NumberFormatException e) {
            throw new Z3Exception("cannot understand the value " + digits);
        }
    }

    private static long real(String digits) {
        int bar = digits.indexOf('/');
        BigInteger above = new BigInteger(bar < 0 ? digits : digits.substring(0, bar));
        BigInteger below = bar < 0 ? BigInteger.ONE : new BigInteger(digits.substring(bar + 1));
        return ValueNames.of(new Rational(above, below));
    }

    private long variant(long model, long value, int sort) {
        int which = variants.which(sort, value);
        VariantTerms.VariantSort meaning = pool.math().variants().sort(sort);
        List<Integer> sorts = meaning.cases().get(which).parts();
        var parts = new long[sorts.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = name(model, Native.getAppArg(context, value, i), sorts.get(i));
        }
        return ValueNames.ofVariant(meaning.zero(), which, parts);
    }

    /** Arrays in models are writes to an array that is the same everywhere, or tables of a function. */
    private long array(long model, long value, MathTerms.ArraySort sort) {
        long declaration = Native.getAppDecl(context, value);
        Z3_decl_kind kind = Z3_decl_kind.fromInt(Native.getDeclKind(context, declaration));
        return switch (kind) {
            case Z3_OP_CONST_ARRAY -> Exact.everywhere(name(model, Native.getAppArg(context, value, 0), sort.value()));
            case Z3_OP_STORE ->
                Exact.update(
                        array(model, Native.getAppArg(context, value, 0), sort),
                        name(model, Native.getAppArg(context, value, 1), sort.key()),
                        name(model, Native.getAppArg(context, value, 2), sort.value()),
                        MathTerms.keyBits(sort.key()));
            case Z3_OP_AS_ARRAY -> table(model, Native.getAsArrayFuncDecl(context, value), sort);
            default -> throw new Z3Exception("cannot understand the array " + Native.astToString(context, value));
        };
    }

    private long table(long model, long function, MathTerms.ArraySort sort) {
        long table = Native.modelGetFuncInterp(context, model, function);
        if (table == 0) return Exact.everywhere(0);
        Native.funcInterpIncRef(context, table);
        try {
            long result = Exact.everywhere(name(model, Native.funcInterpGetElse(context, table), sort.value()));
            for (int i = 0; i < Native.funcInterpGetNumEntries(context, table); i++) {
                long entry = Native.funcInterpGetEntry(context, table, i);
                Native.funcEntryIncRef(context, entry);
                result = Exact.update(
                        result,
                        name(model, Native.funcEntryGetArg(context, entry, 0), sort.key()),
                        name(model, Native.funcEntryGetValue(context, entry), sort.value()),
                        MathTerms.keyBits(sort.key()));
                Native.funcEntryDecRef(context, entry);
            }
            return result;
        } finally {
            Native.funcInterpDecRef(context, table);
        }
    }
}
