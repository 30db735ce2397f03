package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.WideFold;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Extended;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;

/** Numbers, characters and strings as written in the source. */
final class Literals {
    private final Translation in;

    Literals(Translation in) {
        this.in = in;
    }

    Operand operand(IASTLiteralExpression node) {
        String text = new String(node.getValue());
        SourceSpan span = in.span(node);
        return switch (node.getKind()) {
            case IASTLiteralExpression.lk_integer_constant -> integer(text, span);
            case IASTLiteralExpression.lk_float_constant -> floating(text, span);
            case IASTLiteralExpression.lk_char_constant -> character(text, span);
            case IASTLiteralExpression.lk_string_literal -> string(text(node), span);
            default -> throw CError.unsupported(span, "literal " + text);
        };
    }

    // ---- numbers -----------------------------------------------------------------------------------------------

    private Operand.Value integer(String text, SourceSpan span) {
        int end = text.length();
        boolean unsigned = false;
        int longs = 0;
        while (end > 0) {
            char c = Character.toLowerCase(text.charAt(end - 1));
            if (c == 'u') unsigned = true;
            else if (c == 'l') longs++;
            else break;
            end--;
        }
        String digits = text.substring(0, end).toLowerCase(Locale.ROOT);
        boolean decimal = !digits.startsWith("0") || digits.length() == 1;
        long value;
        try {
            value = digits.startsWith("0x")
                    ? Long.parseUnsignedLong(digits.substring(2), 16)
                    : digits.startsWith("0b")
                            ? Long.parseUnsignedLong(digits.substring(2), 2)
                            : decimal ? Long.parseUnsignedLong(digits) : Long.parseUnsignedLong(digits, 8);
        } catch (NumberFormatException e) {
            throw new CError(span, "the number " + text + " is malformed or too large");
        }
        CType.Int type = typeOf(value, decimal, unsigned, longs);
        return new Operand.Value(type, Expr.constant(in.ir(type), value));
    }

    /** C11 6.4.4.1: the first type of the list that holds the value. */
    private CType.Int typeOf(long value, boolean decimal, boolean unsigned, int longs) {
        List<CType.Int> candidates = List.of(
                CType.INT,
                CType.UNSIGNED_INT,
                CType.LONG,
                CType.UNSIGNED_LONG,
                CType.LONG_LONG,
                CType.UNSIGNED_LONG_LONG);
        for (CType.Int type : candidates) {
            if (type.order() < CType.INT.order() + longs) continue;
            if (unsigned ? type.signed() : decimal && !type.signed()) continue;
            int bits = type.bytes(in.layouts.model()) * 8 - (type.signed() ? 1 : 0);
            if (bits == 64 || (value >= 0 && value >>> bits == 0)) return type;
        }
        return CType.UNSIGNED_LONG_LONG;
    }

    private Operand.Value floating(String text, SourceSpan span) {
        String digits = text;
        boolean hexadecimal = text.startsWith("0x") || text.startsWith("0X");
        char last = Character.toLowerCase(text.charAt(text.length() - 1));
        CType type = CType.DOUBLE;
        if (last == 'l') {
            Extended value = Extended.parse(text.substring(0, text.length() - 1));
            return new Operand.Value(CType.LONG_DOUBLE, WideFold.constant(value));
        }
        if (last == 'f' && (!hexadecimal || text.toLowerCase(Locale.ROOT).contains("p"))) {
            type = CType.FLOAT;
            digits = text.substring(0, text.length() - 1);
        }
        try {
            long bits = type.equals(CType.FLOAT)
                    ? Float.floatToRawIntBits(Float.parseFloat(digits)) & 0xffff_ffffL
                    : Double.doubleToRawLongBits(Double.parseDouble(digits));
            return new Operand.Value(type, new Expr.Constant(in.ir(type), bits));
        } catch (NumberFormatException e) {
            throw new CError(span, "the number " + text + " is malformed");
        }
    }

