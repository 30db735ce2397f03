package dev.moirai.bound;

/** The error numbers of Linux that the thread library returns. */
final class Errno {
    static final int EPERM = 1;
    static final int ESRCH = 3;
    static final int EAGAIN = 11;
    static final int EBUSY = 16;
    static final int EINVAL = 22;
    static final int EDEADLK = 35;
    static final int EOVERFLOW = 75;
    static final int ETIMEDOUT = 110;

    private Errno() {}
}
