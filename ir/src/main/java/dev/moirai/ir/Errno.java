package dev.moirai.ir;

/** The error numbers of Linux that the thread library returns and {@code errno} takes. */
public final class Errno {
    public static final int EPERM = 1;
    public static final int ESRCH = 3;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EBUSY = 16;
    public static final int EINVAL = 22;
    public static final int EDEADLK = 35;
    public static final int EOVERFLOW = 75;
    public static final int ETIMEDOUT = 110;

    private Errno() {}
}
