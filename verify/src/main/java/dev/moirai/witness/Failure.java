package dev.moirai.witness;

import java.util.Optional;

/**
 * An error of our own in one engine that did not keep the others from answering: told beside the answer, never instead.
 *
 * @param file where everything needed to see it again was written, if it was
 */
public record Failure(String engine, Throwable error, Optional<String> file) {
    public Failure(String engine, Throwable error) {
        this(engine, error, Optional.empty());
    }

    public Failure savedIn(String file) {
        return new Failure(engine, error, Optional.of(file));
    }

    /** The error in a line. */
    public String what() {
        String text = error.getClass().getSimpleName() + ": " + error.getMessage();
        return text.lines().findFirst().orElse("");
    }
}
