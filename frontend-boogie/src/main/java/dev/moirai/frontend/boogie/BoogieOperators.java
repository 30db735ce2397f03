package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Type;

/** Operators that are defined everywhere, on values. */
final class BoogieOperators {
    private BoogieOperators() {}

    static Expr apply(BinaryOp op, Expr left, Expr right) {
        return switch (op) {
            case IFF, EQUAL -> equal(left, right);
            case NOT_EQUAL -> Expr.not(equal(left, right));
            case IMPLIES -> or(Expr.not(left), right);
            case AND -> and(left, right);
            case OR -> or(left, right);
            case LESS -> new Expr.Calculate(MathOp.LESS, left, right);
            case LESS_OR_EQUAL -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, left, right);
            case GREATER -> new Expr.Calculate(MathOp.LESS, right, left);
            case GREATER_OR_EQUAL -> new Expr.Calculate(MathOp.LESS_OR_EQUAL, right, left);
            case ADD -> calculated(MathOp.ADD, left, right);
            case SUBTRACT -> calculated(MathOp.SUBTRACT, left, right);
            case MULTIPLY -> calculated(MathOp.MULTIPLY, left, right);
            case DIV, MOD, DIVIDE_REAL -> throw new IllegalArgumentException(op.symbol());
            case CONCAT -> BitVectors.concat(left, right);
        };
    }

    private static Expr calculated(MathOp op, Expr left, Expr right) {
        if (!(left instanceof Expr.Number(var a)) || !(right instanceof Expr.Number(var b))) {
            return new Expr.Calculate(op, left, right);
        }
        return new Expr.Number(
                switch (op) {
                    case ADD -> a.add(b);
                    case SUBTRACT -> a.subtract(b);
                    case MULTIPLY -> a.multiply(b);
                    default -> throw new IllegalArgumentException(op.symbol());
                });
    }

    static Expr equal(Expr left, Expr right) {
        if (left.type() instanceof Type.Mathematical) return new Expr.Calculate(MathOp.EQUAL, left, right);
        return new Expr.Compare(Expr.CompareOp.EQUAL, left, right);
    }

    static Expr and(Expr left, Expr right) {
        if (left.equals(Expr.TRUE) || right.equals(Expr.FALSE)) return right;
        if (right.equals(Expr.TRUE) || left.equals(Expr.FALSE)) return left;
        return new Expr.Binary(Expr.BinaryOp.AND, left, right);
    }

    static Expr or(Expr left, Expr right) {
        return Expr.not(and(Expr.not(left), Expr.not(right)));
    }
}
