package dev.moirai.verify.engine;

import dev.moirai.property.Reason;

/** The work was given up, as it takes too much time or room, and there is no part of it to show. */
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
