package dev.moirai.witness;

import dev.moirai.property.Violation;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * A violation of a reordered run, confirmed by the interpreter.
 *
 * @param switches how many context switches it takes, if they were counted
 * @param candidates how many candidates (threads and places) it stands for
 * @param witness makes the witness when it is asked for
 * @param isOfTheRun whether the recorded run itself violates it
 * @param instead makes a sentence, when it is asked for, about what the recorded run did where this one failed
 */
public record Predicted(
        Violation violation,
        OptionalInt switches,
        int candidates,
        Supplier<Witness> witness,
        boolean isOfTheRun,
        Supplier<Optional<String>> instead) {
    public Predicted(
            Violation violation, OptionalInt switches, int candidates, Supplier<Witness> witness, boolean isOfTheRun) {
        this(violation, switches, candidates, witness, isOfTheRun, Optional::empty);
    }
}
