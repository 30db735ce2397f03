package dev.moirai.trace;

/** A file that is no trace, or one that breaks off or is damaged at {@code offset}. */
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    public TraceException(String message, long offset) {
        super(message + " at byte " + offset);
        this.offset = offset;
    }

    public long offset() {
        return offset;
    }
}
