package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What C leaves undefined in arithmetic becomes instructions before the one that computes it: assertions where {@link
 * Property#OVERFLOW} or {@link Property#DIVISION} is watched. Where neither is, signed arithmetic wraps, and a division
 * without a result ends the run.
 */
public final class ArithmeticChecks {
    private final Set<Property> watched;
    private final Instr instr;
    private final Consumer<Instr> checks;

    private ArithmeticChecks(Set<Property> watched, Instr instr, Consumer<Instr> checks) {
        this.watched = watched;
        this.instr = instr;
        this.checks = checks;
    }

    /** What is to be checked before one instruction. */
    public static List<Instr> before(Instr instr, Set<Property> watched) {
        var checks = new ArrayList<Instr>();
        collect(instr, watched, checks::add);
        return checks;
    }

    private static void collect(Instr instr, Set<Property> watched, Consumer<Instr> checks) {
        var own = new ArithmeticChecks(watched, instr, checks);
        Operands.forEachRead(instr, expr -> own.of(expr, Expr.TRUE));
    }

    public static BoundedProgram add(BoundedProgram program, Set<Property> watched) {
        return program.with(
                program.globals(),
                program.threads().stream().map(thread -> add(thread, watched)).toList());
    }

    private static BoundedThread add(BoundedThread thread, Set<Property> watched) {
        Code from = thread.code();
        var to = new Code(from.locals());
        for (int i = 0; i < from.size(); i++) {
            Instr instr = from.get(i);
            Origin origin = from.origin(i);
            collect(instr, watched, check -> to.add(check, origin));
            to.copy(from, i);
        }
        return thread.with(to);
    }

    /** @param evaluated when the expression is evaluated at all */
    private void of(Expr expr, Expr evaluated) {
        if (expr instanceof Expr.Select(var condition, var whenTrue, var whenFalse)) {
            of(condition, evaluated);
            of(whenTrue, both(evaluated, condition));
            of(whenFalse, both(evaluated, Expr.not(condition)));
            return;
        }
        Operands.forEachChild(expr, child -> of(child, evaluated));
        switch (expr) {
            case Expr.Binary binary when binary.type() instanceof Type.Int type -> binary(binary, type, evaluated);
            case Expr.Unary(var op, var operand)
            when op == Expr.UnaryOp.NEGATE && operand.type() instanceof Type.Int type && type.signed() ->
                check(
                        new Expr.Compare(CompareOp.NOT_EQUAL, operand, least(type)),
                        evaluated,
                        "signed overflow in a negation");
            default -> {}
        }
    }

    private void binary(Expr.Binary expr, Type.Int type, Expr evaluated) {
        if (type.equals(Type.BOOL)) return;
        BinaryOp op = expr.op();
        if (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER) {
            division(new Expr.Compare(CompareOp.NOT_EQUAL, expr.right(), zero(type)), evaluated, "division by zero");
            if (type.signed()) division(fits(expr, type), evaluated, "signed overflow in " + op.symbol());
        } else if (op.isShift()) check(shiftFits(expr, type), evaluated, "undefined shift");
        else if (type.signed()) check(fits(expr, type), evaluated, "signed overflow in " + op.symbol());
    }

    private void check(Expr holds, Expr evaluated, String message) {
        if (watched.contains(Property.OVERFLOW)) require(Property.OVERFLOW, holds, evaluated, message);
    }

    private void division(Expr holds, Expr evaluated, String message) {
        Property property = Property.ofDivision(watched);
        if (watched.contains(property)) require(property, holds, evaluated, message);
        else add(new Instr.Assume(fold(either(Expr.not(evaluated), holds)), instr.span()));
    }

    private void require(Property property, Expr holds, Expr evaluated, String message) {
        add(new Instr.Assert(fold(either(Expr.not(evaluated), holds)), property, message, instr.span()));
    }

    private void add(Instr check) {
        boolean idle = switch (check) {
            case Instr.Assert(var condition, var _, var _, var _) -> condition.equals(Expr.TRUE);
            case Instr.Assume(var condition, var _) -> condition.equals(Expr.TRUE);
            default -> false;
        };
        if (!idle) checks.accept(check);
    }

    // ---- when an operation stays in range ----------------------------------------------------------------------

    private static Expr fits(Expr.Binary expr, Type.Int type) {
        Expr left = expr.left();
        Expr right = expr.right();
        Expr negative = compare(CompareOp.LESS, right, zero(type));
        return switch (expr.op()) {
            case ADD ->
                new Expr.Select(
                        negative,
                        compare(
                                CompareOp.GREATER_OR_EQUAL,
                                left,
                                wrapping(BinaryOp.SUBTRACT, least(type), right, type)),
                        compare(CompareOp.LESS_OR_EQUAL, left, wrapping(BinaryOp.SUBTRACT, most(type), right, type)));
            case SUBTRACT ->
                new Expr.Select(
                        negative,
                        compare(CompareOp.LESS_OR_EQUAL, left, wrapping(BinaryOp.ADD, most(type), right, type)),
                        compare(CompareOp.GREATER_OR_EQUAL, left, wrapping(BinaryOp.ADD, least(type), right, type)));
            case MULTIPLY -> type.width() <= 32 ? productFits(left, right, type) : longProductFits(left, right, type);
            case DIVIDE, REMAINDER ->
                either(
                        compare(CompareOp.NOT_EQUAL, right, Expr.constant(type, -1)),
                        compare(CompareOp.NOT_EQUAL, left, least(type)));
            default -> Expr.TRUE;
        };
    }

    private static Expr productFits(Expr left, Expr right, Type.Int type) {
        Expr product =
                new Expr.Binary(BinaryOp.MULTIPLY, new Expr.Cast(Type.I64, left), new Expr.Cast(Type.I64, right));
        return both(
                compare(CompareOp.GREATER_OR_EQUAL, product, new Expr.Cast(Type.I64, least(type))),
                compare(CompareOp.LESS_OR_EQUAL, product, new Expr.Cast(Type.I64, most(type))));
    }

    /** The product divided by a factor is the other one again, but for the least number times -1. */
    private static Expr longProductFits(Expr left, Expr right, Type.Int type) {
        Expr product = wrapping(BinaryOp.MULTIPLY, left, right, type);
        Expr back = compare(CompareOp.EQUAL, new Expr.Binary(BinaryOp.DIVIDE, product, left), right);
        Expr byMinusOne = compare(CompareOp.NOT_EQUAL, right, least(type));
        return new Expr.Select(
                compare(CompareOp.EQUAL, left, zero(type)),
                Expr.TRUE,
                new Expr.Select(compare(CompareOp.EQUAL, left, Expr.constant(type, -1)), byMinusOne, back));
    }

    private static Expr shiftFits(Expr.Binary expr, Type.Int type) {
        Expr count = expr.right();
        Type counts = count.type();
        Expr inWidth = both(
                compare(CompareOp.GREATER_OR_EQUAL, count, Expr.constant(counts, 0)),
                compare(CompareOp.LESS, count, Expr.constant(counts, type.width())));
        if (expr.op() == BinaryOp.SHIFT_RIGHT || !type.signed()) return inWidth;
        Expr room = new Expr.Binary(BinaryOp.SHIFT_RIGHT, most(type), count);
        Expr stays = both(
                compare(CompareOp.GREATER_OR_EQUAL, expr.left(), zero(type)),
                compare(CompareOp.LESS_OR_EQUAL, expr.left(), room));
        return new Expr.Select(inWidth, stays, Expr.FALSE);
    }

    private static Expr wrapping(BinaryOp op, Expr left, Expr right, Type.Int type) {
        var unsigned = new Type.Int(type.width(), false);
        return new Expr.Cast(type, new Expr.Binary(op, new Expr.Cast(unsigned, left), new Expr.Cast(unsigned, right)));
    }

    private static Expr least(Type.Int type) {
        return Expr.constant(type, Long.MIN_VALUE >> (64 - type.width()));
    }

    private static Expr most(Type.Int type) {
        return Expr.constant(type, Long.MAX_VALUE >> (64 - type.width()));
    }

    private static Expr zero(Type type) {
        return Expr.constant(type, 0);
    }

    private static Expr compare(CompareOp op, Expr left, Expr right) {
        return new Expr.Compare(op, left, right);
    }

    private static Expr both(Expr left, Expr right) {
        return new Expr.Binary(BinaryOp.AND, left, right);
    }

    private static Expr either(Expr left, Expr right) {
        return new Expr.Binary(BinaryOp.OR, left, right);
    }

    private static Expr fold(Expr expr) {
        return Folding.fold(expr, leaf -> leaf);
    }
}
