package dev.moirai.witness;

import java.util.Optional;

/**
 * An internal error of one engine. It is reported beside the answer of the others, never instead of it.
 *
 * @param file the file with everything needed to reproduce the error, if one could be written
 */
public record Failure(String engine, Throwable error, Optional<String> file) {
    public Failure(String engine, Throwable error) {
        this(engine, error, Optional.empty());
    }

    public Failure savedIn(String file) {
        return new Failure(engine, error, Optional.of(file));
    }

    /** The error in one line. */
    public String what() {
        String text = error.getClass().getSimpleName() + ": " + error.getMessage();
        return text.lines().findFirst().orElse("");
    }
}
