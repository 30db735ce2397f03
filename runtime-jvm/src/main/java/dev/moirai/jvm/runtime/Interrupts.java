package dev.moirai.jvm.runtime;

/**
 * Interrupts of controlled threads: these wait for the token, not in the method of the JDK that should hear of the interrupt. The
 * real thread takes notice of an interrupt some time while it waits, so others must not look at it: {@link Controlled#interrupted}
 * is the status. When a thread has the token, its real status is the same.
 */
final class Interrupts {
    private Interrupts() {}

    /** Whether the current thread is interrupted; it is not any more afterwards. */
    static boolean taken(Controlled me) {
        boolean was = isSet(me);
        Thread.interrupted();
        me.interrupted = false;
        return was;
    }

    static boolean isSet(Controlled me) {
        return me.interrupted;
    }

    /** The current thread has the token again, and an interrupt that came meanwhile. */
    static void restore(Controlled me) {
        if (me.interrupted) me.thread.interrupt();
    }
}
