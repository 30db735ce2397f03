package dev.moirai.verify.bounded;

/** Who decides sequential programs. */
public sealed interface Backend {
    /** Our own symbolic execution, with a solver by a name of {@link dev.moirai.solve.registry.Solvers}. */
    record Embedded(String solver) implements Backend {}

    /** CBMC, on the emitted C. */
    record Cbmc(String command) implements Backend {}
}
