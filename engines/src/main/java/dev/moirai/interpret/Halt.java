package dev.moirai.interpret;

/** Ends a step from deep inside it. */
final class Halt extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    Halt(Outcome outcome) {
        super(null, null, false, false);
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }
}
