package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** Assignment, compound assignment, increment and decrement; on an atomic object each is one atomic step. */
final class Assignments {
    private final Translation in;

    Assignments(Translation in) {
        this.in = in;
    }

    Operand assign(IASTBinaryExpression node) {
        SourceSpan span = in.span(node);
        Operand place = in.expressions.operand(node.getOperand1());
        requireWritable(place.type(), span);
        if (FunctionBody.isAggregate(place.type().plain())) {
            return in.copies.assign(place, in.expressions.operand(node.getOperand2()), span);
        }
        Operand.Value value = in.expressions.value(node.getOperand2(), place.type());
        return store(place, value, span);
    }

    /** Neither the object itself nor a member of it may be {@code const} (C11 6.5.16). */
    private static void requireWritable(CType type, SourceSpan span) {
        boolean constant = type instanceof CType.Qualified(var _, var c, var _, var _) && c;
        if (constant) throw new CError(span, "an assignment to something const");
        if (type.bare() instanceof CType.Aggregate(var record)) {
            for (RecordType.Field field : record.fields()) requireWritable(field.type(), span);
        }
    }

    /** Writes the value, converted as by assignment. */
    Operand.Value store(Operand place, Operand.Value value, SourceSpan span) {
        if (place.type().isArray()) throw new CError(span, "an array cannot be assigned to");
        Expr converted = in.conversions.assigned(place.type(), value, span).expr();
        return in.places.write(place, converted, span);
    }

    private static int plainOperator(int operator) {
        return switch (operator) {
            case IASTBinaryExpression.op_multiplyAssign -> IASTBinaryExpression.op_multiply;
            case IASTBinaryExpression.op_divideAssign -> IASTBinaryExpression.op_divide;
            case IASTBinaryExpression.op_moduloAssign -> IASTBinaryExpression.op_modulo;
            case IASTBinaryExpression.op_plusAssign -> IASTBinaryExpression.op_plus;
            case IASTBinaryExpression.op_minusAssign -> IASTBinaryExpression.op_minus;
            case IASTBinaryExpression.op_shiftLeftAssign -> IASTBinaryExpression.op_shiftLeft;
            case IASTBinaryExpression.op_shiftRightAssign -> IASTBinaryExpression.op_shiftRight;
            case IASTBinaryExpression.op_binaryAndAssign -> IASTBinaryExpression.op_binaryAnd;
            case IASTBinaryExpression.op_binaryXorAssign -> IASTBinaryExpression.op_binaryXor;
            case IASTBinaryExpression.op_binaryOrAssign -> IASTBinaryExpression.op_binaryOr;
            default -> throw new IllegalArgumentException("operator " + operator);
        };
    }

    Operand compound(IASTBinaryExpression node) {
        SourceSpan span = in.span(node);
        Operand place = settled(in.expressions.operand(node.getOperand1()), span);
        requireWritable(place.type(), span);
        if (Vectors.isVector(place.type())) {
            Operand other = in.expressions.valueOrVector(node.getOperand2());
            return in.copies.assign(
                    place, in.vectors.binary(plainOperator(node.getOperator()), place, other, span), span);
        }
        Operand.Value right = in.expressions.value(node.getOperand2());
        return update(place, plainOperator(node.getOperator()), right, span).changed();
    }

    /** The value of an object before and after a read-modify-write. */
    private record Update(Operand.Value before, Operand.Value changed) {}

    private Operand settled(Operand place, SourceSpan span) {
        return switch (place) {
            case Operand.Memory(var type, var address) -> new Operand.Memory(type, in.writer.settle(address, span));
            case Operand.BitField(var type, var unit, var bits) ->
                new Operand.BitField(type, in.writer.settle(unit, span), bits);
            case Operand.Value _, Operand.Register _, Operand.Designator _ -> place;
        };
    }

    private Update update(Operand place, int operator, Operand.Value right, SourceSpan span) {
        if (place instanceof Operand.Memory(var type, var address) && type.bare() instanceof CType.Atomic(var plain)) {
            return atomically(plain, address, operator, right, span);
        }
        Operand.Value before = in.places.read(place, span);
        Operand.Value result = in.operators.apply(operator, before, right, span);
        return new Update(before, store(place, result, span));
    }

    Operand increment(IASTUnaryExpression node, boolean valueNeeded) {
        SourceSpan span = in.span(node);
        Operand place = settled(in.expressions.operand(node.getOperand()), span);
        requireWritable(place.type(), span);
        if (!place.type().isScalar()) throw new CError(span, "++ or -- on an object of type " + place.type());
        boolean up = switch (node.getOperator()) {
            case IASTUnaryExpression.op_prefixIncr, IASTUnaryExpression.op_postFixIncr -> true;
            default -> false;
        };
        boolean postfix = switch (node.getOperator()) {
            case IASTUnaryExpression.op_postFixIncr, IASTUnaryExpression.op_postFixDecr -> true;
            default -> false;
        };
        var one = new Operand.Value(CType.INT, Expr.constant(Type.I32, 1));
        int operator = up ? IASTBinaryExpression.op_plus : IASTBinaryExpression.op_minus;
        if (postfix && valueNeeded && place instanceof Operand.Register(var type, var local)) {
            Local before = in.writer.temporary(local.type());
            in.writer.emit(new Instr.Assign(before, local, span));
            update(place, operator, one, span);
            return new Operand.Value(type.plain(), before);
        }
        Update update = update(place, operator, one, span);
        return postfix ? update.before() : update.changed();
    }

