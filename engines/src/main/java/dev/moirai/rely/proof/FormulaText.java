package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.SystemPrinter;
import dev.moirai.solve.HornSolver.Interpretation;
import dev.moirai.solve.SExpression;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The formulas of a proof in the terms of the source: {@code x > 0 and y' <= x}. */
final class FormulaText {
    private final SystemPrinter printer;
    private final Map<String, Long> columns = new HashMap<>();

    FormulaText(SystemPrinter printer, Relation relation, Interpretation meaning) {
        this.printer = printer;
        for (int i = 0; i < meaning.parameters().size(); i++) {
            columns.put(meaning.parameters().get(i), relation.parameters().get(i));
        }
    }

    String text(SExpression formula) {
        return text(formula, true);
    }

    /** Whether the formula always holds or never, if its shape tells. */
    static Optional<Boolean> truth(SExpression formula) {
        return switch (formula) {
            case SExpression.Word(var word)
            when word.equals("true") || word.equals("false") -> Optional.of(word.equals("true"));
            case SExpression.Many(var parts)
            when formula.head().equals("not") -> truth(parts.get(1)).map(truth -> !truth);
            default -> Optional.empty();
        };
    }

    private String text(SExpression formula, boolean positive) {
        return switch (formula) {
            case SExpression.Word(var word) -> word(word, positive);
            case SExpression.Many(var parts) -> applied(formula, parts, positive);
        };
    }

    private static String word(String word, boolean positive) {
        return switch (word) {
            case "true" -> positive ? "true" : "false";
            case "false" -> positive ? "false" : "true";
            default -> positive ? word : "not " + word;
        };
    }

    private String applied(SExpression formula, List<SExpression> parts, boolean positive) {
        try {
            return understood(formula, parts, positive);
        } catch (NumberFormatException e) {
            // What is not linear, such as a remainder, stays as the solver wrote it.
            return positive ? formula.text() : "not " + formula.text();
        }
    }

    private String understood(SExpression formula, List<SExpression> parts, boolean positive) {
        return switch (formula.head()) {
            case "not" -> text(parts.get(1), !positive);
            case "and" -> joined(parts, positive, positive ? " and " : " or ");
            case "or" -> joined(parts, positive, positive ? " or " : " and ");
            case "<=" -> row(linear(parts.get(2)).minus(linear(parts.get(1))), positive);
            case ">=" -> row(linear(parts.get(1)).minus(linear(parts.get(2))), positive);
            case "<" -> row(linear(parts.get(2)).minus(linear(parts.get(1))).plus(-1), positive);
            case ">" -> row(linear(parts.get(1)).minus(linear(parts.get(2))).plus(-1), positive);
            case "=" -> equal(parts, positive);
            default -> positive ? formula.text() : "not " + formula.text();
        };
    }

    private String equal(List<SExpression> parts, boolean positive) {
        Linear difference = linear(parts.get(1)).minus(linear(parts.get(2)));
        String row = printer.row(Row.zero(difference));
        return positive ? row : row.replace(" = ", " != ");
    }

    private String joined(List<SExpression> parts, boolean positive, String word) {
        Set<String> texts = new LinkedHashSet<>();
        for (SExpression part : parts.subList(1, parts.size())) {
            String text = text(part, positive);
            boolean compound = text.contains(" and ") || text.contains(" or ");
            texts.add(compound ? "(" + text + ")" : text);
        }
        return String.join(word, texts);
    }

    private String row(Linear atLeastZero, boolean positive) {
        return printer.row(
                Row.atLeastZero(positive ? atLeastZero : atLeastZero.negated().plus(-1)));
    }

    private Linear linear(SExpression expression) {
        return switch (expression) {
            case SExpression.Word(var word) -> {
                Long column = columns.get(word);
                yield column == null ? Linear.of(new BigInteger(word)) : Linear.column(column);
            }
            case SExpression.Many(var parts) -> {
                Linear result = linear(parts.get(1));
                switch (expression.head()) {
                    case "+" -> {
                        for (SExpression part : parts.subList(2, parts.size())) result = result.plus(linear(part));
                    }
                    case "-" -> {
                        if (parts.size() == 2) result = result.negated();
                        for (SExpression part : parts.subList(2, parts.size())) result = result.minus(linear(part));
                    }
                    case "*" -> {
                        Linear other = linear(parts.get(2));
                        if (!result.isConstant() && !other.isConstant()) throw new NumberFormatException("product");
                        result = result.isConstant() ? other.times(result.constant()) : result.times(other.constant());
                    }
                    default -> throw new NumberFormatException(expression.text());
                }
                yield result;
            }
        };
    }
}
