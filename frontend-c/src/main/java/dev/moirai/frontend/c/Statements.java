package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCaseStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDefaultStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNullStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTProblemStatement;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.gnu.IGNUASTCompoundStatementExpression;
import org.eclipse.cdt.core.dom.ast.gnu.IGNUASTGotoStatement;

/** Translates statements. */
final class Statements {
    /** Old benchmarks mark a failure by reaching a label of this name. */
    private static final String ERROR_LABEL = "ERROR";

    private final Translation in;
    private final Deque<String> breakTargets = new ArrayDeque<>();
    private final Deque<String> continueTargets = new ArrayDeque<>();
    private final Deque<SwitchCases> switches = new ArrayDeque<>();

    Statements(Translation in) {
        this.in = in;
    }

    /** Translates the outermost block, whose objects end with the function. */
    void functionBody(IASTStatement node) {
        if (!(node instanceof IASTCompoundStatement compound)) {
            throw new CError(in.span(node), "syntax error in the function's body");
        }
        CBlock outermost = in.writer.block();
        for (IASTStatement statement : compound.getStatements()) statement(statement);
        while (in.writer.block() != outermost) in.writer.close(in.span(node));
    }

    private void statement(IASTStatement node) {
        switch (node) {
            case IASTExpressionStatement expression ->
                recovering(() -> in.expressions.effect(expression.getExpression()));
            case IASTCompoundStatement compound -> block(compound);
            case IASTDeclarationStatement declaration -> declaration(declaration.getDeclaration());
            case IASTIfStatement conditional -> conditional(conditional);
            case IASTWhileStatement loop -> whileLoop(loop);
            case IASTDoStatement loop -> doLoop(loop);
            case IASTForStatement loop -> forLoop(loop);
            case IASTReturnStatement returning -> recovering(() -> returning(returning));
            case IASTBreakStatement _ -> leave(breakTargets, "break", node);
            case IASTContinueStatement _ -> leave(continueTargets, "continue", node);
            case IASTGotoStatement jump -> in.writer.jump(jump.getName().toString(), in.span(jump));
            case IGNUASTGotoStatement jump -> recovering(() -> computedGoto(jump));
            case IASTLabelStatement label -> label(label);
            case IASTSwitchStatement choice -> choice(choice);
            case IASTCaseStatement _, IASTDefaultStatement _ -> caseLabel(node);
            case IASTNullStatement _ -> {}
            case IASTProblemStatement problem -> throw Problems.error(problem.getProblem(), in);
            default -> throw CError.unsupported(in.span(node), "statement " + node.getRawSignature());
        }
    }

    private void recovering(Runnable statement) {
        Recovery.from(in, statement);
    }

    /** Goes on at one of two labels; after an error in the condition at either of them, so that both are looked at. */
    private void branch(IASTExpression condition, String whenTrue, String whenFalse) {
        var result = Recovery.from(in, () -> in.logic.branch(condition, whenTrue, whenFalse));
        if (result == Recovery.Result.FINE || !in.writer.isReachable()) return;
        in.writer.branch(in.writer.temporary(Expr.TRUE.type()), whenTrue, whenFalse, in.span(condition));
    }

    /** A statement that C makes a block of its own, with or without braces. */
    private void scoped(IASTStatement node) {
        if (node instanceof IASTCompoundStatement compound) block(compound);
        else scoped(in.span(node), () -> statement(node));
    }

    private void block(IASTCompoundStatement node) {
        scoped(in.span(node), () -> {
            for (IASTStatement statement : node.getStatements()) statement(statement);
        });
    }

    private void scoped(SourceSpan span, Runnable inside) {
        in.scopes.open();
        in.writer.open(span);
        CBlock block = in.writer.block();
        inside.run();
        in.writer.closeAll(block, span);
        in.scopes.close();
    }

    private void declaration(IASTDeclaration node) {
        switch (node) {
            case IASTSimpleDeclaration simple -> in.declarations.declare(simple);
            case IASTProblemDeclaration problem -> throw Problems.error(problem.getProblem(), in);
            case IASTFunctionDefinition _ -> throw CError.unsupported(in.span(node), "a function inside a function");
            default -> throw CError.unsupported(in.span(node), "declaration " + node.getRawSignature());
        }
    }

    private void conditional(IASTIfStatement node) {
        SourceSpan span = in.span(node);
        String whenTrue = in.writer.label("then");
        String whenFalse = in.writer.label("else");
        branch(node.getConditionExpression(), whenTrue, whenFalse);
        in.writer.land(whenTrue, in.span(node.getThenClause()));
        scoped(node.getThenClause());
        if (node.getElseClause() == null) {
            in.writer.jump(whenFalse, span);
            in.writer.land(whenFalse, span);
            return;
        }
        String end = in.writer.label("end");
        in.writer.jump(end, span);
        in.writer.land(whenFalse, in.span(node.getElseClause()));
        scoped(node.getElseClause());
        in.writer.jump(end, span);
        in.writer.land(end, span);
    }

