package dev.moirai.frontend.c;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.util.CharArrayMap;
import org.eclipse.cdt.internal.core.parser.scanner.CPreprocessor;
import org.eclipse.cdt.internal.core.parser.scanner.LocationMap;
import org.eclipse.cdt.internal.core.parser.scanner.OpenExpressionEvaluator;
import org.eclipse.cdt.internal.core.parser.scanner.PreprocessorMacro;
import org.eclipse.cdt.internal.core.parser.scanner.Token;
import org.eclipse.cdt.internal.core.parser.scanner.TokenList;

/**
 * Evaluates {@code #if} in place of CDT's own evaluator, which knows no unsigned numbers, divides in operands that are
 * not to be evaluated, and skips what it does not understand. Questions that only the preprocessor can answer are
 * passed to it.
 */
final class ConditionEvaluator extends OpenExpressionEvaluator {
    /** A malformed condition, and its position. */
    record Complaint(int offset, int length, String message) {}

    private final List<Complaint> complaints = new ArrayList<>();

    ConditionEvaluator(CPreprocessor preprocessor) {
        super(preprocessor);
    }

    List<Complaint> complaints() {
        return complaints;
    }

    @Override
    public boolean evaluate(TokenList condition, CharArrayMap<PreprocessorMacro> macros, LocationMap map)
            throws EvalException {
        Token first = condition.first();
        try {
            return PreprocessorCondition.holds(words(first, macros, map));
        } catch (ConditionSyntaxException e) {
            complaints.add(new Complaint(first.getOffset(), first.getLength(), String.valueOf(e.getMessage())));
            return false;
        }
    }

    private List<PreprocessorCondition.Word> words(Token first, CharArrayMap<PreprocessorMacro> macros, LocationMap map)
            throws EvalException, ConditionSyntaxException {
        var words = new ArrayList<PreprocessorCondition.Word>();
        for (Token token = first; token != null; token = (Token) token.getNext()) {
            String image = token.getImage();
            switch (image) {
                case "defined", "__has_include", "__has_include_next", "__has_feature" -> {
                    Token last = lastOf(token);
                    boolean holds = asked(token, last, macros, map);
                    words.add(new PreprocessorCondition.Word(
                            image,
                            holds ? PreprocessorCondition.Word.Kind.TRUE : PreprocessorCondition.Word.Kind.FALSE));
                    token = last;
                }
                default -> words.add(word(token, image));
            }
        }
        return words;
    }

    private static PreprocessorCondition.Word word(Token token, String image) throws ConditionSyntaxException {
        var kind = switch (token.getType()) {
            case IToken.tINTEGER -> PreprocessorCondition.Word.Kind.INTEGER;
            case IToken.tCHAR, IToken.tLCHAR, IToken.tUTF16CHAR, IToken.tUTF32CHAR ->
                PreprocessorCondition.Word.Kind.CHARACTER;
            case IToken.tFLOATINGPT ->
                throw new ConditionSyntaxException("the number " + image + " in a preprocessor condition");
            default ->
                image.isEmpty() || !Character.isJavaIdentifierStart(image.charAt(0))
                        ? PreprocessorCondition.Word.Kind.SYMBOL
                        : FeatureTests.holds(image)
                                ? PreprocessorCondition.Word.Kind.TRUE
                                : PreprocessorCondition.Word.Kind.NAME;
        };
        return new PreprocessorCondition.Word(image, kind);
    }

    /**
     * The last token of a preprocessor operator: the closing parenthesis, or the name that {@code defined} asks about.
     */
    private static Token lastOf(Token operator) throws ConditionSyntaxException {
        var missing = new ConditionSyntaxException("missing name after " + operator.getImage());
        Token token = (Token) operator.getNext();
        if (token == null) throw missing;
        if (token.getType() != IToken.tLPAREN) {
            if (token.getType() != IToken.tIDENTIFIER) throw missing;
            return token;
        }
        while (token.getType() != IToken.tRPAREN) {
            token = (Token) token.getNext();
            if (token == null) throw missing;
        }
        return token;
    }

    private boolean asked(Token operator, Token last, CharArrayMap<PreprocessorMacro> macros, LocationMap map)
            throws EvalException {
        var question = new TokenList();
        for (Token token = operator; ; token = (Token) token.getNext()) {
            question.append((Token) token.clone());
            if (token == last) return super.evaluate(question, macros, map);
        }
    }
}
