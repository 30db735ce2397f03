package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTProblemExpression;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypeIdInitializerExpression;
import org.eclipse.cdt.core.dom.ast.gnu.IGNUASTCompoundStatementExpression;

/** Translates expressions: dispatches each kind to the class that handles it, and handles the simple kinds. */
final class Expressions {
    /**
     * At every multiple of this nesting depth a value is put into a temporary, so that no IR expression grows too deep.
     */
    private static final int DEPTH_OF_ONE_EXPRESSION = 64;

    private final Translation in;
    private int depth;

    Expressions(Translation in) {
        this.in = in;
    }

    /** What the expression denotes; its side effects are emitted. */
    Operand operand(IASTExpression node) {
        return switch (node) {
            case IASTIdExpression id -> identifier(id);
            case IASTLiteralExpression literal -> in.literals.operand(literal);
            case IASTUnaryExpression unary -> in.operators.unary(unary);
            case IASTBinaryExpression binary -> in.operators.binary(binary);
            case IASTFunctionCallExpression call -> in.calls.call(call, Optional.empty(), true);
            case IASTFieldReference field -> field(field);
            case IASTArraySubscriptExpression subscript -> subscript(subscript);
            case IASTCastExpression cast -> cast(cast);
            case IASTConditionalExpression conditional -> in.logic.conditional(conditional);
            case IASTExpressionList list -> comma(list);
            case IASTTypeIdExpression typeId -> ofType(typeId);
            case ICASTTypeIdInitializerExpression literal -> in.initialisers.compoundLiteral(literal);
            case IGNUASTCompoundStatementExpression statement -> in.statements.statementExpression(statement);
            case IASTProblemExpression problem -> throw Problems.error(problem.getProblem(), in);
            default -> throw CError.unsupported(in.span(node), "expression " + node.getRawSignature());
        };
    }

    Operand.Value value(IASTExpression node) {
        depth++;
        return settledWhereDeep(operand(node), node);
    }

    /** The value; of a vector its place. */
    Operand valueOrVector(IASTExpression node) {
        depth++;
        Operand operand = operand(node);
        if (!Vectors.isVector(operand.type())) return settledWhereDeep(operand, node);
        depth--;
        return operand;
    }

    private Operand.Value settledWhereDeep(Operand operand, IASTExpression node) {
        Operand.Value value = in.places.read(operand, in.span(node));
        if (--depth % DEPTH_OF_ONE_EXPRESSION == DEPTH_OF_ONE_EXPRESSION - 1) {
            return new Operand.Value(value.type(), in.writer.settle(value.expr(), in.span(node)));
        }
        return value;
    }

    Operand.Value value(IASTInitializerClause node) {
        if (node instanceof IASTExpression expression) return value(expression);
        throw new CError(in.span(node), "braces where a value is needed");
    }

    /** The value, given the type it will be used as: this tells an allocation what it is for. */
    Operand.Value value(IASTInitializerClause node, CType wanted) {
        if (node instanceof IASTFunctionCallExpression call && wanted.plain() instanceof CType.Pointer(var target)) {
            return in.places.read(in.calls.call(call, Optional.of(target), true), in.span(call));
        }
        return value(node);
    }

    /** Evaluates for side effects only. */
    void effect(IASTExpression node) {
        switch (node) {
            case IASTFunctionCallExpression call -> in.calls.call(call, Optional.empty(), false);
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> effect(unary.getOperand());
            case IASTUnaryExpression unary
            when Operators.isIncrement(unary.getOperator()) -> in.assignments.increment(unary, false);
            case IASTExpressionList list -> {
                for (IASTExpression part : list.getExpressions()) effect(part);
            }
            case IASTCastExpression cast
            when in.types.typeId(cast.getTypeId()).bare() instanceof CType.Void -> effect(cast.getOperand());
            case IASTConditionalExpression conditional -> in.logic.conditionalEffect(conditional);
            default -> {
                Operand operand = operand(node);
                if (operand.type().isScalar()) in.places.read(operand, in.span(node));
            }
        }
    }

