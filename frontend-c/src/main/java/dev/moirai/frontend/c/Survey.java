package dev.moirai.frontend.c;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/**
 * What must be known of a function before its first line is translated: the variables whose address it takes (two with
 * the same name are not told apart), the labels whose address it takes, and whether it has labels.
 */
final class Survey extends ASTVisitor {
    private final Set<String> names = new HashSet<>();
    private final Set<String> labelsTaken = new LinkedHashSet<>();
    private boolean labels;

    private Survey() {
        shouldVisitExpressions = true;
        shouldVisitStatements = true;
    }

    static Survey of(IASTNode body) {
        var survey = new Survey();
        body.accept(survey);
        return survey;
    }

    Set<String> addressTaken() {
        return names;
    }

    /** The labels whose address is taken. */
    Set<String> labelsTaken() {
        return labelsTaken;
    }

    boolean hasLabels() {
        return labels;
    }

    @Override
    public int visit(IASTStatement node) {
        labels |= node instanceof IASTLabelStatement;
        return PROCESS_CONTINUE;
    }

    @Override
    public int visit(IASTExpression node) {
        if (node instanceof IASTUnaryExpression unary && unary.getOperator() == IASTUnaryExpression.op_amper) {
            note(unary.getOperand());
        }
        if (node instanceof IASTUnaryExpression unary
                && unary.getOperator() == IASTUnaryExpression.op_labelReference
                && unary.getOperand() instanceof IASTIdExpression id) {
            labelsTaken.add(id.getName().toString());
        }
        return PROCESS_CONTINUE;
    }

    private void note(IASTExpression node) {
        switch (node) {
            case IASTIdExpression id -> names.add(id.getName().toString());
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> note(unary.getOperand());
            default -> {}
        }
    }
}
