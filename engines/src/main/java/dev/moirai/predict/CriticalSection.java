package dev.moirai.predict;

import org.jspecify.annotations.Nullable;

/** A lock held by a thread, from the step that takes it to the step that gives it back, if the trace comes so far. */
final class CriticalSection {
    /** How it is held. */
    enum Mode {
        EXCLUSIVE,
        SHARED
    }

    private final int lock;
    private final int thread;
    private final Mode mode;
    private @Nullable StepNode acquire;
    private @Nullable StepNode release;
    private boolean doubtful;

    CriticalSection(int lock, int thread, Mode mode) {
        this.lock = lock;
        this.thread = thread;
        this.mode = mode;
    }

    int lock() {
        return lock;
    }

    int thread() {
        return thread;
    }

    Mode mode() {
        return mode;
    }

    void begin(StepNode node) {
        acquire = node;
    }

    void end(StepNode node) {
        release = node;
    }

    StepNode acquire() {
        if (acquire == null) throw new IllegalStateException("a section that has not begun");
        return acquire;
    }

    @Nullable
    StepNode release() {
        return release;
    }

    /** The lock turned out to be tried: whether it is held in this section depends on the order. */
    void doubt() {
        doubtful = true;
    }

    /** Whether its thread holds the lock there in every order. */
    boolean isCertain() {
        return !doubtful;
    }

    /** Whether the two cannot be held at once. */
    boolean excludes(CriticalSection other) {
        return isCertain() && lock == other.lock && (mode == Mode.EXCLUSIVE || other.mode == Mode.EXCLUSIVE);
    }
}
