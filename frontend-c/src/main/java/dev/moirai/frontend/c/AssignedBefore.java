package dev.moirai.frontend.c;

import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTStatement;

/**
 * What a variable without an address holds because the statement just before assigns it. Programs that tools have taken apart
 * hand every literal over by such a variable: {@code t = "text"; printf(t);}.
 */
final class AssignedBefore {
    private AssignedBefore() {}

    /** @param argument of a call that is a statement of its own */
    static Optional<IASTExpression> to(IASTIdExpression argument) {
        if (!(argument.getParent() instanceof IASTFunctionCallExpression call
                && call.getParent() instanceof IASTExpressionStatement statement
                && statement.getParent() instanceof IASTCompoundStatement block)) return Optional.empty();
        IASTStatement before = null;
        for (IASTStatement each : block.getStatements()) {
            if (each == statement) break;
            before = each;
        }
        return before instanceof IASTExpressionStatement assignment
                        && assignment.getExpression() instanceof IASTBinaryExpression binary
                        && binary.getOperator() == IASTBinaryExpression.op_assign
                        && binary.getOperand1() instanceof IASTIdExpression variable
                        && variable.getName()
                                .toString()
                                .equals(argument.getName().toString())
                ? Optional.of(binary.getOperand2())
                : Optional.empty();
    }
}