    /** The type of the expression; nothing is evaluated. */
    CType typeOf(IASTExpression node) {
        FunctionWriter.Mark mark = in.writer.mark();
        in.writer.beginDryRun();
        try {
            return operand(node).type();
        } finally {
            in.writer.endDryRun();
            in.writer.returnTo(mark);
        }
    }

    /** The value of an integer constant expression. */
    long constant(IASTInitializerClause node) {
        FunctionWriter.Mark mark = in.writer.mark();
        Operand.Value value = value(node);
        if (!(value.expr() instanceof Expr.Constant(var type, var bits))
                || !(type instanceof Type.Int)
                || !in.writer.nothingSince(mark)) {
            throw new CError(in.span(node), "not a constant integer expression");
        }
        return bits;
    }

    private Operand identifier(IASTIdExpression node) {
        String name = node.getName().toString();
        SourceSpan span = in.span(node);
        Symbol symbol = in.scopes.find(name).orElse(null);
        if (symbol == null) symbol = in.calls.implicit(name).orElse(null);
        return switch (symbol) {
            case null -> undeclared(name, span);
            case Symbol.Typedef _ -> throw new CError(span, name + " is a type where a value is needed");
            case Symbol.Enumerator(var type, var value) -> new Operand.Value(type, Expr.constant(in.ir(type), value));
            case Symbol.Register(var local, var type) -> new Operand.Register(type, local);
            case Symbol.StackObject(var pointer, var type) -> new Operand.Memory(type, pointer);
            case Symbol.Static(var definition, var type) ->
                in.linker
                        .variables()
                        .standing(definition, span)
                        .map(standing -> asDeclared(global(standing), type))
                        .orElseGet(() -> nowhere(definition));
            case Symbol.Code(var definition) ->
                new Operand.Designator(definition.type(), in.calls.address(definition, span));
        };
    }

    /** A weak variable that nobody defines: its address is null. */
    private Operand.Memory nowhere(Definition.Variable definition) {
        return new Operand.Memory(definition.type(), Fold.zero(in.layouts.pointerTo(definition.type())));
    }

    /** A number's sign is that of the declaration in this file. */
    private Operand.Memory asDeclared(Operand.Memory variable, CType type) {
        boolean same = !(type.plain() instanceof CType.Int)
                || type.plain().equals(variable.type().plain());
        return same ? variable : new Operand.Memory(type, in.fold.cast(in.layouts.pointerTo(type), variable.address()));
    }

    private Operand undeclared(String name, SourceSpan span) {
        if (name.equals("__func__") || name.equals("__FUNCTION__") || name.equals("__PRETTY_FUNCTION__")) {
            String function = in.body.map(FunctionBody::sourceName).orElse("");
            return in.literals.string(function, span);
        }
        throw new CError(span, name + " is not declared");
    }

    Operand.Memory global(Definition.Variable definition) {
        return new Operand.Memory(
                definition.type(), new Expr.GlobalAddress(definition.name(), in.layouts.pointerTo(definition.type())));
    }

    private Operand field(IASTFieldReference node) {
        SourceSpan span = in.span(node);
        String name = node.getFieldName().toString();
        if (node.isPointerDereference()) {
            Operand.Value pointer = value(node.getFieldOwner());
            if (!(pointer.type() instanceof CType.Pointer(var target))) {
                throw new CError(span, "-> on a value of type " + pointer.type() + ", which is no pointer");
            }
            return in.places.member(target, pointer.expr(), name, span);
        }
        Operand owner = operand(node.getFieldOwner());
        if (!(owner instanceof Operand.Memory(var type, var address))) {
            throw new CError(span, "a value of type " + owner.type() + " has no member " + name);
        }
        return in.places.member(type, address, name, span);
    }

    private Operand subscript(IASTArraySubscriptExpression node) {
        SourceSpan span = in.span(node);
        Operand array = valueOrVector(node.getArrayExpression());
        Operand.Value right = value(node.getArgument());
        if (!(array instanceof Operand.Value left)) return in.vectors.lane(array, right.expr(), span);
        Operand.Value pointer = left.type().isPointer() ? left : right;
        Operand.Value index = left.type().isPointer() ? right : left;
        if (!(pointer.type() instanceof CType.Pointer(var target))
                || !index.type().isInteger()) {
            throw new CError(span, "a subscript needs an array or pointer and an integer");
        }
        return pointed(target, in.places.element(pointer.expr(), target, index.expr(), span));
    }

