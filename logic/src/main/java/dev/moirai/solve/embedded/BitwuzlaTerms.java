package dev.moirai.solve.embedded;

import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.java_smt.solvers.bitwuzla.api.BitwuzlaNativeJNI;
import org.sosy_lab.java_smt.solvers.bitwuzla.api.Kind;

/** Terms as Bitwuzla's terms. A native term is a C++ object that holds a reference; all are released at the end. */
final class BitwuzlaTerms extends NativeTerms {
    private final long manager = BitwuzlaNativeJNI.new_TermManager();
    private final Map<Integer, Long> sorts = new HashMap<>();

    BitwuzlaTerms(TermPool pool) {
        super(pool);
    }

    long manager() {
        return manager;
    }

    private long sort(int width) {
        return sorts.computeIfAbsent(
                width,
                w -> w == 0
                        ? BitwuzlaNativeJNI.TermManager_mk_bool_sort(manager, null)
                        : BitwuzlaNativeJNI.TermManager_mk_bv_sort(manager, null, w));
    }

    @Override
    protected long negation(long term) {
        return unary(Kind.NOT, term);
    }

    private long unary(Kind kind, long a) {
        return BitwuzlaNativeJNI.TermManager_mk_term__SWIG_0(manager, null, kind.swigValue(), a, null);
    }

    private long indexed(Kind kind, long a, int index) {
        return BitwuzlaNativeJNI.TermManager_mk_term__SWIG_1(manager, null, kind.swigValue(), a, null, index);
    }

    private long binary(Kind kind, long a, long b) {
        return BitwuzlaNativeJNI.TermManager_mk_term__SWIG_3(manager, null, kind.swigValue(), a, null, b, null);
    }

    private long majority(long a, long b, long c) {
        long both = binary(Kind.AND, a, b);
        long one = binary(Kind.OR, a, b);
        long carried = binary(Kind.AND, one, c);
        long result = binary(Kind.OR, both, carried);
        BitwuzlaNativeJNI.delete_Term(both);
        BitwuzlaNativeJNI.delete_Term(one);
        BitwuzlaNativeJNI.delete_Term(carried);
        return result;
    }

    @Override
    protected long make(int node, long a, long b, long c) {
        int width = pool.width(node);
        return switch (pool.op(node)) {
            case TRUE -> BitwuzlaNativeJNI.TermManager_mk_true(manager, null);
            case BOOL_VARIABLE, BV_VARIABLE ->
                BitwuzlaNativeJNI.TermManager_mk_const(manager, null, sort(width), null, pool.name(node));
            case BV_CONSTANT ->
                BitwuzlaNativeJNI.TermManager_mk_bv_value__SWIG_0(
                        manager, null, sort(width), null, Long.toUnsignedString(pool.value(node), 16), (short) 16);
            case AND -> binary(Kind.AND, a, b);
            case XOR -> binary(Kind.XOR, a, b);
            case MAJORITY -> majority(a, b, c);
            case ITE ->
                BitwuzlaNativeJNI.TermManager_mk_term__SWIG_6(
                        manager, null, Kind.ITE.swigValue(), a, null, b, null, c, null);
            case EQUAL -> binary(Kind.EQUAL, a, b);
            case ULT -> binary(Kind.BV_ULT, a, b);
            case SLT -> binary(Kind.BV_SLT, a, b);
            case BV_NOT -> unary(Kind.BV_NOT, a);
            case BV_AND -> binary(Kind.BV_AND, a, b);
            case BV_OR -> binary(Kind.BV_OR, a, b);
            case BV_XOR -> binary(Kind.BV_XOR, a, b);
            case BV_ADD -> binary(Kind.BV_ADD, a, b);
            case BV_SUB -> binary(Kind.BV_SUB, a, b);
            case BV_MUL -> binary(Kind.BV_MUL, a, b);
            case BV_UDIV -> binary(Kind.BV_UDIV, a, b);
            case BV_UREM -> binary(Kind.BV_UREM, a, b);
            case BV_SDIV -> binary(Kind.BV_SDIV, a, b);
            case BV_SREM -> binary(Kind.BV_SREM, a, b);
            case BV_SHL -> binary(Kind.BV_SHL, a, b);
            case BV_LSHR -> binary(Kind.BV_SHR, a, b);
            case BV_ASHR -> binary(Kind.BV_ASHR, a, b);
            case CONCAT -> binary(Kind.BV_CONCAT, a, b);
            case EXTRACT ->
                BitwuzlaNativeJNI.TermManager_mk_term__SWIG_2(
                        manager,
                        null,
                        Kind.BV_EXTRACT.swigValue(),
                        a,
                        null,
                        pool.low(node) + width - 1,
                        pool.low(node));
            case ZERO_EXTEND -> indexed(Kind.BV_ZERO_EXTEND, a, width - pool.width(pool.operand(node, 0)));
            case SIGN_EXTEND -> indexed(Kind.BV_SIGN_EXTEND, a, width - pool.width(pool.operand(node, 0)));
            case MATH_VARIABLE,
                    NUMBER,
                    NUM_ADD,
                    NUM_SUB,
                    NUM_MUL,
                    NUM_LESS,
                    INT_DIV,
                    INT_MOD,
                    REAL_DIV,
                    TO_REAL,
                    TO_INT,
                    BV_TO_INT,
                    INT_TO_BV,
                    SELECT,
                    STORE,
                    EVERYWHERE,
                    PARTS,
                    MAKE,
                    IS_CASE,
                    PART,
                    FORALL -> throw new IllegalArgumentException("no bit-vectors: " + pool.op(node));
        };
    }

    void close() {
        forEach(BitwuzlaNativeJNI::delete_Term);
        sorts.values().forEach(BitwuzlaNativeJNI::delete_Sort);
        BitwuzlaNativeJNI.delete_TermManager(manager);
    }
}
