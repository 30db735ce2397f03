package dev.moirai.verify.engine;

import dev.moirai.property.Reason;

/** Thrown when work is given up because it takes too much time or memory, and there is no partial result. */
public final class GaveUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Reason reason;

    public GaveUpException(Reason reason) {
        super(reason.words());
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
