package dev.moirai.solve.sat;

/** Is told every derived clause, in order; each follows from those before it by unit propagation (RUP). */
@FunctionalInterface
public interface ProofListener {
    ProofListener NONE = (literals, length) -> {};

    /** The first {@code length} literals, as in DIMACS; an empty clause ends the proof. */
    void derived(int[] literals, int length);
}
