package dev.moirai.explore;

import java.util.OptionalInt;

/**
 * The position of a run in its rounds, if these are bounded: in each round every thread has one turn, in order of
 * thread number. It is then part of the state.
 */
record Turn(int round, int thread) {
    static final Turn FIRST = new Turn(1, 0);

    /** The turn in which {@code next} moves. */
    Turn of(int next) {
        if (next == thread) return this;
        return new Turn(next > thread ? round : round + 1, next);
    }

    boolean isWithin(OptionalInt rounds) {
        return rounds.isEmpty() || round <= rounds.getAsInt();
    }

    /** The turn as a number to mix into a fingerprint. */
    long bits() {
        return ((long) round << 32 | thread) * 0x9e3779b97f4a7c15L;
    }
}
