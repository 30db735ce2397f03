package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Evaluates the condition of an {@code #if} whose macros are already expanded (C11 6.10.1): numbers have 64 bits,
 * signed or unsigned, operands that are not chosen are not evaluated, and remaining identifiers are zero.
 */
final class PreprocessorCondition {
    /**
     * A token. {@link Kind#TRUE} and {@link Kind#FALSE} stand for {@code defined X} and the like, which the
     * preprocessor has answered.
     */
    record Word(String image, Kind kind) {
        enum Kind {
            INTEGER,
            CHARACTER,
            /** A preprocessor operator that holds. */
            TRUE,
            /** A preprocessor operator that does not hold. */
            FALSE,
            NAME,
            SYMBOL
        }
    }

    private record Value(long bits, boolean unsigned) {
        static Value truth(boolean holds) {
            return new Value(holds ? 1 : 0, false);
        }

        boolean isTrue() {
            return bits != 0;
        }
    }

    private enum Evaluation {
        DONE,
        SKIPPED
    }

    private static final String END = "";
    private static final int MULTIPLICATIVE = 10;
    private static final Map<String, Integer> PRECEDENCE = Map.ofEntries(
            Map.entry("||", 1),
            Map.entry("&&", 2),
            Map.entry("|", 3),
            Map.entry("^", 4),
            Map.entry("&", 5),
            Map.entry("==", 6),
            Map.entry("!=", 6),
            Map.entry("<", 7),
            Map.entry("<=", 7),
            Map.entry(">", 7),
            Map.entry(">=", 7),
            Map.entry("<<", 8),
            Map.entry(">>", 8),
            Map.entry("+", 9),
            Map.entry("-", 9),
            Map.entry("*", MULTIPLICATIVE),
            Map.entry("/", MULTIPLICATIVE),
            Map.entry("%", MULTIPLICATIVE));

    private final List<Word> words;
    private int at;

    private PreprocessorCondition(List<Word> words) {
        this.words = words;
    }

    static boolean holds(List<Word> words) throws ConditionSyntaxException {
        var condition = new PreprocessorCondition(words);
        Value value = condition.comma(Evaluation.DONE);
        if (condition.at < words.size()) {
            throw new ConditionSyntaxException("missing binary operator before " + condition.image());
        }
        return value.isTrue();
    }

    private String image() {
        return at < words.size() ? words.get(at).image : END;
    }

    private boolean take(String symbol) {
        boolean found = at < words.size() && words.get(at).kind == Word.Kind.SYMBOL && image().equals(symbol);
        if (found) at++;
        return found;
    }

    private void expect(String symbol) throws ConditionSyntaxException {
        if (!take(symbol)) throw new ConditionSyntaxException("missing " + symbol);
    }

    private Value comma(Evaluation evaluation) throws ConditionSyntaxException {
        Value value = choice(evaluation);
        while (take(",")) value = choice(evaluation);
        return value;
    }

    private Value choice(Evaluation evaluation) throws ConditionSyntaxException {
        Value condition = binary(1, evaluation);
        if (!take("?")) return condition;
        Value first = comma(condition.isTrue() ? evaluation : Evaluation.SKIPPED);
        expect(":");
        Value second = choice(condition.isTrue() ? Evaluation.SKIPPED : evaluation);
        return new Value(condition.isTrue() ? first.bits : second.bits, first.unsigned || second.unsigned);
    }

    /** Parses operators of at least this precedence, from left to right. */
    private Value binary(int tightness, Evaluation evaluation) throws ConditionSyntaxException {
        Value left = unary(evaluation);
        while (at < words.size() && words.get(at).kind == Word.Kind.SYMBOL) {
            String operator = image();
            int precedence = PRECEDENCE.getOrDefault(operator, 0);
            if (precedence < tightness || precedence == 0) return left;
            at++;
            boolean decided = operator.equals("&&") ? !left.isTrue() : operator.equals("||") && left.isTrue();
            Value right = binary(precedence + 1, decided ? Evaluation.SKIPPED : evaluation);
            left = apply(operator, left, right, evaluation);
        }
        return left;
    }

    private static Value apply(String operator, Value a, Value b, Evaluation evaluation)
            throws ConditionSyntaxException {
        boolean unsigned = a.unsigned || b.unsigned;
        int order = unsigned ? Long.compareUnsigned(a.bits, b.bits) : Long.compare(a.bits, b.bits);
        return switch (operator) {
            case "||" -> Value.truth(a.isTrue() || b.isTrue());
            case "&&" -> Value.truth(a.isTrue() && b.isTrue());
            case "|" -> new Value(a.bits | b.bits, unsigned);
            case "^" -> new Value(a.bits ^ b.bits, unsigned);
            case "&" -> new Value(a.bits & b.bits, unsigned);
            case "==" -> Value.truth(a.bits == b.bits);
            case "!=" -> Value.truth(a.bits != b.bits);
            case "<" -> Value.truth(order < 0);
            case "<=" -> Value.truth(order <= 0);
            case ">" -> Value.truth(order > 0);
            case ">=" -> Value.truth(order >= 0);
            case "<<" -> shifted(a, b.bits, b.unsigned);
            case ">>" -> b.unsigned && b.bits < 0 ? right(a, Long.MAX_VALUE) : shifted(a, -b.bits, false);
            case "+" -> new Value(a.bits + b.bits, unsigned);
            case "-" -> new Value(a.bits - b.bits, unsigned);
            case "*" -> new Value(a.bits * b.bits, unsigned);
            case "/", "%" -> {
                if (b.bits == 0) {
                    if (evaluation == Evaluation.SKIPPED) yield new Value(0, unsigned);
                    throw new ConditionSyntaxException("division by zero in a preprocessor condition");
                }
                boolean divides = operator.equals("/");
                yield new Value(
                        unsigned
                                ? divides ? Long.divideUnsigned(a.bits, b.bits) : Long.remainderUnsigned(a.bits, b.bits)
                                : divides ? a.bits / b.bits : a.bits % b.bits,
                        unsigned);
            }
            default -> throw new IllegalArgumentException(operator);
        };
    }

    /** Shifts as gcc does: a negative count shifts the other way, a large one leaves nothing but the sign. */
    private static Value shifted(Value value, long left, boolean unsignedCount) {
        if (unsignedCount && left < 0) return new Value(0, value.unsigned);
        if (left < 0) return right(value, left == Long.MIN_VALUE ? Long.MAX_VALUE : -left);
        return new Value(left >= 64 ? 0 : value.bits << left, value.unsigned);
    }

    private static Value right(Value value, long count) {
        if (value.unsigned) return new Value(count >= 64 ? 0 : value.bits >>> count, true);
        return new Value(value.bits >> Math.min(count, 63), false);
    }

    private Value unary(Evaluation evaluation) throws ConditionSyntaxException {
        if (at == words.size()) throw new ConditionSyntaxException("a preprocessor condition ends too early");
        if (take("+")) return unary(evaluation);
        if (take("-")) {
            Value value = unary(evaluation);
            return new Value(-value.bits, value.unsigned);
        }
        if (take("~")) {
            Value value = unary(evaluation);
            return new Value(~value.bits, value.unsigned);
        }
        if (take("!")) return Value.truth(!unary(evaluation).isTrue());
        if (take("(")) {
            Value value = comma(evaluation);
            expect(")");
            return value;
        }
        Word word = words.get(at++);
        return switch (word.kind) {
            case INTEGER -> integer(word.image);
            case CHARACTER -> character(word.image);
            case TRUE -> Value.truth(true);
            case FALSE, NAME -> Value.truth(false);
            case SYMBOL -> throw new ConditionSyntaxException(word.image + " has no place in a preprocessor condition");
        };
    }

    private static Value integer(String image) throws ConditionSyntaxException {
        String text = image.toLowerCase(Locale.ROOT);
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == 'u' || text.charAt(end - 1) == 'l')) end--;
        int base = text.startsWith("0x") ? 16 : text.startsWith("0b") ? 2 : text.startsWith("0") && end > 1 ? 8 : 10;
        String digits = text.substring(base == 16 || base == 2 ? 2 : 0, end);
        boolean unsigned = switch (text.substring(end)) {
            case "", "l", "ll" -> false;
            case "u", "ul", "ull", "lu", "llu" -> true;
            default -> throw malformed(image);
        };
        try {
            long bits = Long.parseUnsignedLong(digits, base);
            return new Value(bits, unsigned || bits < 0);
        } catch (NumberFormatException e) {
            throw malformed(image);
        }
    }

    private static ConditionSyntaxException malformed(String image) {
        return new ConditionSyntaxException("the number " + image + " is malformed or too large");
    }

    private static Value character(String image) throws ConditionSyntaxException {
        try {
            StringLiteral literal = StringLiteral.of(image, SourceSpan.NOWHERE);
            int value = 0;
            for (int unit : literal.units()) value = literal.isWide() ? unit : value << 8 | unit & 0xff;
            boolean isChar = !literal.isWide() && literal.units().length == 1;
            return new Value(isChar ? (byte) value : value, false);
        } catch (CError e) {
            throw new ConditionSyntaxException(e.diagnostic().message());
        }
    }
}
