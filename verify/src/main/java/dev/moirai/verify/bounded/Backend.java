package dev.moirai.verify.bounded;

/** What decides sequential programs. */
public sealed interface Backend {
    /** Our own symbolic execution, with a solver by a name of {@link dev.moirai.solve.registry.Solvers}. */
    record Embedded(String solver) implements Backend {}

    /** CBMC, which gets the program as C. */
    record Cbmc(String command) implements Backend {}
}
