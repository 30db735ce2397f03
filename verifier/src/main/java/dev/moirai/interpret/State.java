package dev.moirai.interpret;

/** One moment of an execution: memory and threads. Changed only by {@link Machine#step}; copied cheaply by {@link #fork}. */
public final class State {
    State() {}

    /** A copy that shares everything until one of the two is changed. */
    public State fork() {
        throw new UnsupportedOperationException();
    }

    /** Equal for states that behave alike, and (but for one chance in 2^64 or so) different for others. */
    public Fingerprint fingerprint() {
        throw new UnsupportedOperationException();
    }

    /** Threads are numbered from 0 (main) in the order of their creation, ended ones included. */
    public int threadCount() {
        throw new UnsupportedOperationException();
    }

    /** The thread's name: {@code main}, {@code worker}, {@code worker#2}. */
    public String threadName(int thread) {
        throw new UnsupportedOperationException();
    }

    public boolean hasEnded(int thread) {
        throw new UnsupportedOperationException();
    }
}
