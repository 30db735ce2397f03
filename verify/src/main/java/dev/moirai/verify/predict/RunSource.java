package dev.moirai.verify.predict;

import dev.moirai.verify.input.Input;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Where the recorded run comes from. */
public sealed interface RunSource {
    /** A trace, which must be complete. */
    record WholeTrace(Path file) implements RunSource {}

    /** A trace that may be cut off or damaged; the part before that is used. */
    record PartOfTrace(Path file) implements RunSource {}

    /**
     * The interpreter runs the program now.
     *
     * @param seed of the scheduler; if absent, one with which several threads have events is looked for
     */
    record FreshRun(Input input, OptionalLong seed, long maxSteps) implements RunSource {}
}
