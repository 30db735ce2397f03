package dev.moirai.cluster.wire;

/** What came is not what we write: nothing is done with it. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RefusedException(String why) {
        super(why);
    }
}
