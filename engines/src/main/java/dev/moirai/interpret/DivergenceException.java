package dev.moirai.interpret;

/** Thrown when a schedule does not fit the program; the message says at which step, and how. */
public final class DivergenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DivergenceException(String message) {
        super(message);
    }
}