    private Operand.Value character(String text, SourceSpan span) {
        StringLiteral literal = StringLiteral.of(text, span);
        if (literal.units().length == 0) throw new CError(span, "an empty character constant");
        CType.Int type = literal.isWide() ? elementType(literal) : CType.INT;
        long value = 0;
        for (int unit : literal.units()) {
            value = literal.isWide() ? unit : (value << 8) | (unit & 0xff);
        }
        // A single character is a char first, and chars are signed here.
        if (!literal.isWide() && literal.units().length == 1) {
            value = Arithmetic.normalize(new Type.Int(8, true), value);
        }
        return new Operand.Value(type, Expr.constant(in.ir(type), value));
    }

    // ---- strings -----------------------------------------------------------------------------------------------

    private static final Pattern LITERALS =
            Pattern.compile("(?:(?:L|u8|u|U)?\"(?:[^\"\\\\]|\\\\.)*+\"\\s*)++", Pattern.DOTALL);
    /** A backslash that no other backslash escapes, as in what the preprocessor made a string of. */
    private static final String ESCAPE = "(?<!\\\\)(?:\\\\\\\\)*+\\\\";

    private static final Pattern LONG_NUMBER = Pattern.compile(ESCAPE + "x\\p{XDigit}{3}");
    /** Between two literals that are put together. */
    private static final Pattern LITERAL_ENDS = Pattern.compile("(?<!\\\\)\"\\s*(?:L|u8|u|U)?\"");
    /** Numbers that may have been two, an escape and the digit that the next literal begins with: hexadecimal, octal. */
    private static final Pattern PERHAPS_HEX = Pattern.compile(ESCAPE + "x\\p{XDigit}{2}");

    private static final Pattern HEX_BEHIND_A_MACRO = Pattern.compile("\\w\\s*\"\\p{XDigit}");
    private static final Pattern PERHAPS_OCTAL = Pattern.compile(ESCAPE + "[0-7]{2,3}");
    private static final Pattern OCTAL_BEHIND_A_MACRO = Pattern.compile("\\w\\s*\"[0-7]");

    /**
     * CDT concatenates adjacent literals, so that a numeric escape would swallow digits of the next one; then the
     * source is read again. In a macro's argument the literals stand somewhere in the source. Where macros stand
     * between them, the source does not have their text.
     */
    StringLiteral text(IASTLiteralExpression node) {
        String glued = new String(node.getValue());
        if (glued.indexOf('\\') < 0) return StringLiteral.of(glued, in.span(node));
        String written = node.getRawSignature().replace("\\\r\n", "").replace("\\\n", "");
        if (LITERALS.matcher(written).matches()) return StringLiteral.of(written, in.span(node));
        List<StringLiteral> there = LITERALS.matcher(written)
                .results()
                .map(MatchResult::group)
                .filter(literals ->
                        LITERAL_ENDS.matcher(literals.strip()).replaceAll("").equals(glued))
                .map(literals -> StringLiteral.of(literals, in.span(node)))
                .distinct()
                .toList();
        if (there.size() == 1) return there.getFirst();
        boolean isClear = there.isEmpty()
                && !isIn(LONG_NUMBER, glued)
                && !(isIn(PERHAPS_HEX, glued) && isIn(HEX_BEHIND_A_MACRO, written))
                && !(isIn(PERHAPS_OCTAL, glued) && isIn(OCTAL_BEHIND_A_MACRO, written));
        if (isClear) return StringLiteral.of(glued, in.span(node));
        throw CError.unsupported(in.span(node), "a string put together from macros, with a numeric escape");
    }

    private static boolean isIn(Pattern pattern, String text) {
        return pattern.matcher(text).find();
    }

    Operand.Memory string(StringLiteral literal, SourceSpan span) {
        return in.expressions.global(in.linker.variables().string(literal, elementType(literal), span));
    }

    Operand.Memory string(String text, SourceSpan span) {
        return string(StringLiteral.ofText(text), span);
    }

    CType.Int elementType(StringLiteral literal) {
        return switch (literal.encoding()) {
            case BYTES -> CType.CHAR;
            case WIDE -> in.layouts.wideCharacter();
            case UTF16 -> CType.UNSIGNED_SHORT;
            case UTF32 -> CType.UNSIGNED_INT;
        };
    }
}
