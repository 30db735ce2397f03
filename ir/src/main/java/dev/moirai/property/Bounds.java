package dev.moirai.property;

/** How far a bounded engine searched: loop iterations and scheduling rounds. */
public record Bounds(int unwind, int rounds) {
    @Override
    public String toString() {
        return "unwind=" + unwind + " rounds=" + rounds;
    }
}
