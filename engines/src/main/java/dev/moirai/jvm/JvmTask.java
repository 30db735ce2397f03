package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A function that the program has given away. Others, or the same thread, call it later: once, or again and again. */
final class JvmTask {
    private final int giver;
    private final JvmValue done;
    /** What comes before it: each time that it was handed on. */
    private final List<JvmValue> handed = new ArrayList<>();
    /** JvmFutures that are done before it begins. */
    private final List<JvmValue> sources;

    private Optional<JvmValue> executor = Optional.empty();
    /** The future that is done when the future is done which the function gives, and not before. */
    private Optional<JvmValue> composed = Optional.empty();

    private boolean isDoingFuture;
    private boolean taken;

    JvmTask(int giver, JvmValue done, List<JvmValue> sources) {
        this.giver = giver;
        this.done = done;
        this.sources = List.copyOf(sources);
    }

    /** The thread that has given it away. */
    int giver() {
        return giver;
    }

    /** The milestone of its end. */
    JvmValue done() {
        return done;
    }

    List<JvmValue> handed() {
        return handed;
    }

    List<JvmValue> sources() {
        return sources;
    }

    Optional<JvmValue> executor() {
        return executor;
    }

    void executor(JvmValue who) {
        executor = Optional.of(who);
    }

    Optional<JvmValue> composed() {
        return composed;
    }

    void composed(JvmValue future) {
        composed = Optional.of(future);
    }

    /** Whether nobody has got a future for it. */
    boolean isWithoutFuture() {
        return !isDoingFuture;
    }

    void hasFuture() {
        isDoingFuture = true;
    }

    boolean isTaken() {
        return taken;
    }

    void take() {
        taken = true;
    }
}
