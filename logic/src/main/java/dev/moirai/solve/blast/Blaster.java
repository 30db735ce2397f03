package dev.moirai.solve.blast;

import static dev.moirai.logic.TermPool.FALSE;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Terms as circuits. Translations are remembered, so a growing formula costs only what is new. */
public final class Blaster {
    private final TermPool terms;
    private final TermPool gates;
    private final Circuits circuits;
    private final List<Integer> variables = new ArrayList<>();
    private final Map<Long, int[][]> divisions = new HashMap<>();

    /**
     * By node: a boolean's gate; for a vector one more than the place of its lowest bit in {@code bits}; 0 if not yet
     * translated.
     */
    private int[] done = new int[0];

    private int[] bits = new int[1024];
    private int bitCount;
    private int[] stack = new int[64];

    public Blaster(TermPool terms) {
        this.terms = terms;
        this.gates = TermPool.madeFrom(terms);
        this.circuits = new Circuits(gates);
    }

    /** The circuits: boolean variables, conjunctions, exclusive ors, choices and majorities only. */
    public TermPool gates() {
        return gates;
    }

    /** The variables of the terms translated so far. */
    public List<Integer> variables() {
        return variables;
    }

    /** The gate that is true when the boolean term is. */
    public int gate(int term) {
        int node = Math.abs(term);
        ensure(node);
        return term > 0 ? done[node] : -done[node];
    }

    /** The gates of a bit-vector, lowest bit first. */
    public int[] vector(int term) {
        ensure(term);
        return bitsOf(term);
    }

    private void ensure(int node) {
        if (done.length < terms.size()) done = Arrays.copyOf(done, terms.size());
        if (done[node] == 0) translate(node);
    }

    private int[] bitsOf(int node) {
        int from = done[node] - 1;
        return Arrays.copyOfRange(bits, from, from + terms.width(node));
    }

    private int[] operandBits(int node, int index) {
        return bitsOf(terms.operand(node, index));
    }

    private int operandGate(int node, int index) {
        int operand = terms.operand(node, index);
        return operand > 0 ? done[operand] : -done[-operand];
    }

    private void translate(int root) {
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            int node = stack[depth - 1];
            if (done[node] != 0) {
                depth--;
                continue;
            }
            Operator op = terms.op(node);
            int arity = op.arity();
            if (depth + arity > stack.length) stack = Arrays.copyOf(stack, stack.length * 2);
            int before = depth;
            for (int i = 0; i < arity; i++) {
                int operand = Math.abs(terms.operand(node, i));
                if (done[operand] == 0) stack[depth++] = operand;
            }
            if (depth > before) continue;
            if (terms.isBool(node)) done[node] = booleanGate(node, op);
            else store(node, vectorGates(node, op));
            depth--;
        }
    }

    private void store(int node, int[] vector) {
        if (bitCount + vector.length > bits.length) bits = Arrays.copyOf(bits, bits.length * 2);
        System.arraycopy(vector, 0, bits, bitCount, vector.length);
        done[node] = bitCount + 1;
        bitCount += vector.length;
    }

    private int booleanGate(int node, Operator op) {
        return switch (op) {
            case TRUE -> TermPool.TRUE;
            case BOOL_VARIABLE -> {
                variables.add(node);
                yield gates.newBool();
            }
            case AND -> gates.and(operandGate(node, 0), operandGate(node, 1));
            case XOR -> gates.xor(operandGate(node, 0), operandGate(node, 1));
            case MAJORITY -> gates.majority(operandGate(node, 0), operandGate(node, 1), operandGate(node, 2));
            case ITE -> gates.ite(operandGate(node, 0), operandGate(node, 1), operandGate(node, 2));
            case EQUAL -> circuits.equal(operandBits(node, 0), operandBits(node, 1));
            case ULT -> circuits.less(operandBits(node, 0), operandBits(node, 1));
            case SLT -> circuits.signedLess(operandBits(node, 0), operandBits(node, 1));
            default -> throw new IllegalStateException(op.name());
        };
    }

    private int[] vectorGates(int node, Operator op) {
        int width = terms.width(node);
        return switch (op) {
            case BV_CONSTANT -> Circuits.constant(terms.value(node), width);
            case BV_VARIABLE -> {
                variables.add(node);
                int[] fresh = new int[width];
                Arrays.setAll(fresh, i -> gates.newBool());
                yield fresh;
            }
            case ITE -> circuits.ite(operandGate(node, 0), operandBits(node, 1), operandBits(node, 2));
            case EXTRACT -> Arrays.copyOfRange(operandBits(node, 0), terms.low(node), terms.low(node) + width);
            case ZERO_EXTEND -> Circuits.extended(operandBits(node, 0), FALSE, width);
            case SIGN_EXTEND -> {
                int[] a = operandBits(node, 0);
                yield Circuits.extended(a, a[a.length - 1], width);
            }
            case BV_NOT -> Circuits.not(operandBits(node, 0));
            default -> binary(op, operandBits(node, 0), operandBits(node, 1), node);
        };
    }

    private int[] binary(Operator op, int[] a, int[] b, int node) {
        return switch (op) {
            case CONCAT -> {
                int[] joined = Arrays.copyOf(b, a.length + b.length);
                System.arraycopy(a, 0, joined, b.length, a.length);
                yield joined;
            }
            case BV_AND -> circuits.and(a, b);
            case BV_OR -> circuits.or(a, b);
            case BV_XOR -> circuits.xor(a, b);
            case BV_ADD -> circuits.add(a, b, FALSE);
            case BV_SUB -> circuits.subtract(a, b);
            case BV_MUL -> circuits.multiply(a, b);
            case BV_UDIV -> division(node, false, a, b)[0];
            case BV_UREM -> division(node, false, a, b)[1];
            case BV_SDIV -> circuits.signedDivide(a, b, division(node, true, a, b)[0]);
            case BV_SREM -> circuits.signedRemainder(a, division(node, true, a, b)[1]);
            case BV_SHL -> circuits.shift(a, b, true, FALSE);
            case BV_LSHR -> circuits.shift(a, b, false, FALSE);
            case BV_ASHR -> circuits.shift(a, b, false, a[a.length - 1]);
            default -> throw new IllegalStateException(op.name());
        };
    }

    /** Quotient and remainder of the same operands share one circuit. */
    private int[][] division(int node, boolean signed, int[] a, int[] b) {
        long key = ((long) terms.operand(node, 0) << 32 | terms.operand(node, 1)) ^ (signed ? Long.MIN_VALUE : 0);
        return divisions.computeIfAbsent(
                key, _ -> signed ? circuits.divide(circuits.absolute(a), circuits.absolute(b)) : circuits.divide(a, b));
    }
}
