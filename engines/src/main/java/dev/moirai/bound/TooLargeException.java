package dev.moirai.bound;

/** The bounded program would be larger than asked for; smaller bounds may do. */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLargeException(int instructions) {
        super("the bounded program has more than " + instructions + " instructions");
    }
}
