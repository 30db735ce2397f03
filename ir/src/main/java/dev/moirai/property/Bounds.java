package dev.moirai.property;

/** How far a bounded engine looked: loop iterations, scheduling rounds. */
public record Bounds(int unwind, int rounds) {
    @Override
    public String toString() {
        return "unwind=" + unwind + " rounds=" + rounds;
    }
}
