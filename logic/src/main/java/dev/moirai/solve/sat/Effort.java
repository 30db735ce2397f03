package dev.moirai.solve.sat;

/** How much searching one check may take; unlike time it is the same on every machine. */
public record Effort(long conflicts, long propagations) {
    static final Effort BOUNDLESS = new Effort(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
}