    // ---- atomic objects ----------------------------------------------------------------------------------------

    private Update atomically(CType type, Expr address, int operator, Operand.Value right, SourceSpan span) {
        Optional<Instr.RmwOp> direct = type instanceof CType.Int
                        && !type.equals(CType.BOOL)
                        && right.type().isInteger()
                ? directOperation(operator)
                : Optional.empty();
        return direct.isPresent()
                ? inOneInstruction(type, address, direct.get(), right, span)
                : byCompareExchange(type, address, operator, right, span);
    }

    private static Optional<Instr.RmwOp> directOperation(int operator) {
        return switch (operator) {
            case IASTBinaryExpression.op_plus -> Optional.of(Instr.RmwOp.ADD);
            case IASTBinaryExpression.op_minus -> Optional.of(Instr.RmwOp.SUBTRACT);
            case IASTBinaryExpression.op_binaryAnd -> Optional.of(Instr.RmwOp.AND);
            case IASTBinaryExpression.op_binaryOr -> Optional.of(Instr.RmwOp.OR);
            case IASTBinaryExpression.op_binaryXor -> Optional.of(Instr.RmwOp.XOR);
            default -> Optional.empty();
        };
    }

    private static BinaryOp plainOperation(Instr.RmwOp op) {
        return switch (op) {
            case ADD -> BinaryOp.ADD;
            case SUBTRACT -> BinaryOp.SUBTRACT;
            case AND -> BinaryOp.AND;
            case OR -> BinaryOp.OR;
            case XOR -> BinaryOp.XOR;
            case EXCHANGE, NAND -> throw new IllegalArgumentException(op.toString());
        };
    }

    private Update inOneInstruction(CType type, Expr address, Instr.RmwOp op, Operand.Value right, SourceSpan span) {
        Local old = in.writer.temporary(in.ir(type));
        Expr operand = in.writer.settle(in.conversions.expr(type, right.expr()), span);
        in.writer.emit(new Instr.Rmw(old, address, op, operand, Access.ATOMIC, span));
        // Atomic arithmetic wraps around (C11 7.17.7.5), so the result is computed without a sign.
        Type.Int unsigned = new Type.Int(((Type.Int) old.type()).width(), false);
        Expr result = in.fold.binary(plainOperation(op), in.fold.cast(unsigned, old), in.fold.cast(unsigned, operand));
        return new Update(new Operand.Value(type, old), new Operand.Value(type, in.fold.cast(old.type(), result)));
    }

    private Update byCompareExchange(CType type, Expr address, int operator, Operand.Value right, SourceSpan span) {
        Operand.Value operand = new Operand.Value(right.type(), in.writer.settle(right.expr(), span));
        Local before = in.writer.temporary(in.ir(type));
        Local after = in.writer.temporary(in.ir(type));
        Local seen = in.writer.temporary(in.ir(type));
        String again = in.writer.label("again");
        String done = in.writer.label("done");
        in.writer.emit(new Instr.Load(before, address, Access.ATOMIC, span));
        in.writer.place(again, span);
        Operand.Value result = in.operators.apply(operator, new Operand.Value(type, before), operand, span);
        in.writer.emit(new Instr.Assign(
                after, in.conversions.assigned(type, result, span).expr(), span));
        in.writer.emit(new Instr.CompareExchange(seen, address, before, after, Access.ATOMIC, span));
        String failed = in.writer.label("failed");
        in.writer.branch(sameBits(seen, before), done, failed, span);
        in.writer.place(failed, span);
        in.writer.emit(new Instr.Assign(before, seen, span));
        in.writer.jump(again, span);
        in.writer.place(done, span);
        return new Update(new Operand.Value(type, before), new Operand.Value(type, after));
    }

    /**
     * Whether two values have the same bit pattern, which is what an exchange compares; a NaN is not even equal to
     * itself.
     */
    private Expr sameBits(Local a, Local b) {
        Expr equal = in.fold.compare(CompareOp.EQUAL, a, b);
        if (!(a.type() instanceof Type.Float)) return equal;
        Expr aIsNumber = in.fold.compare(CompareOp.EQUAL, a, a);
        Expr bIsNumber = in.fold.compare(CompareOp.EQUAL, b, b);
        Expr bothNaN = in.fold.select(aIsNumber, Expr.FALSE, Expr.not(bIsNumber));
        return in.fold.select(equal, Expr.TRUE, bothNaN);
    }
}
