package dev.moirai.ir;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The variables of quantifiers in expressions. */
public final class BoundVariables {
    /** Larger constants would make too many values to look at. */
    private static final int MOST_ADDED_BITS = 7;

    private BoundVariables() {}

    /** Whether a bound variable occurs outside of its quantifier. */
    public static boolean areIn(Expr expr) {
        return isOpen(expr, new HashSet<>());
    }

    private static boolean isOpen(Expr expr, Set<String> closed) {
        if (expr instanceof Expr.Bound(var name, var _)) return !closed.contains(name);
        if (expr instanceof Expr.ForAll(var variable, var body)) {
            boolean isNew = closed.add(variable.name());
            boolean open = isOpen(body, closed);
            if (isNew) closed.remove(variable.name());
            return open;
        }
        var open = new boolean[1];
        Operands.forEachChild(expr, child -> open[0] = open[0] || isOpen(child, closed));
        return open[0];
    }

    /**
     * Whether bound variables are only keys of maps and compared with each other and with what does not depend on any; a constant
     * may be added. Maps have one value almost everywhere, so such an expression changes its value only near the keys of the
     * maps and near what is compared with.
     */
    public static boolean isPiecewise(Expr expr) {
        if (isFixed(expr)) return true;
        return switch (expr) {
            case Expr.Bound _ -> false;
            case Expr.ForAll(var _, var body) -> isPiecewise(body);
            case Expr.Lookup(var map, var key) -> isPiecewise(map) && (isMoved(key) || isPiecewise(key));
            case Expr.Make(var _, var _, var parts) -> parts.stream().allMatch(BoundVariables::isPiecewise);
            case Expr.IsCase(var value, var _) -> isPiecewise(value);
            // A map that a variable chooses among those in variants would have keys that nobody looks for.
            case Expr.Part(var value, var _, var _) -> !(expr.type() instanceof Type.Map) && isPiecewise(value);
            case Expr.Calculate(var op, var operands) -> {
                boolean compares = op == Expr.MathOp.EQUAL || op == Expr.MathOp.LESS || op == Expr.MathOp.LESS_OR_EQUAL;
                boolean places = operands.stream().anyMatch(BoundVariables::isMoved);
                if (places) yield compares && operands.stream().allMatch(o -> isMoved(o) || isFixed(o));
                yield operands.stream().allMatch(BoundVariables::isPiecewise);
            }
            case Expr.Unary(var _, var operand) -> isPiecewise(operand);
            case Expr.Binary(var _, var left, var right) -> isPiecewise(left) && isPiecewise(right);
            case Expr.Compare(var _, var left, var right) -> isPiecewise(left) && isPiecewise(right);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                isPiecewise(condition) && isPiecewise(whenTrue) && isPiecewise(whenFalse);
            default -> false;
        };
    }

    /** Whether no bound variable occurs at all. */
    public static boolean isFixed(Expr expr) {
        if (expr instanceof Expr.Bound || expr instanceof Expr.ForAll) return false;
        var fixed = new boolean[] {true};
        Operands.forEachChild(expr, child -> fixed[0] = fixed[0] && isFixed(child));
        return fixed[0];
    }

    /** Whether it is a bound variable, perhaps with a small constant added. */
    private static boolean isMoved(Expr expr) {
        return expr instanceof Expr.Bound || constantAdded(expr).isPresent();
    }

    private static Optional<BigInteger> constantAdded(Expr expr) {
        if (!(expr instanceof Expr.Calculate(var op, var operands)) || operands.size() != 2) return Optional.empty();
        boolean adds = op == Expr.MathOp.ADD || op == Expr.MathOp.SUBTRACT;
        if (adds && operands.getFirst() instanceof Expr.Bound && operands.getLast() instanceof Expr.Number(var by)) {
            return Optional.of(by).filter(number -> number.bitLength() <= MOST_ADDED_BITS);
        }
        if (op == Expr.MathOp.ADD
                && operands.getFirst() instanceof Expr.Number(var by)
                && operands.getLast() instanceof Expr.Bound) {
            return Optional.of(by).filter(number -> number.bitLength() <= MOST_ADDED_BITS);
        }
        return Optional.empty();
    }

    /** The sum of all that is added to bound variables, without signs. */
    public static BigInteger moved(Expr expr) {
        var sum = new BigInteger[] {constantAdded(expr).orElse(BigInteger.ZERO).abs()};
        Operands.forEachChild(expr, child -> sum[0] = sum[0].add(moved(child)));
        return sum[0];
    }

    /** Visits the largest parts that depend on no bound variable. */
    public static void forEachFixed(Expr expr, Consumer<Expr> visitor) {
        if (isFixed(expr)) visitor.accept(expr);
        else Operands.forEachChild(expr, child -> forEachFixed(child, visitor));
    }

    /** How deeply quantifiers are nested. */
    public static int depth(Expr expr) {
        var deepest = new int[1];
        Operands.forEachChild(expr, child -> deepest[0] = Math.max(deepest[0], depth(child)));
        return deepest[0] + (expr instanceof Expr.ForAll ? 1 : 0);
    }
}
