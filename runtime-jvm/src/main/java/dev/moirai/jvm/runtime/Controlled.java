package dev.moirai.jvm.runtime;

import org.jspecify.annotations.Nullable;

/** A thread that moves only with the token. Only the token's holder, or who has the token's lock, changes it. */
final class Controlled {
    /** What a thread waits for, if it waits. */
    enum State {
        READY,
        ENTER,
        WAIT,
        PARK,
        JOIN,
        SLEEP,
        /** In code that the watchdog could not wait for; it asks for the token at its next hook. */
        OUTSIDE,
        DONE;

        boolean isTimed() {
            return this == WAIT || this == PARK || this == JOIN || this == SLEEP;
        }
    }

    static final long NEVER = Long.MAX_VALUE;

    final Thread thread;
    final int number;
    final String name;
    final boolean isVirtual;
    volatile State state = State.READY;
    /** The monitor, thread or parking place that it waits for. */
    @Nullable
    Object on;
    /** When its waiting is over, in virtual nanoseconds. */
    long deadline = NEVER;
    /** Where it really waits, inside {@link Object#wait}: the monitor must be given back. */
    volatile @Nullable Object physical;

    /** Whether it has been called there to go on. */
    volatile boolean isCalled;

    volatile boolean permit;
    /** Its interrupt status. That of the real thread comes and goes while it waits for the token. */
    volatile boolean interrupted;

    boolean notified;
    /** When its last wait began, in waits. */
    long waitNumber;

    boolean timedOut;
    /** Class initialisers under way: their locks are the JVM's, so nobody else is let in. */
    int noSwitch;
    /** The thread whose {@code join()} is under way, which calls {@code join(long)}. */
    @Nullable
    Thread joining;
    /** Name and descriptor, hashed, of the call that instrumented code makes just now. */
    int calling;

    /** The same, of a method of a container that has hooks, between the call and the method's beginning. */
    int entering;

    boolean logsArguments;
    long steps;
    /** Before which hook it stands. */
    int pendingKind;

    @Nullable
    Object pendingObject;

    int pendingIndex;
    int pendingSite;

    Controlled(Thread thread, int number, boolean isVirtual) {
        this.thread = thread;
        this.number = number;
        this.name = thread.getName();
        this.isVirtual = isVirtual;
        this.interrupted = thread.isInterrupted();
    }

    boolean isUser() {
        return !isVirtual && !thread.isDaemon();
    }
}
