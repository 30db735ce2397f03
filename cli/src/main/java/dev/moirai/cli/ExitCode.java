package dev.moirai.cli;

/** The exit codes. For several files the highest one counts. */
final class ExitCode {
    /** No violation found; the text says whether that is proved, or within which limit. */
    static final int OK = 0;

    static final int VIOLATION = 1;
    /** Bad usage or bad input. */
    static final int INPUT = 2;
    /** No answer: time, memory, a construct that no engine supports, or an internal error. */
    static final int UNKNOWN = 3;

    private ExitCode() {}
}
