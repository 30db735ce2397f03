package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.Map;

/**
 * What a thread of the interpreter did between two locations of the transition system, which must be one of its
 * transitions.
 *
 * @param target {@link #NOWHERE} if the system does not have that place, {@link #ANYWHERE} if the thread will never move
 *     again: the system may let it go on, as long as others see what it has done
 * @param now the values of the variables before, as far as they are known: globals and those of the thread
 * @param next the values afterwards
 */
public record ObservedStep(
        int thread,
        int source,
        int target,
        Map<Integer, BigInteger> now,
        Map<Integer, BigInteger> next,
        SourceSpan span) {
    public static final int NOWHERE = -1;
    public static final int ANYWHERE = -2;
}
