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

    /** The name of an error number, or the number itself if the thread library does not return it. */
    public static String name(int code) {
        return switch (code) {
            case EPERM -> "EPERM";
            case ESRCH -> "ESRCH";
            case EAGAIN -> "EAGAIN";
            case ENOMEM -> "ENOMEM";
            case EBUSY -> "EBUSY";
            case EINVAL -> "EINVAL";
            case EDEADLK -> "EDEADLK";
            case EOVERFLOW -> "EOVERFLOW";
            case ETIMEDOUT -> "ETIMEDOUT";
            default -> Integer.toString(code);
        };
    }
}
