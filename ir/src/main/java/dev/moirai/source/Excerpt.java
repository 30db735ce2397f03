package dev.moirai.source;

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

    private static String printable(String text) {
        var out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n') out.setCharAt(i, '?');
        }
        return out.toString();
    }
}
