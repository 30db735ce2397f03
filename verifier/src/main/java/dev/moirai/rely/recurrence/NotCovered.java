package dev.moirai.rely.recurrence;

/** A round does what its formulas do not speak of. */
final class NotCovered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotCovered(String what) {
        super(what, null, false, false);
    }
}
