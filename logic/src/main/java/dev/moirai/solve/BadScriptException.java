package dev.moirai.solve;

import org.jspecify.annotations.Nullable;

/** A script is not valid SMT-LIB: what the reader of the script says, and the line of the offending command. */
public final class BadScriptException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;

    public BadScriptException(String message, int line, @Nullable Throwable cause) {
        super(message, cause);
        this.line = line;
    }

    public int line() {
        return line;
    }
}
