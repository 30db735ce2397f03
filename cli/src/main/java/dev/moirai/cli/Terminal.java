package dev.moirai.cli;

import dev.moirai.witness.text.Glyphs;
import java.nio.charset.Charset;

/**
 * What the launcher knows of the terminal and Java would have to find out slowly: how wide it is, whether standard output and
 * standard error are one, and whether the user's locale is plain ASCII, though Java is given a wider one to name files by.
 * Without the launcher there is none.
 */
record Terminal(int columns, boolean isOut, boolean isErr, boolean isPlain) {
    static final Terminal NONE = new Terminal(100, false, false, false);

    static Terminal fromLauncher() {
        return new Terminal(
                Integer.getInteger("moirai.columns", NONE.columns),
                Boolean.getBoolean("moirai.out.terminal"),
                Boolean.getBoolean("moirai.err.terminal"),
                Boolean.getBoolean("moirai.plain"));
    }

    Glyphs glyphs(Charset output) {
        return isPlain ? Glyphs.ASCII : Glyphs.in(output);
    }
}