    /** The object that a pointer of this value points to. */
    Operand pointed(CType target, Expr pointer) {
        return target instanceof CType.Function function
                ? new Operand.Designator(function, pointer)
                : new Operand.Memory(target, pointer);
    }

    private Operand cast(IASTCastExpression node) {
        SourceSpan span = in.span(node);
        CType type = in.types.typeId(node.getTypeId()).plain();
        if (type instanceof CType.Void) {
            effect(node.getOperand());
            return LValues.nothing();
        }
        if (in.layouts.haveVectors() && (Vectors.isVector(type) || type.isInteger())) {
            Operand given = operand(node.getOperand());
            return Vectors.isVector(type) || Vectors.isVector(given.type())
                    ? in.vectors.cast(type, given, span)
                    : in.conversions.assigned(type, in.places.read(given, span), span);
        }
        if (FunctionBody.isAggregate(type)) {
            Operand operand = operand(node.getOperand());
            if (operand.type().plain().equals(type)) return operand;
            if (type instanceof CType.Aggregate(var record) && record.isUnion())
                return union(type, record, operand, span);
            throw CError.unsupported(span, "cast to " + type);
        }
        return in.conversions.assigned(type, value(node.getOperand(), type), span);
    }

    /** GNU's cast to a union: one whose first member of the operand's type has its value. */
    private Operand.Memory union(CType type, RecordType record, Operand given, SourceSpan span) {
        Operand held = FunctionBody.isAggregate(given.type()) ? given : in.places.read(given, span);
        for (RecordType.Field field : record.fields()) {
            if (field.bits().isPresent()
                    || !Compatibility.compatible(
                            field.type().plain(), held.type().plain())) continue;
            Operand.Memory made = hidden(type, "cast", span);
            Operand member = in.places.field(made, field);
            if (held instanceof Operand.Value value) in.assignments.store(member, value, span);
            else in.copies.assign(member, held, span);
            return made;
        }
        throw new CError(span, "a cast to a union that has no member of type " + given.type());
    }

    private Operand comma(IASTExpressionList node) {
        IASTExpression[] parts = node.getExpressions();
        for (int i = 0; i < parts.length - 1; i++) effect(parts[i]);
        Operand last = operand(parts[parts.length - 1]);
        return last.type().isScalar() || last.type().isArray() || last instanceof Operand.Designator
                ? in.places.read(last, in.span(node))
                : last;
    }

    private Operand ofType(IASTTypeIdExpression node) {
        SourceSpan span = in.span(node);
        CType type = in.types.typeId(node.getTypeId());
        return switch (node.getOperator()) {
            case IASTTypeIdExpression.op_sizeof ->
                new Operand.Value(in.layouts.sizeType(), in.places.sizeOf(type, span));
            case IASTTypeIdExpression.op_alignof ->
                new Operand.Value(in.layouts.sizeType(), in.sizeConstant(in.layouts.alignment(type)));
            default -> throw CError.unsupported(span, node.getRawSignature());
        };
    }

    /** An unnamed object that lives to the end of the current block. */
    Operand.Memory hidden(CType type, String name, SourceSpan span) {
        CBlock.Slot slot = slot(type, name, span);
        in.writer.add(slot);
        return new Operand.Memory(type, slot.pointer());
    }

    /** An unnamed object that lives to the end of {@code block}, which encloses the current one. */
    Operand.Memory hiddenIn(CBlock block, CType type, String name, SourceSpan span) {
        CBlock.Slot slot = slot(type, name, span);
        block.slots().add(slot);
        return new Operand.Memory(type, slot.pointer());
    }

    private CBlock.Slot slot(CType type, String name, SourceSpan span) {
        return new CBlock.Slot(
                in.writer.named("%" + name, in.layouts.pointerTo(type)),
                in.ir(type),
                in.sizeConstant(in.size(type, span)),
                CBlock.Birth.AT_ENTRY,
                Instr.Contents.FREE,
                name,
                span);
    }
}
