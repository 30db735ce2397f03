package dev.moirai.jvm.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a run ended: the words of the report's second line, and the exception if that is what ended it. */
record RunOutcome(List<String> words, @Nullable Throwable exception) {
    private RunOutcome(String... words) {
        this(List.of(words), null);
    }

    static RunOutcome exit(int status) {
        return new RunOutcome("exit", Integer.toString(status));
    }

    static RunOutcome exception(Controlled thread, Throwable exception) {
        return new RunOutcome(List.of("exception", Integer.toString(thread.number)), exception);
    }

    static RunOutcome deadlock() {
        return new RunOutcome("deadlock");
    }

    static RunOutcome idle() {
        return new RunOutcome("idle");
    }

    static RunOutcome stopped() {
        return new RunOutcome("stopped");
    }

    static RunOutcome steps() {
        return new RunOutcome("steps");
    }

    static RunOutcome diverged(String why) {
        return new RunOutcome("diverged", why);
    }

    static RunOutcome refused(String why) {
        return new RunOutcome("refused", why);
    }

    boolean isDeadlock() {
        return words.get(0).equals("deadlock");
    }
}
