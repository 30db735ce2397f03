package dev.moirai.cli;

import dev.moirai.property.Reason;

/** The work was given up, as it takes too much time or room: exit code 3, with this reason. */
final class GaveUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Reason reason;

    GaveUpException(Reason reason) {
        super(reason.words());
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
