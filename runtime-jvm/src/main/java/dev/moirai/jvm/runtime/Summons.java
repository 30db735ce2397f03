package dev.moirai.jvm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The next holder's call to move. It is made together with the choice, under the token's lock: afterwards that thread may already
 * be on its way, and wait elsewhere by the time it is called.
 */
final class Summons {
    final Controlled thread;
    /** The monitor of the program inside which the thread really waits, if it does. */
    private final @Nullable Object monitor;

    Summons(Controlled thread) {
        this.thread = thread;
        this.monitor = thread.physical;
    }

    /**
     * A thread inside a monitor goes on only when it has been called there: one that went on because it sees the token, woken by
     * an interrupt, would have the monitor that its caller still wants to enter.
     */
    void send() {
        if (monitor == null) {
            notifyAt(thread);
            return;
        }
        synchronized (monitor) {
            thread.isCalled = true;
            monitor.notifyAll();
        }
    }

    static void notifyAt(Controlled thread) {
        synchronized (thread) {
            thread.notifyAll();
        }
    }
}