    // ---- loops -------------------------------------------------------------------------------------------------

    private void looping(String continueTo, String breakTo, Runnable inside) {
        breakTargets.push(breakTo);
        continueTargets.push(continueTo);
        inside.run();
        continueTargets.pop();
        breakTargets.pop();
    }

    private void whileLoop(IASTWhileStatement node) {
        SourceSpan span = in.span(node);
        String head = in.writer.label("while");
        String inside = in.writer.label("do");
        String end = in.writer.label("done");
        in.writer.jump(head, span);
        in.writer.place(head, span);
        branch(node.getCondition(), inside, end);
        in.writer.land(inside, in.span(node.getBody()));
        looping(head, end, () -> scoped(node.getBody()));
        in.writer.jump(head, span);
        in.writer.land(end, span);
    }

    private void doLoop(IASTDoStatement node) {
        SourceSpan span = in.span(node);
        String head = in.writer.label("do");
        String test = in.writer.label("while");
        String end = in.writer.label("done");
        in.writer.jump(head, span);
        in.writer.place(head, span);
        looping(test, end, () -> scoped(node.getBody()));
        in.writer.jump(test, span);
        in.writer.land(test, in.span(node.getCondition()));
        branch(node.getCondition(), head, end);
        in.writer.land(end, span);
    }

    private void forLoop(IASTForStatement node) {
        SourceSpan span = in.span(node);
        scoped(span, () -> {
            if (node.getInitializerStatement() != null) statement(node.getInitializerStatement());
            String head = in.writer.label("for");
            String inside = in.writer.label("do");
            String next = in.writer.label("next");
            String end = in.writer.label("done");
            in.writer.jump(head, span);
            in.writer.place(head, span);
            if (node.getConditionExpression() == null) in.writer.jump(inside, span);
            else branch(node.getConditionExpression(), inside, end);
            in.writer.land(inside, in.span(node.getBody()));
            looping(next, end, () -> scoped(node.getBody()));
            in.writer.jump(next, span);
            in.writer.land(next, span);
            if (node.getIterationExpression() != null) {
                recovering(() -> in.expressions.effect(node.getIterationExpression()));
            }
            in.writer.jump(head, span);
            in.writer.land(end, span);
        });
    }

    private void leave(Deque<String> targets, String word, IASTStatement node) {
        SourceSpan span = in.span(node);
        if (targets.isEmpty()) throw new CError(span, word + " outside of a loop");
        in.writer.jump(targets.element(), span);
    }

    private void returning(IASTReturnStatement node) {
        SourceSpan span = in.span(node);
        FunctionBody body = in.body.orElseThrow();
        IASTExpression expression = node.getReturnValue();
        if (expression == null) {
            body.leave(Optional.empty(), span);
            return;
        }
        if (body.result() instanceof CType.Void) {
            in.expressions.effect(expression);
            body.leave(Optional.empty(), span);
            return;
        }
        Operand value = FunctionBody.isAggregate(body.result())
                ? in.expressions.operand(expression)
                : in.expressions.value(expression, body.result());
        if (value.type() instanceof CType.Void) body.leave(Optional.empty(), span);
        else body.leave(Optional.of(value), span);
    }

    private void label(IASTLabelStatement node) {
        place(node);
        if (node.getNestedStatement() != null) statement(node.getNestedStatement());
    }

    /** Puts the label here; what it stands before is left to the caller. */
    private void place(IASTLabelStatement node) {
        SourceSpan span = in.span(node);
        String name = node.getName().toString();
        if (in.writer.blockOf(name).isPresent() && !in.writer.isDryRun()) {
            throw new CError(span, "label " + name + " is defined twice");
        }
        in.writer.jump(name, span);
        in.writer.place(name, span);
        if (name.equals(ERROR_LABEL)) {
            in.writer.emit(new Instr.Assert(Expr.FALSE, "ERROR label reached", span));
        }
    }

