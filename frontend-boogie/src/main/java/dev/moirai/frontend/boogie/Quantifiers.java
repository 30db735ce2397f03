package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.frontend.boogie.BoogieExpr.Quantifier;
import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Quantifiers that can be evaluated: over types with few values, over integers between two bounds that the formula names, and
 * statements about all cells of a map, which say that it equals another one. Others are quantifiers of the IR, if finitely many
 * values decide them, or are refused.
 */
final class Quantifiers {
    static final String HINT = "name bounds: (forall i: int :: 0 <= i && i < n ==> ...)";

    private static final int MOST_VALUES = 256;
    private static final int WRITTEN_OUT = 128;

    private final ExprLowering exprs;
    private final Typing typing;

    Quantifiers(ExprLowering exprs) {
        this.exprs = exprs;
        typing = exprs.program().typing();
    }

    Expr value(BoogieExpr.Quantified q, Context context) {
        if (q.quantifier() == Quantifier.LAMBDA) return lambda(q, context);
        boolean overNodes = typing.bound(q).stream()
                .anyMatch(
                        variable -> exprs.program().nodes().isIn(variable.type().substitute(context.types())));
        if (q.quantifier() == Quantifier.FORALL && !overNodes) {
            Optional<Expr> maps = new MapEquations(exprs).value(q, context);
            if (maps.isPresent()) return maps.get();
        }
        return over(q, typing.bound(q), context);
    }

    private Expr over(BoogieExpr.Quantified q, List<BoogieSymbol.Bound> variables, Context context) {
        if (variables.isEmpty()) return exprs.value(q.body(), context);
        boolean inside = context.values().values().stream().anyMatch(BoundVariables::areIn);
        for (BoogieSymbol.Bound variable : variables) {
            var rest = new ArrayList<>(variables);
            rest.remove(variable);
            BoogieType type = variable.type().substitute(context.types());
            exprs.program().nodes().refuse(type, "a quantifier over values", q.span());
            Optional<List<Expr>> values = values(type, variable.variable().span());
            if (values.isPresent()) return each(q, variable, values.get(), rest, context);
            // No loop stands inside a quantifier that the IR has.
            if (!type.equals(BoogieType.INT) || inside) continue;
            Optional<Bounds> bounds = Bounds.of(q, variable, variables, typing);
            if (bounds.isPresent()) return between(q, variable, bounds.get(), rest, context);
        }
        return unbounded(q, variables, context);
    }

    /** A quantifier of the IR, which the interpreter can evaluate and Z3 knows. */
    private Expr unbounded(BoogieExpr.Quantified q, List<BoogieSymbol.Bound> variables, Context context) {
        boolean all = q.quantifier() == Quantifier.FORALL;
        Context inside = context;
        Expr proper = Expr.TRUE;
        var bound = new ArrayList<Expr.Bound>();
        for (BoogieSymbol.Bound variable : variables) {
            BoogieType type = variable.type().substitute(context.types());
            Type lowered = exprs.program().types().of(type, q.span());
            if (!(lowered instanceof Type.Integer || lowered instanceof Type.Named)) {
                throw BoogieError.unsupported(
                        q.span(), "a quantifier over infinitely many values of type " + variable.type(), HINT);
            }
            var place =
                    new Expr.Bound(exprs.program().boundName(variable.variable().name()), lowered);
            bound.add(place);
            inside = inside.with(variable, place);
            proper = BoogieOperators.and(proper, new Records(exprs, q.span()).isProper(type, place));
        }
        Expr value = exprs.withoutJumps().value(q.body(), inside);
        Expr body = all ? BoogieOperators.or(Expr.not(proper), value) : BoogieOperators.and(proper, value);
        if (!BoundVariables.isPiecewise(body)) {
            throw BoogieError.unsupported(
                    q.span(),
                    "a quantifier whose variable is more than an index, or compared with what does not depend on it",
                    HINT);
        }
        Expr result = all ? body : Expr.not(body);
        for (Expr.Bound variable : bound.reversed()) result = new Expr.ForAll(variable, result);
        return all ? result : Expr.not(result);
    }

