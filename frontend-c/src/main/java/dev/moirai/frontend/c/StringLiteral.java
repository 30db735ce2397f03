package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The characters of a string or character literal, without the closing zero. */
final class StringLiteral {
    /** What the units are, as the prefix says. */
    enum Encoding {
        /** Bytes of UTF-8. */
        BYTES,
        /** Code points: {@code L""}. */
        WIDE,
        /** {@code u""}. */
        UTF16,
        /** Code points: {@code U""}. */
        UTF32
    }

    private final int[] units;
    private final Encoding encoding;

    private StringLiteral(int[] units, Encoding encoding) {
        this.units = units;
        this.encoding = encoding;
    }

    static StringLiteral ofText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] units = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) units[i] = bytes[i];
        return new StringLiteral(units, Encoding.BYTES);
    }

    /** Reads a literal from the source, with quotes and perhaps a prefix; several literals may follow each other. */
    static StringLiteral of(String source, SourceSpan span) {
        Encoding encoding = encoding(source);
        return new StringLiteral(new Reader(source, encoding, span).read(), encoding);
    }

    /** That of the first literal that has a prefix: of several, those without one follow it. */
    private static Encoding encoding(String source) {
        for (int at = 0; at < source.length(); at++) {
            char c = source.charAt(at);
            if (c == '"' || c == '\'') {
                int end = at + 1;
                while (end < source.length() && source.charAt(end) != c) end += source.charAt(end) == '\\' ? 2 : 1;
                at = end;
            } else if (c == 'L') {
                return Encoding.WIDE;
            } else if (c == 'U') {
                return Encoding.UTF32;
            } else if (c == 'u' && !source.startsWith("u8", at)) {
                return Encoding.UTF16;
            }
        }
        return Encoding.BYTES;
    }

    int[] units() {
        return units;
    }

    Encoding encoding() {
        return encoding;
    }

    boolean isWide() {
        return encoding != Encoding.BYTES;
    }

    /** The characters as text, for printf formats and messages. */
    String text() {
        if (isWide()) return new String(units, 0, units.length);
        byte[] bytes = new byte[units.length];
        for (int i = 0; i < units.length; i++) bytes[i] = (byte) units[i];
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StringLiteral that && encoding == that.encoding && Arrays.equals(units, that.units);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(units) * 4 + encoding.ordinal();
    }

    /** Reads escapes (C11 6.4.4.4). */
    private static final class Reader {
        private final String source;
        private final Encoding encoding;
        private final SourceSpan span;
        private int[] units;
        private int count;
        private int at;

        Reader(String source, Encoding encoding, SourceSpan span) {
            this.source = source;
            this.encoding = encoding;
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
            switch (encoding) {
                case WIDE, UTF32 -> unit(point);
                case UTF16 -> {
                    for (char half : Character.toChars(point)) unit(half);
                }
                case BYTES -> {
                    for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) unit(b);
                }
            }
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
            unit(
                    switch (encoding) {
                        case WIDE, UTF32 -> (int) value;
                        case UTF16 -> (char) value;
                        case BYTES -> (byte) value;
                    });
        }

        private void universal(int most) {
            codePoint((int) digits(16, most));
        }
    }
}
