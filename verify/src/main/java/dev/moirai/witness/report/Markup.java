package dev.moirai.witness.report;

/** Makes foreign texts, such as names in a program, safe to stand in reports. */
public final class Markup {
    private static final int LONGEST = 2000;

    private Markup() {}

    /** The text as content or attribute value of XML and HTML. */
    public static String escaped(String text) {
        String plain = printable(text);
        var out = new StringBuilder(plain.length() + 16);
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /**
     * The text without what XML cannot hold or what would turn a line around for readers (control characters, halves of
     * characters, marks of writing direction), and with the middle of a huge one left out.
     */
    public static String printable(String text) {
        String cut = text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST / 2) + " ... " + text.substring(text.length() - LONGEST / 2);
        var out = new StringBuilder(cut.length());
        cut.codePoints().forEach(c -> out.appendCodePoint(isPrintable(c) ? c : 0xfffd));
        return out.toString();
    }

    /** The same, line by line. */
    public static String printableLines(String text) {
        var out = new StringBuilder();
        text.lines().forEach(line -> out.append(printable(line)).append('\n'));
        return out.toString();
    }

    private static boolean isPrintable(int c) {
        if (c == '\t' || c == '\n') return true;
        boolean turns = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
        boolean half = c >= 0xd800 && c <= 0xdfff;
        return !Character.isISOControl(c) && !turns && !half && c != 0xfffe && c != 0xffff;
    }
}