    /** The values of a type that has few. */
    private Optional<List<Expr>> values(BoogieType type, SourceSpan span) {
        boolean small = type.equals(BoogieType.BOOL)
                || (type instanceof BoogieType.Bv(var width) && width <= 8)
                || exprs.program().types().isEnumeration(type);
        if (!small) return Optional.empty();
        Type.Int bits = (Type.Int) exprs.program().types().of(type, span);
        int count = exprs.program().types().isEnumeration(type)
                ? exprs.program().types().datatype(type).constructors().size()
                : 1 << bits.width();
        if (count > MOST_VALUES) return Optional.empty();
        var all = new ArrayList<Expr>();
        for (int i = 0; i < count; i++) all.add(Expr.constant(bits, i));
        return Optional.of(all);
    }

    private Expr each(
            BoogieExpr.Quantified q,
            BoogieSymbol.Bound variable,
            List<Expr> values,
            List<BoogieSymbol.Bound> rest,
            Context context) {
        boolean all = q.quantifier() == Quantifier.FORALL;
        Expr result = all ? Expr.TRUE : Expr.FALSE;
        for (Expr value : values) {
            Expr one = exprs.writer().simple(over(q, rest, context.with(variable, value)), q.span());
            result = all ? BoogieOperators.and(result, one) : BoogieOperators.or(result, one);
        }
        return result;
    }

    private Expr between(
            BoogieExpr.Quantified q,
            BoogieSymbol.Bound variable,
            Bounds bounds,
            List<BoogieSymbol.Bound> rest,
            Context context) {
        Expr low = bounds.low(exprs, context);
        Expr high = bounds.high(exprs, context);
        Optional<BigInteger> count = distance(low, high);
        if (count.isPresent() && count.get().compareTo(BigInteger.valueOf(WRITTEN_OUT)) <= 0) {
            Expr first = exprs.writer().simple(low, q.span());
            var values = new ArrayList<Expr>();
            for (int i = 0; i < count.get().intValue(); i++) {
                values.add(BoogieOperators.apply(BinaryOp.ADD, first, new Expr.Number(i)));
            }
            return each(q, variable, values, rest, context);
        }
        return loop(q, variable, low, high, rest, context);
    }

    /** How many integers there are from {@code low} to below {@code high}, if that is a matter of constants. */
    private static Optional<BigInteger> distance(Expr low, Expr high) {
        if (low instanceof Expr.Number(var from) && high instanceof Expr.Number(var to)) {
            return Optional.of(to.subtract(from));
        }
        boolean beyond = high instanceof Expr.Calculate(var op, var operands)
                && op == MathOp.ADD
                && operands.getFirst().equals(low);
        return beyond && ((Expr.Calculate) high).operands().getLast() instanceof Expr.Number(var length)
                ? Optional.of(length)
                : Optional.empty();
    }

    /** {@code for (i = low; i < high; i++)}, left as soon as the answer is known. */
    private Expr loop(
            BoogieExpr.Quantified q,
            BoogieSymbol.Bound variable,
            Expr low,
            Expr high,
            List<BoogieSymbol.Bound> rest,
            Context context) {
        BodyWriter writer = exprs.writer();
        SourceSpan span = q.span();
        boolean all = q.quantifier() == Quantifier.FORALL;
        Local index = writer.named(variable.variable().name(), Type.INTEGER);
        Local result = writer.fresh(Type.BOOL);
        Expr end = writer.simple(high, span);
        writer.emit(new Instr.Assign(index, low, span));
        writer.emit(new Instr.Assign(result, all ? Expr.TRUE : Expr.FALSE, span));
        String head = writer.freshLabel("each");
        String body = writer.freshLabel("one");
        String out = writer.freshLabel("all");
        writer.apart(() -> {
            writer.label(head, span);
            writer.branch(new Expr.Calculate(MathOp.LESS, index, end), body, out, span);
            writer.label(body, span);
            writer.emit(new Instr.Assign(result, over(q, rest, context.with(variable, index)), span));
            writer.emit(new Instr.Assign(index, new Expr.Calculate(MathOp.ADD, index, new Expr.Number(1)), span));
            if (all) writer.branch(result, head, out, span);
            else writer.branch(result, out, head, span);
            writer.label(out, span);
        });
        return result;
    }

