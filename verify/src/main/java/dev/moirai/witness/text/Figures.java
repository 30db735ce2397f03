package dev.moirai.witness.text;

/**
 * Numbers as they are shown: {@code 12,345} and {@code 0.07}. {@link String#format} writes the same, but looks up a
 * language's symbols first, which takes longer than everything else that is said about a small program.
 */
public final class Figures {
    private Figures() {}

    /** A whole number, its digits in groups of three. */
    public static String grouped(long number) {
        var text = new StringBuilder(Long.toString(number));
        int first = number < 0 ? 1 : 0;
        for (int at = text.length() - 3; at > first; at -= 3) text.insert(at, ',');
        return text.toString();
    }

    /** Seconds, rounded to hundredths. */
    public static String hundredths(double seconds) {
        long hundredths = Math.round(seconds * 100);
        return hundredths / 100 + "." + hundredths / 10 % 10 + hundredths % 10;
    }

    /** Seconds, rounded to tenths. */
    public static String tenths(double seconds) {
        long tenths = Math.round(seconds * 10);
        return tenths / 10 + "." + tenths % 10;
    }
}
