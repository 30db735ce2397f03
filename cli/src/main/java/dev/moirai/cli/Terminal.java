package dev.moirai.cli;

import dev.moirai.witness.text.Glyphs;
import java.nio.charset.Charset;

/**
 * What the launcher knows about the terminal and Java could only find out slowly: its width, whether standard output
 * and standard error go to it, and whether the user's locale is plain ASCII (Java gets a wider one, for names of
 * files). Without the launcher nothing is known.
 */
record Terminal(int columns, boolean isOut, boolean isErr, boolean isPlain) {
    static final Terminal NONE = new Terminal(100, false, false, false);

    static Terminal fromLauncher() {
        return new Terminal(
                Integer.getInteger("moirai.columns", NONE.columns),
                Boolean.getBoolean("moirai.out.terminal"),
                // A terminal that cannot erase a line shows no progress.
                Boolean.getBoolean("moirai.err.terminal") && !isDumb(),
                Boolean.getBoolean("moirai.plain"));
    }

    /** Whether colours are wanted: <a href="https://no-color.org">NO_COLOR</a> and TERM say no. */
    boolean isColoured() {
        String refused = System.getenv("NO_COLOR");
        return isOut && (refused == null || refused.isEmpty()) && !isDumb();
    }

    private static boolean isDumb() {
        return "dumb".equals(System.getenv("TERM"));
    }

    Glyphs glyphs(Charset output) {
        return isPlain ? Glyphs.ASCII : Glyphs.in(output);
    }
}
