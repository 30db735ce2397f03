package dev.moirai.logic;

import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes terms as SMT-LIB 2.6. What is used more than once, or lies deep, gets a {@code define-fun} of its own, so the text
 * is as small as the shared graph. Definitions already written are remembered: one writer serves a whole dialogue.
 */
public final class SmtLib {
    private static final int DEEPEST_INLINE = 6;

    private final TermPool pool;
    private final Appendable out;
    private final BitSet defined = new BitSet();

    public SmtLib(TermPool pool, Appendable out) {
        this.pool = pool;
        this.out = out;
    }

    /** A whole script: is the conjunction of the assertions satisfiable? */
    public static String script(TermPool pool, String logic, int... assertions) {
        var text = new StringBuilder();
        var writer = new SmtLib(pool, text);
        writer.command("(set-logic " + logic + ")");
        for (int assertion : assertions) writer.assertion(assertion);
        writer.command("(check-sat)");
        return text.toString();
    }

    public void assertion(int term) {
        String text = reference(term);
        command("(assert " + text + ")");
    }

    public void command(String command) {
        try {
            out.append(command).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The symbol of a variable as it is written, bars included where SMT-LIB wants them. */
    public String symbol(int variable) {
        String name = pool.name(variable);
        // $ begins the names of definitions; bars and backslashes cannot be quoted.
        if (name.isEmpty() || name.startsWith("$") || name.indexOf('|') >= 0 || name.indexOf('\\') >= 0) {
            return "$v" + Math.abs(variable);
        }
        return "|" + name + "|";
    }

    /** Whether a declaration or definition of the node was written. */
    public boolean isDeclared(int node) {
        return defined.get(node);
    }

    /** Text that stands for the term, after writing the declarations and definitions it needs. */
    public String reference(int term) {
        int root = Math.abs(term);
        byte[] uses = countUses(root);
        Map<Integer, String> inline = new HashMap<>();
        int[] depth = new int[uses.length];
        Map<Integer, Set<Integer>> open = bound(root, uses);
        for (int node = 1; node <= root; node++) {
            if (uses[node] == 0 || defined.get(node)) continue;
            Operator op = pool.op(node);
            if (op.isVariable() && open.containsKey(node)) continue;
            if (op.isVariable()) {
                command("(declare-const " + symbol(node) + " " + sortText(pool.width(node)) + ")");
                defined.set(node);
                continue;
            }
            if (op.arity() == 0) continue;
            String text = text(node, inline);
            for (int i = 0; i < op.arity(); i++) {
                depth[node] = Math.max(depth[node], 1 + depth[Math.abs(pool.operand(node, i))]);
                if (!open.containsKey(Math.abs(pool.operand(node, i)))) inline.remove(Math.abs(pool.operand(node, i)));
            }
            if (open.containsKey(node)) {
                inline.put(node, text);
                continue;
            }
            if (node != root && uses[node] == 1 && depth[node] < DEEPEST_INLINE) {
                inline.put(node, text);
            } else if (node == root && depth[node] < 2) {
                inline.put(node, text);
            } else {
                command("(define-fun $" + node + " () " + sortText(pool.width(node)) + " " + text + ")");
                defined.set(node);
                depth[node] = 0;
            }
        }
        return operandText(term, inline);
    }

    /** The nodes that bound variables occur in, with these: nothing outside of the quantifier can define them. */
    private Map<Integer, Set<Integer>> bound(int root, byte[] uses) {
        Map<Integer, Set<Integer>> open = new HashMap<>();
        if (!pool.hasMath()) return open;
        for (int node = 1; node <= root; node++) {
            if (uses[node] > 0 && pool.op(node) == Operator.FORALL) {
                open.put(pool.operand(node, 0), Set.of(pool.operand(node, 0)));
            }
        }
        for (int node = 1; node <= root && !open.isEmpty(); node++) {
            if (uses[node] == 0 || pool.op(node).arity() == 0) continue;
            var inside = new HashSet<Integer>();
            for (int i = 0; i < pool.op(node).arity(); i++) {
                inside.addAll(open.getOrDefault(Math.abs(pool.operand(node, i)), Set.of()));
            }
            if (pool.op(node) == Operator.FORALL) inside.remove(pool.operand(node, 0));
            if (!inside.isEmpty()) open.put(node, inside);
        }
        return open;
    }

    /** How often each node below the root is used: 0, 1, or 2 for more often. */
    private byte[] countUses(int root) {
        byte[] uses = new byte[root + 1];
        uses[root] = 1;
        for (int node = root; node > 0; node--) {
            if (uses[node] == 0 || defined.get(node)) continue;
            Operator op = pool.op(node);
            for (int i = 0; i < op.arity(); i++) {
                int operand = Math.abs(pool.operand(node, i));
                uses[operand] = (byte) (uses[operand] == 0 && op != Operator.MAJORITY ? 1 : 2);
            }
        }
        return uses;
    }

    private String text(int node, Map<Integer, String> inline) {
        Operator op = pool.op(node);
        String[] operands = new String[op.arity()];
        Arrays.setAll(operands, i -> operandText(pool.operand(node, i), inline));
        String name = switch (op) {
            case EXTRACT -> {
                int low = pool.low(node);
                yield "(_ extract " + (low + pool.width(node) - 1) + " " + low + ")";
            }
            case ZERO_EXTEND, SIGN_EXTEND ->
                "(_ " + op.smtName() + " " + (pool.width(node) - pool.width(pool.operand(node, 0))) + ")";
            case MAJORITY -> {
                String pair = operands[0] + " " + operands[1];
                yield "or (and " + pair + ") (and " + operands[2] + " (or " + pair + "))";
            }
            case INT_TO_BV -> "(_ " + op.smtName() + " " + pool.width(node) + ")";
            case EVERYWHERE -> "(as const " + sortText(pool.width(node)) + ")";
            case PARTS, MAKE, IS_CASE, PART -> throw noVariants();
            case FORALL -> {
                operands[0] = "((" + operands[0] + " " + sortText(pool.width(pool.operand(node, 0))) + "))";
                yield op.smtName();
            }
            default -> op.smtName();
        };
        return op == Operator.MAJORITY ? "(" + name + ")" : "(" + name + " " + String.join(" ", operands) + ")";
    }

    private String operandText(int term, Map<Integer, String> inline) {
        if (term < 0) return term == TermPool.FALSE ? "false" : "(not " + operandText(-term, inline) + ")";
        Operator op = pool.op(term);
        return switch (op) {
            case TRUE -> "true";
            case BOOL_VARIABLE, BV_VARIABLE, MATH_VARIABLE -> symbol(term);
            case NUMBER -> number(term);
            case BV_CONSTANT -> "(_ bv" + Long.toUnsignedString(pool.value(term)) + " " + pool.width(term) + ")";
            default -> inline.getOrDefault(term, "$" + term);
        };
    }

    private String number(int term) {
        long name = pool.value(term);
        if (pool.width(term) == MathTerms.INTEGER) return numeral(ValueNames.integer(name), "");
        Rational real = ValueNames.real(name);
        return "(/ " + numeral(real.numerator(), ".0") + " " + numeral(real.denominator(), ".0") + ")";
    }

    private static String numeral(BigInteger value, String end) {
        return value.signum() < 0 ? "(- " + value.negate() + end + ")" : value + end;
    }

    private static UncheckedIOException noVariants() {
        return new UncheckedIOException(new IOException("datatypes are written for the embedded Z3 alone"));
    }

    private String sortText(int sort) {
        if (sort == 0) return "Bool";
        if (sort == MathTerms.INTEGER) return "Int";
        if (sort == MathTerms.REAL) return "Real";
        if (VariantTerms.isVariant(sort)) throw noVariants();
        if (!MathTerms.isArray(sort)) return "(_ BitVec " + sort + ")";
        MathTerms.ArraySort array = pool.math().array(sort);
        return "(Array " + sortText(array.key()) + " " + sortText(array.value()) + ")";
    }
}
