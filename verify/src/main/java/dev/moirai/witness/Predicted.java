package dev.moirai.witness;

import dev.moirai.property.Violation;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A violation of a reordered run, confirmed by the interpreter.
 *
 * @param switches how many context switches it takes, if they were counted
 * @param candidates how many candidates (threads and places) it stands for
 * @param witness makes the witness when it is asked for
 * @param isOfTheRun whether the recorded run itself violates it
 */
public record Predicted(
        Violation violation, OptionalInt switches, int candidates, Supplier<Witness> witness, boolean isOfTheRun) {}
