package dev.moirai.cli;

/** What the shell sees. Of several files the highest wins. */
final class ExitCode {
    /** No violation found; the text says whether that is proved, or within which limit. */
    static final int OK = 0;

    static final int VIOLATION = 1;
    /** Bad usage or bad input. */
    static final int INPUT = 2;
    /** Time, memory, what no engine can express, or an error of our own. */
    static final int UNKNOWN = 3;

    private ExitCode() {}
}
