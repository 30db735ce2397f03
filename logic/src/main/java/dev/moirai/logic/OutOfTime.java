package dev.moirai.logic;

/** A formula, or the bounded program for one, was being built when its time was up; what there is of it is of no use. */
public final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutOfTime() {
        super("time is up", null, false, false);
    }
}
