package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;

/** Bounds of a sequentialized program, and for which loops they count. */
public record LazyBounds(Bounds bounds, Loops loops) {
    public enum Loops {
        ALIKE,
        /** Loops that turn more often in a plain run of the program ({@link Rehearsal}) are unwound so far. */
        REHEARSED
    }

    public static LazyBounds of(Bounds bounds) {
        return new LazyBounds(bounds, Loops.ALIKE);
    }

    int unwind() {
        return bounds.unwind();
    }

    int rounds() {
        return bounds.rounds();
    }

    LazyBounds with(int unwind, int rounds) {
        return new LazyBounds(new Bounds(unwind, rounds), loops);
    }
}
