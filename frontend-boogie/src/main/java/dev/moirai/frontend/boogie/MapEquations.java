package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Statements about all cells of a map, as equations between maps: {@code (forall i :: m[i] == 0)} says that {@code m} is zero
 * everywhere, {@code (forall i :: i == k || m[i] == n[i])} that {@code m} is {@code n} but for the cell {@code k}.
 */
final class MapEquations {
    private final ExprLowering exprs;
    private final Typing typing;

    MapEquations(ExprLowering exprs) {
        this.exprs = exprs;
        typing = exprs.program().typing();
    }

    Optional<Expr> value(BoogieExpr.Quantified q, Context context) {
        List<BoogieSymbol.Bound> variables = typing.bound(q);
        var exceptions = new ArrayList<BoogieExpr>();
        BoogieExpr statement = statement(q.body(), variables, exceptions);
        if (!exceptions.isEmpty() && variables.size() != 1) return Optional.empty();
        return switch (statement) {
            case BoogieExpr.Binary(var op, var left, var right, var _)
            when op == BinaryOp.EQUAL || op == BinaryOp.IFF -> {
                Optional<Expr> one = equation(left, right, variables, exceptions, context);
                yield one.isPresent() ? one : equation(right, left, variables, exceptions, context);
            }
            case BoogieExpr.Unary(var op, var operand, var span)
            when op == BoogieExpr.UnaryOp.NOT ->
                truth(operand, new BoogieExpr.Truth(false, span), variables, exceptions, context);
            case BoogieExpr.Cell cell ->
                truth(cell, new BoogieExpr.Truth(true, cell.span()), variables, exceptions, context);
            default -> Optional.empty();
        };
    }

    private Optional<Expr> truth(
            BoogieExpr cell,
            BoogieExpr.Truth truth,
            List<BoogieSymbol.Bound> variables,
            List<BoogieExpr> exceptions,
            Context context) {
        return equation(cell, truth, variables, exceptions, context);
    }

    /** Takes {@code i == k ||} and {@code i != k ==>} away; the {@code k} are the exceptions. */
    private BoogieExpr statement(BoogieExpr body, List<BoogieSymbol.Bound> variables, List<BoogieExpr> exceptions) {
        if (!(body instanceof BoogieExpr.Binary(var op, var left, var right, var _))) return body;
        if (op == BinaryOp.OR) {
            if (isException(left, BinaryOp.EQUAL, variables, exceptions))
                return statement(right, variables, exceptions);
            if (isException(right, BinaryOp.EQUAL, variables, exceptions))
                return statement(left, variables, exceptions);
        }
        if (op == BinaryOp.IMPLIES && areExceptions(left, variables, exceptions)) {
            return statement(right, variables, exceptions);
        }
        return body;
    }

    private boolean areExceptions(BoogieExpr premise, List<BoogieSymbol.Bound> variables, List<BoogieExpr> exceptions) {
        if (premise instanceof BoogieExpr.Binary(var op, var left, var right, var _) && op == BinaryOp.AND) {
            return areExceptions(left, variables, exceptions) && areExceptions(right, variables, exceptions);
        }
        return isException(premise, BinaryOp.NOT_EQUAL, variables, exceptions);
    }

    private boolean isException(
            BoogieExpr test, BinaryOp wanted, List<BoogieSymbol.Bound> variables, List<BoogieExpr> exceptions) {
        if (!(test instanceof BoogieExpr.Binary(var op, var left, var right, var _)) || op != wanted) return false;
        if (isOnly(left, variables) && !Subterms.mentions(right, variables, typing)) return exceptions.add(right);
        if (isOnly(right, variables) && !Subterms.mentions(left, variables, typing)) return exceptions.add(left);
        return false;
    }

    private boolean isOnly(BoogieExpr expr, List<BoogieSymbol.Bound> variables) {
        return variables.size() == 1
                && expr instanceof BoogieExpr.Name name
                && typing.symbol(name).equals(variables.getFirst());
    }

    private Optional<Expr> equation(
            BoogieExpr cell,
            BoogieExpr right,
            List<BoogieSymbol.Bound> variables,
            List<BoogieExpr> exceptions,
            Context context) {
        Optional<BoogieExpr> map = mapOf(cell, variables);
        if (map.isEmpty()) return Optional.empty();
        Expr whole = exprs.value(map.get(), context);
        Expr other;
        Optional<BoogieExpr> second = mapOf(right, variables);
        if (second.isPresent()) other = exprs.value(second.get(), context);
        else if (!Subterms.mentions(right, variables, typing)) {
            other = Theory.everywhere((Type.Map) whole.type(), exprs.value(right, context));
        } else return Optional.empty();
        if (!whole.type().equals(other.type())) return Optional.empty();
        for (BoogieExpr exception : exceptions) {
            Expr key = exprs.writer().simple(exprs.value(exception, context), exception.span());
            other = new Expr.Update(other, key, new Expr.Lookup(whole, key));
        }
        return Optional.of(new MapEquality(exprs, cell.span()).equal(exprs.typeOf(map.get(), context), whole, other));
    }

    /** The map {@code m} if the term is {@code m[x, y]} or {@code m[x][y]} with just the bound variables, in order. */
    private Optional<BoogieExpr> mapOf(BoogieExpr term, List<BoogieSymbol.Bound> variables) {
        var indices = new ArrayList<BoogieExpr>();
        BoogieExpr map = term;
        while (map instanceof BoogieExpr.Cell cell && indices.size() < variables.size()) {
            indices.addAll(0, cell.indices());
            map = cell.map();
        }
        if (indices.size() != variables.size() || Subterms.mentions(map, variables, typing)) return Optional.empty();
        for (int i = 0; i < indices.size(); i++) {
            boolean same = indices.get(i) instanceof BoogieExpr.Name name
                    && typing.symbol(name).equals(variables.get(i));
            if (!same) return Optional.empty();
        }
        return Optional.of(map);
    }

    /** {@code if i == k then v else ...}, down to a map's cell or a value: the map with these cells changed. */
    Optional<Expr> updates(BoogieExpr body, BoogieSymbol.Bound variable, Context context) {
        List<BoogieSymbol.Bound> only = List.of(variable);
        if (mapOf(body, only).isPresent())
            return Optional.of(exprs.value(mapOf(body, only).get(), context));
        if (!(body instanceof BoogieExpr.IfThenElse(var condition, var whenTrue, var whenFalse, var _))) {
            return Optional.empty();
        }
        var places = new ArrayList<BoogieExpr>();
        if (!isException(condition, BinaryOp.EQUAL, only, places)) return Optional.empty();
        Optional<Expr> rest = Subterms.mentions(whenFalse, only, typing)
                ? updates(whenFalse, variable, context)
                : Optional.of(constantMap(whenFalse, variable, context));
        if (rest.isEmpty()) return Optional.empty();
        Expr key = exprs.writer().simple(exprs.value(places.getFirst(), context), body.span());
        Expr value = exprs.value(whenTrue, context.with(variable, key));
        return Optional.of(new Expr.Update(rest.get(), key, value));
    }

    private Expr constantMap(BoogieExpr value, BoogieSymbol.Bound variable, Context context) {
        Expr everywhere = exprs.value(value, context);
        Type key = exprs.program().types().of(variable.type().substitute(context.types()), value.span());
        return new Expr.Everywhere(new Type.Map(key, everywhere.type()), everywhere);
    }
}