    /** GNU's {@code goto *p}: to one of the labels whose address the function takes. */
    private void computedGoto(IGNUASTGotoStatement node) {
        SourceSpan span = in.span(node);
        FunctionBody body = in.body.orElseThrow();
        // CDT takes the star for a part of the expression.
        IASTExpression expression = node.getLabelNameExpression();
        boolean starred =
                expression instanceof IASTUnaryExpression unary && unary.getOperator() == IASTUnaryExpression.op_star;
        Operand.Value target =
                in.expressions.value(starred ? ((IASTUnaryExpression) expression).getOperand() : expression);
        if (!target.type().isPointer()) throw new CError(span, "goto to a value of type " + target.type());
        Expr chosen = in.writer.settle(in.fold.cast(Type.VOID_POINTER, target.expr()), span);
        for (String label : body.labelsTaken()) {
            Expr same = in.fold.compare(CompareOp.EQUAL, chosen, body.addressOf(label, span));
            in.writer.jumpIf(same, label, span);
        }
        in.writer.emit(
                new Instr.Assert(Expr.FALSE, Property.MEMORY, "goto to what is no label of this function", span));
        in.writer.emit(new Instr.Assume(Expr.FALSE, span));
    }

    // ---- switch ------------------------------------------------------------------------------------------------

    private void choice(IASTSwitchStatement node) {
        SourceSpan span = in.span(node);
        scoped(span, () -> {
            Operand.Value value = in.conversions.promote(in.expressions.value(node.getControllerExpression()));
            if (!value.type().isInteger()) throw new CError(span, "switch on a value of type " + value.type());
            Expr chosen = in.writer.settle(value.expr(), span);
            String end = in.writer.label("done");
            SwitchCases cases = SwitchCases.in(node.getBody(), in.writer);
            SwitchCases.requireDistinct(cases, in);
            for (var entry : cases.cases()) {
                dispatch(chosen, value.type(), entry.getKey(), entry.getValue());
            }
            in.writer.jump(cases.defaultLabel().orElse(end), span);
            switches.push(cases);
            breakTargets.push(end);
            scoped(node.getBody());
            breakTargets.pop();
            switches.pop();
            in.writer.jump(end, span);
            in.writer.land(end, span);
        });
    }

    private void dispatch(Expr chosen, CType type, IASTCaseStatement node, String label) {
        SourceSpan span = in.span(node);
        SwitchCases.Range range = SwitchCases.range(node, in);
        Expr low = Expr.constant(in.ir(type), range.low());
        if (range.low() == range.high()) {
            in.writer.jumpIf(in.fold.compare(CompareOp.EQUAL, chosen, low), label, span);
            return;
        }
        Expr high = Expr.constant(in.ir(type), range.high());
        Expr within = in.fold.select(
                in.fold.compare(CompareOp.GREATER_OR_EQUAL, chosen, low),
                in.fold.compare(CompareOp.LESS_OR_EQUAL, chosen, high),
                Expr.FALSE);
        in.writer.jumpIf(within, label, span);
    }

    private void caseLabel(IASTStatement node) {
        SourceSpan span = in.span(node);
        if (switches.isEmpty()) throw new CError(span, "case or default outside of a switch");
        String label = switches.element()
                .labelOf(node)
                .orElseThrow(() -> CError.unsupported(span, "a case label inside an expression"));
        in.writer.jump(label, span);
        in.writer.place(label, span);
    }

    // ---- statement expressions ---------------------------------------------------------------------------------

    /** GNU's {@code ({ ...; value; })}. */
    Operand statementExpression(IGNUASTCompoundStatementExpression node) {
        SourceSpan span = in.span(node);
        if (in.body.isEmpty()) throw new CError(span, "a statement expression outside of functions");
        IASTStatement[] statements = node.getCompoundStatement().getStatements();
        in.scopes.open();
        CBlock outside = in.writer.block();
        in.writer.open(span);
        CBlock block = in.writer.block();
        Operand result = LValues.nothing();
        for (int i = 0; i < statements.length; i++) {
            IASTStatement one = statements[i];
            boolean last = i == statements.length - 1;
            while (last && one instanceof IASTLabelStatement label && label.getNestedStatement() != null) {
                place(label);
                one = label.getNestedStatement();
            }
            if (last && one instanceof IASTExpressionStatement value) {
                result = in.expressions.operand(value.getExpression());
                if (!FunctionBody.isAggregate(result.type())) result = in.places.read(result, in.span(value));
            } else {
                statement(one);
            }
        }
        if (result instanceof Operand.Memory(var type, var address) && FunctionBody.isAggregate(type)) {
            // The object may end with the block, so its value is copied out first.
            Operand.Memory copy = in.expressions.hiddenIn(outside, type, "value", span);
            in.copies.copy(copy.address(), address, type, span);
            result = copy;
        } else if (result instanceof Operand.Value(var type, var expr) && !(type instanceof CType.Void)) {
            result = new Operand.Value(type, in.writer.settle(expr, span));
        }
        in.writer.closeAll(block, span);
        in.scopes.close();
        return result;
    }
}
