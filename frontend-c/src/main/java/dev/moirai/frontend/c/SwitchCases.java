package dev.moirai.frontend.c;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCaseStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDefaultStatement;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;

/** The case labels of one switch, collected before its body is translated, however deeply they are nested. */
final class SwitchCases {
    /** The values from {@code low} to {@code high}, both included. */
    record Range(long low, long high) {}

    private final Map<IASTCaseStatement, String> cases = new LinkedHashMap<>();
    private final Map<IASTStatement, String> labels = new IdentityHashMap<>();
    private Optional<String> defaultLabel = Optional.empty();
    private Optional<IASTStatement> secondDefault = Optional.empty();

    private SwitchCases() {}

    static SwitchCases in(IASTStatement body, FunctionWriter writer) {
        var found = new SwitchCases();
        found.collect(body, writer);
        return found;
    }

    Set<Map.Entry<IASTCaseStatement, String>> cases() {
        return cases.entrySet();
    }

    Optional<String> defaultLabel() {
        return defaultLabel;
    }

    Optional<String> labelOf(IASTStatement node) {
        return Optional.ofNullable(labels.get(node));
    }

    private void collect(IASTStatement node, FunctionWriter writer) {
        switch (node) {
            case null -> {}
            case IASTCaseStatement one -> {
                String label = writer.label("case");
                cases.put(one, label);
                labels.put(one, label);
            }
            case IASTDefaultStatement one -> {
                String label = writer.label("default");
                labels.put(one, label);
                if (defaultLabel.isPresent()) secondDefault = Optional.of(one);
                defaultLabel = Optional.of(label);
            }
            case IASTCompoundStatement compound -> {
                for (IASTStatement statement : compound.getStatements()) collect(statement, writer);
            }
            case IASTIfStatement conditional -> {
                collect(conditional.getThenClause(), writer);
                collect(conditional.getElseClause(), writer);
            }
            case IASTWhileStatement loop -> collect(loop.getBody(), writer);
            case IASTDoStatement loop -> collect(loop.getBody(), writer);
            case IASTForStatement loop -> collect(loop.getBody(), writer);
            case IASTLabelStatement label -> collect(label.getNestedStatement(), writer);
            default -> {}
        }
    }

    static void requireDistinct(SwitchCases cases, Translation in) {
        var taken = new TreeMap<Long, Range>();
        for (IASTCaseStatement node : cases.cases.keySet()) {
            Range range = range(node, in);
            Map.Entry<Long, Range> below = taken.floorEntry(range.high());
            if (below != null && below.getValue().high() >= range.low()) {
                throw new CError(in.span(node), "two cases of one value");
            }
            taken.put(range.low(), range);
        }
        cases.secondDefault.ifPresent(node -> {
            throw new CError(in.span(node), "two defaults in one switch");
        });
    }

    static Range range(IASTCaseStatement node, Translation in) {
        if (node.getExpression() instanceof IASTBinaryExpression range
                && range.getOperator() == IASTBinaryExpression.op_ellipses) {
            return new Range(
                    in.expressions.constant(range.getOperand1()), in.expressions.constant(range.getOperand2()));
        }
        long value = in.expressions.constant(node.getExpression());
        return new Range(value, value);
    }
}
