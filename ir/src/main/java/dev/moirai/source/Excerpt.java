package dev.moirai.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Cuts foreign texts to a length that people read, and takes out control characters that would upset a terminal. */
public final class Excerpt {
    private static final int LONGEST_MESSAGE = 1000;
    private static final int LONGEST_LINE = 160;

    private Excerpt() {}

    /** The message, with its middle left out if it is long. */
    public static String ofMessage(String text) {
        if (text.length() <= LONGEST_MESSAGE) return printable(text);
        int half = LONGEST_MESSAGE / 2;
        return printable(text.substring(0, half) + " ... " + text.substring(text.length() - half));
    }

    /**
     * Part of a source line.
     *
     * @param column where the point of interest is in the text, counted from 1; 0 if there is none
     */
    record OfLine(String text, int column) {
        static OfLine around(String line, int column) {
            boolean inside = column > 0 && column <= line.length() + 1;
            if (line.length() <= LONGEST_LINE) return new OfLine(printable(line), inside ? column : 0);
            int from = inside ? Math.clamp(column - 1 - LONGEST_LINE / 2, 0, line.length() - LONGEST_LINE) : 0;
            int to = from + LONGEST_LINE;
            String before = from > 0 ? "..." : "";
            String after = to < line.length() ? "..." : "";
            return new OfLine(
                    before + printable(line.substring(from, to)) + after, inside ? column - from + before.length() : 0);
        }
    }

    /** The text without what a terminal would take for a command, or what would turn a line around for readers. */
    public static String printable(String text) {
        var out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            boolean turns = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
            if (turns || Character.isISOControl(c) && c != '\t' && c != '\n') out.setCharAt(i, '?');
        }
        return out.toString();
    }

    /** A text with a character for each byte as UTF-8, if it is that. */
    public static String decoded(String bytes) {
        boolean isAscii = true;
        for (int i = 0; i < bytes.length(); i++) {
            if (bytes.charAt(i) > 0xff) return bytes;
            isAscii &= bytes.charAt(i) < 0x80;
        }
        if (isAscii) return bytes;
        try {
            var all = ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return StandardCharsets.UTF_8.newDecoder().decode(all).toString();
        } catch (CharacterCodingException _) {
            return bytes;
        }
    }
}
