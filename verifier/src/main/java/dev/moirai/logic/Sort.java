package dev.moirai.logic;

/** What a term ranges over. */
public sealed interface Sort {
    record Bool() implements Sort {}

    /** Bit patterns of 1 to 64 bits. */
    record BitVec(int width) implements Sort {}

    /** The unbounded integers; constants are those that fit a {@code long}. */
    record Int() implements Sort {}
}
