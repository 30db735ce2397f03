package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The characters of a string or character literal, without the closing zero: bytes of UTF-8, or code points if wide.
 */
final class StringLiteral {
    private final int[] units;
    private final boolean wide;

    private StringLiteral(int[] units, boolean wide) {
        this.units = units;
        this.wide = wide;
    }

    static StringLiteral ofText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] units = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) units[i] = bytes[i];
        return new StringLiteral(units, false);
    }

    /** Reads a literal from the source, with quotes and perhaps a prefix; several literals may follow each other. */
    static StringLiteral of(String source, SourceSpan span) {
        int quote = 0;
        while (quote < source.length() && source.charAt(quote) != '"' && source.charAt(quote) != '\'') quote++;
        String prefix = source.substring(0, quote);
        if (prefix.equals("u") || prefix.equals("U")) throw CError.unsupported(span, "char16_t and char32_t literals");
        boolean wide = prefix.equals("L");
        return new StringLiteral(new Reader(source, wide, span).read(), wide);
    }

    int[] units() {
        return units;
    }

    boolean isWide() {
        return wide;
    }

    /** The characters as text, for printf formats and messages. */
    String text() {
        if (wide) return new String(units, 0, units.length);
        byte[] bytes = new byte[units.length];
        for (int i = 0; i < units.length; i++) bytes[i] = (byte) units[i];
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StringLiteral that && wide == that.wide && Arrays.equals(units, that.units);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(units) * 2 + (wide ? 1 : 0);
    }

    /** Reads escapes (C11 6.4.4.4). */
    private static final class Reader {
        private final String source;
        private final boolean wide;
        private final SourceSpan span;
        private int[] units;
        private int count;
        private int at;

        Reader(String source, boolean wide, SourceSpan span) {
            this.source = source;
            this.wide = wide;
            this.span = span;
            units = new int[source.length()];
        }

        int[] read() {
            while (at < source.length()) {
                char quote = source.charAt(at++);
                if (quote != '"' && quote != '\'') continue;
                while (at < source.length() && source.charAt(at) != quote) {
                    if (source.charAt(at) == '\\') escape();
                    else character();
                }
                at++;
            }
            return Arrays.copyOf(units, count);
        }

        private void unit(int value) {
            if (count == units.length) units = Arrays.copyOf(units, count * 2 + 4);
            units[count++] = value;
        }

        private void character() {
            int point = source.codePointAt(at);
            at += Character.charCount(point);
            codePoint(point);
        }

        private void codePoint(int point) {
            if (wide || point < 0x80) {
                unit(point);
                return;
            }
            for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) unit(b);
        }

        private void escape() {
            char c = source.charAt(++at);
            at++;
            switch (c) {
                case 'n' -> unit('\n');
                case 't' -> unit('\t');
                case 'r' -> unit('\r');
                case 'a' -> unit(7);
                case 'b' -> unit('\b');
                case 'f' -> unit('\f');
                case 'v' -> unit(11);
                case 'e' -> unit(27);
                case 'x' -> number(16, Integer.MAX_VALUE);
                case 'u' -> universal(4);
                case 'U' -> universal(8);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                    at--;
                    number(8, 3);
                }
                case '\\', '"', '\'', '?' -> unit(c);
                default -> throw new CError(span, "unknown escape sequence \\" + c);
            }
        }

        private long digits(int base, int most) {
            long value = 0;
            int taken = 0;
            while (taken < most && at < source.length()) {
                int digit = Character.digit(source.charAt(at), base);
                if (digit < 0) break;
                value = value * base + digit;
                at++;
                taken++;
            }
            return value;
        }

        private void number(int base, int most) {
            long value = digits(base, most);
            unit(wide ? (int) value : (byte) value);
        }

        private void universal(int most) {
            codePoint((int) digits(16, most));
        }
    }
}
