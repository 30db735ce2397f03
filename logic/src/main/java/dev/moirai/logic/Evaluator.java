package dev.moirai.logic;

import dev.moirai.value.Exact;
import dev.moirai.value.ValueNames;
import java.util.Arrays;
import java.util.Optional;

/**
 * The value of terms under an assignment. Solvers' models are checked by evaluating what was asserted, so this class
 * shares nothing with any solver, and with the simplification only the meaning of single operators.
 */
public sealed class Evaluator permits QuantifiedTerms.Inside {
    private final TermPool pool;
    private final Assignment assignment;
    private long[] values = new long[0];
    private boolean[] known = new boolean[0];
    private int[] stack = new int[64];
    private int depth;
    private Optional<QuantifiedTerms> quantified = Optional.empty();

    public Evaluator(TermPool pool, Assignment assignment) {
        this.pool = pool;
        this.assignment = assignment;
    }

    public boolean isTrue(int term) {
        return value(term) != 0;
    }

    public long value(int term) {
        int node = Math.abs(term);
        if (node >= values.length || !known[node]) compute(node);
        return term > 0 ? values[node] : 1 - values[node];
    }

    private void compute(int root) {
        if (values.length < pool.size()) {
            values = Arrays.copyOf(values, pool.size());
            known = Arrays.copyOf(known, pool.size());
        }
        // A quantifier asks for values while its own is computed.
        int bottom = depth;
        stack[depth++] = root;
        while (depth > bottom) {
            int node = stack[depth - 1];
            int before = depth;
            if (!known[node]) {
                // What is in a quantifier has no value by itself.
                int arity = pool.op(node) == Operator.FORALL ? 0 : pool.op(node).arity();
                if (depth + arity > stack.length) stack = Arrays.copyOf(stack, stack.length * 2);
                for (int i = 0; i < arity; i++) {
                    int operand = Math.abs(pool.operand(node, i));
                    if (!known[operand]) stack[depth++] = operand;
                }
            }
            if (depth > before) continue;
            if (!known[node]) {
                values[node] = meaning(node);
                known[node] = true;
            }
            depth--;
        }
    }

    /** The value of an operand of a node that is being evaluated. */
    long operand(int node, int index) {
        return inner(pool.operand(node, index));
    }

    /** The value of a term inside of a node that is being evaluated. */
    long inner(int term) {
        return term > 0 ? values[term] : 1 - values[-term];
    }

    final long meaning(int node) {
        int width = pool.width(node);
        Operator op = pool.op(node);
        return switch (op) {
            case TRUE -> 1;
            case BOOL_VARIABLE -> assignment.value(node) & 1;
            case BV_VARIABLE -> assignment.value(node) & Meaning.mask(width);
            case BV_CONSTANT -> pool.value(node);
            case AND -> operand(node, 0) & operand(node, 1);
            case XOR -> operand(node, 0) ^ operand(node, 1);
            case MAJORITY -> operand(node, 0) + operand(node, 1) + operand(node, 2) >= 2 ? 1 : 0;
            case ITE -> operand(node, 0) != 0 ? operand(node, 1) : operand(node, 2);
            case EQUAL -> operand(node, 0) == operand(node, 1) ? 1 : 0;
            case ULT -> Meaning.ult(operand(node, 0), operand(node, 1)) ? 1 : 0;
            case SLT -> Meaning.slt(operand(node, 0), operand(node, 1), pool.width(pool.operand(node, 0))) ? 1 : 0;
            case BV_NOT -> ~operand(node, 0) & Meaning.mask(width);
            case BV_AND,
                    BV_OR,
                    BV_XOR,
                    BV_ADD,
                    BV_SUB,
                    BV_MUL,
                    BV_UDIV,
                    BV_UREM,
                    BV_SDIV,
                    BV_SREM,
                    BV_SHL,
                    BV_LSHR,
                    BV_ASHR -> Meaning.binary(op, width, operand(node, 0), operand(node, 1));
            case CONCAT -> operand(node, 0) << pool.width(pool.operand(node, 1)) | operand(node, 1);
            case EXTRACT -> operand(node, 0) >>> pool.low(node) & Meaning.mask(width);
            case ZERO_EXTEND -> operand(node, 0);
            case SIGN_EXTEND ->
                Meaning.signed(operand(node, 0), pool.width(pool.operand(node, 0))) & Meaning.mask(width);
            case MATH_VARIABLE -> assignment.value(node);
            case NUMBER -> pool.value(node);
            case NUM_ADD, NUM_SUB, NUM_MUL, INT_DIV, INT_MOD, REAL_DIV, NUM_LESS ->
                ofNumbers(op, pool.width(pool.operand(node, 0)), operand(node, 0), operand(node, 1));
            case TO_REAL -> Exact.realOf(operand(node, 0));
            case TO_INT -> Exact.floor(operand(node, 0));
            case BV_TO_INT -> Exact.unsigned(operand(node, 0), pool.width(pool.operand(node, 0)));
            case INT_TO_BV -> Exact.bits(operand(node, 0)) & Meaning.mask(width);
            case SELECT -> Exact.lookup(operand(node, 0), operand(node, 1));
            case STORE ->
                Exact.update(
                        operand(node, 0),
                        operand(node, 1),
                        operand(node, 2),
                        MathTerms.keyBits(pool.width(pool.operand(node, 1))));
            case FORALL -> quantified().ofForAll(node);
            case EVERYWHERE -> Exact.everywhere(operand(node, 0));
            case PARTS -> 0;
            case MAKE, IS_CASE, PART -> ofVariant(node, op);
        };
    }

    private QuantifiedTerms quantified() {
        if (quantified.isEmpty()) quantified = Optional.of(new QuantifiedTerms(pool, this));
        return quantified.get();
    }

    private long ofVariant(int node, Operator op) {
        VariantTerms variants = pool.math().variants();
        int which = variants.which(node);
        if (op == Operator.PART) return Exact.part(operand(node, 0), which, variants.index(node));
        if (op == Operator.IS_CASE) {
            int zero = variants.sort(pool.width(pool.operand(node, 0))).zero();
            return Exact.isCase(operand(node, 0), which, zero) ? 1 : 0;
        }
        long[] parts =
                Arrays.stream(variants.parts(node)).mapToLong(this::inner).toArray();
        return ValueNames.ofVariant(variants.sort(pool.width(node)).zero(), which, parts);
    }

    private static long ofNumbers(Operator op, int sort, long x, long y) {
        boolean real = sort == MathTerms.REAL;
        return switch (op) {
            case NUM_ADD -> real ? Exact.addReals(x, y) : Exact.add(x, y);
            case NUM_SUB -> real ? Exact.subtractReals(x, y) : Exact.subtract(x, y);
            case NUM_MUL -> real ? Exact.multiplyReals(x, y) : Exact.multiply(x, y);
            case INT_DIV -> Exact.quotient(x, y);
            case INT_MOD -> Exact.remainder(x, y);
            case REAL_DIV -> Exact.divideReals(x, y);
            case NUM_LESS -> (real ? Exact.isLessReal(x, y) : Exact.isLess(x, y)) ? 1 : 0;
            default -> throw new IllegalArgumentException(op.name());
        };
    }
}
