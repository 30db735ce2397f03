package dev.moirai.jvm;

/** The log and the class files do not fit together; the trace ends before that point. */
final class FollowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FollowException(String what) {
        super(what, null, false, false);
    }
}
