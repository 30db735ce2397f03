package dev.moirai.solve.sat;

/** Hears every clause that was derived, in order; each follows from those before it by unit propagation (RUP). */
@FunctionalInterface
public interface Proof {
    Proof NONE = (literals, length) -> {};

    /** The first {@code length} literals, as in DIMACS; an empty clause ends the proof. */
    void derived(int[] literals, int length);
}
