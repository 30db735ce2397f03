package dev.moirai.cli;

/** The work was given up, as it takes too much time or room: exit code 3, with this reason. */
final class GaveUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GaveUpException(String reason) {
        super(reason);
    }
}
