package dev.moirai.ir;

import java.util.Optional;

/**
 * A free value that, in a native run, is what a function of the real world returns: the function in which the {@link
 * Instr.Nondet} stands hands its own parameters over. Its {@code source} says so.
 */
public final class RealCall {
    private static final String PREFIX = "real call of ";

    private RealCall() {}

    public static String source(String function) {
        return PREFIX + function;
    }

    /** The function that is called for real. */
    public static Optional<String> function(String source) {
        return source.startsWith(PREFIX) ? Optional.of(source.substring(PREFIX.length())) : Optional.empty();
    }
}