    /** A lambda whose body does not depend on its variables, or over types with few values. */
    private Expr lambda(BoogieExpr.Quantified q, Context context) {
        List<BoogieSymbol.Bound> variables = typing.bound(q);
        var type = (Type.Map) exprs.program().types().of(exprs.typeOf(q, context), q.span());
        if (!Subterms.mentions(q.body(), variables, typing)) {
            return Theory.everywhere(type, exprs.value(q.body(), context));
        }
        exprs.program().nodes().refuse(exprs.typeOf(q, context), "a map with different values", q.span());
        if (variables.size() == 1) {
            BoogieSymbol.Bound variable = variables.getFirst();
            Optional<List<Expr>> values = values(
                    variable.type().substitute(context.types()),
                    variable.variable().span());
            if (values.isPresent()) {
                Expr map = new Expr.Everywhere(
                        type,
                        exprs.value(
                                q.body(), context.with(variable, values.get().getFirst())));
                for (Expr value : values.get().subList(1, values.get().size())) {
                    map = new Expr.Update(map, value, exprs.value(q.body(), context.with(variable, value)));
                }
                return map;
            }
            Optional<Expr> updates = new MapEquations(exprs).updates(q.body(), variable, context);
            if (updates.isPresent()) return updates.get();
        }
        throw BoogieError.unsupported(
                q.span(),
                "a lambda over infinitely many values",
                "the same value everywhere is fine: (lambda i: int :: 0), and other values at single places:"
                        + " (lambda i: int :: if i == k then 1 else m[i])");
    }

    /** {@code low <= i && i < high} as a formula names it; {@code high} is the first value beyond. */
    private record Bounds(BoogieExpr lower, boolean lowerOpen, BoogieExpr upper, boolean upperOpen) {
        static Optional<Bounds> of(
                BoogieExpr.Quantified q,
                BoogieSymbol.Bound variable,
                List<BoogieSymbol.Bound> variables,
                Typing typing) {
            var conditions = new ArrayList<BoogieExpr>();
            if (q.quantifier() == Quantifier.FORALL) premises(q.body(), conditions);
            else conjuncts(q.body(), conditions);
            BoogieExpr lower = null;
            BoogieExpr upper = null;
            boolean lowerOpen = false;
            boolean upperOpen = false;
            for (BoogieExpr condition : conditions) {
                if (!(condition instanceof BoogieExpr.Binary(var op, var left, var right, var _))) continue;
                boolean less = op == BinaryOp.LESS || op == BinaryOp.LESS_OR_EQUAL;
                boolean greater = op == BinaryOp.GREATER || op == BinaryOp.GREATER_OR_EQUAL;
                if (!less && !greater) continue;
                boolean open = op == BinaryOp.LESS || op == BinaryOp.GREATER;
                BoogieExpr small = less ? left : right;
                BoogieExpr large = less ? right : left;
                if (is(large, variable, typing) && !Subterms.mentions(small, variables, typing) && lower == null) {
                    lower = small;
                    lowerOpen = open;
                }
                if (is(small, variable, typing) && !Subterms.mentions(large, variables, typing) && upper == null) {
                    upper = large;
                    upperOpen = open;
                }
            }
            return lower == null || upper == null
                    ? Optional.empty()
                    : Optional.of(new Bounds(lower, lowerOpen, upper, upperOpen));
        }

        private static boolean is(BoogieExpr expr, BoogieSymbol.Bound variable, Typing typing) {
            return expr instanceof BoogieExpr.Name name && typing.symbol(name).equals(variable);
        }

        private static void premises(BoogieExpr body, List<BoogieExpr> into) {
            if (body instanceof BoogieExpr.Binary(var op, var left, var right, var _) && op == BinaryOp.IMPLIES) {
                conjuncts(left, into);
                premises(right, into);
            }
        }

        private static void conjuncts(BoogieExpr body, List<BoogieExpr> into) {
            if (body instanceof BoogieExpr.Binary(var op, var left, var right, var _) && op == BinaryOp.AND) {
                conjuncts(left, into);
                conjuncts(right, into);
            } else into.add(body);
        }

        Expr low(ExprLowering exprs, Context context) {
            return next(exprs.value(lower, context), lowerOpen);
        }

        Expr high(ExprLowering exprs, Context context) {
            return next(exprs.value(upper, context), !upperOpen);
        }

        private static Expr next(Expr value, boolean add) {
            if (!add) return value;
            if (value instanceof Expr.Number(var number)) return new Expr.Number(number.add(BigInteger.ONE));
            return new Expr.Calculate(MathOp.ADD, value, new Expr.Number(1));
        }
    }
}
