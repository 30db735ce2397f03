package dev.moirai.witness;

import dev.moirai.property.Violation;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A violation of a reordered run, which the interpreter has seen.
 *
 * @param switches how many context switches it takes, where they were counted
 * @param candidates how many candidates (threads and places) it stands for
 * @param witness made when asked for
 * @param isOfTheRun whether the recorded run itself violates it
 */
public record Predicted(
        Violation violation, OptionalInt switches, int candidates, Supplier<Witness> witness, boolean isOfTheRun) {}
