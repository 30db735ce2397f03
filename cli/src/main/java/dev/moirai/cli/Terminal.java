package dev.moirai.cli;

/**
 * What the launcher knows of the terminal and Java would have to find out slowly: how wide it is, and whether standard
 * output and standard error are one. Without the launcher there is none.
 */
record Terminal(int columns, boolean isOut, boolean isErr) {
    static final Terminal NONE = new Terminal(100, false, false);

    static Terminal fromLauncher() {
        return new Terminal(
                Integer.getInteger("moirai.columns", NONE.columns),
                Boolean.getBoolean("moirai.out.terminal"),
                Boolean.getBoolean("moirai.err.terminal"));
    }
}
