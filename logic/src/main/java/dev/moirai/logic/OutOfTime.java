package dev.moirai.logic;

/** Terms were being built when their time was up; what there is of them is of no use. */
public final class OutOfTime extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfTime() {
        super("time is up", null, false, false);
    }
}
