package dev.moirai.rely.recurrence;

/** A round does something that its formulas cannot express. */
final class NotCovered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotCovered(String what) {
        super(what, null, false, false);
    }
}
