package dev.moirai.jvm.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a run ended: the words of the report's second line, and the exception if that is what ended it. */
record Outcome(List<String> words, @Nullable Throwable exception) {
    private Outcome(String... words) {
        this(List.of(words), null);
    }

    static Outcome exit(int status) {
        return new Outcome("exit", Integer.toString(status));
    }

    static Outcome exception(Controlled thread, Throwable exception) {
        return new Outcome(List.of("exception", Integer.toString(thread.number)), exception);
    }

    static Outcome deadlock() {
        return new Outcome("deadlock");
    }

    static Outcome idle() {
        return new Outcome("idle");
    }

    static Outcome stopped() {
        return new Outcome("stopped");
    }

    static Outcome steps() {
        return new Outcome("steps");
    }

    static Outcome diverged(String why) {
        return new Outcome("diverged", why);
    }

    static Outcome refused(String why) {
        return new Outcome("refused", why);
    }

    boolean isDeadlock() {
        return words.get(0).equals("deadlock");
    }
}
