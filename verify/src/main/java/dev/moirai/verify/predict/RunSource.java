package dev.moirai.verify.predict;

import dev.moirai.verify.input.Input;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Where the run comes from whose reorderings are looked at. */
public sealed interface RunSource {
    /** A trace of it, which must be whole. */
    record WholeTrace(Path file) implements RunSource {}

    /** A trace of it that may break off or be damaged; what comes before is used. */
    record PartOfTrace(Path file) implements RunSource {}

    /**
     * The interpreter runs the program now.
     *
     * @param seed the chance that decides; without it, one is sought with which several threads have something to tell
     */
    record FreshRun(Input input, OptionalLong seed, long maxSteps) implements RunSource {}
}
