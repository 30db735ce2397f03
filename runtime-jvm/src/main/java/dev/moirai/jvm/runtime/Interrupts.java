package dev.moirai.jvm.runtime;

/** Interrupts of controlled threads: these wait for the token, not in the method of the JDK that should hear of the interrupt. */
final class Interrupts {
    private Interrupts() {}

    /** Whether the current thread is interrupted; it is not any more afterwards. */
    static boolean taken(Controlled me) {
        boolean really = Thread.interrupted();
        boolean logically = me.interrupted;
        me.interrupted = false;
        return really || logically;
    }

    static boolean isSet(Controlled me) {
        return me.interrupted || me.thread.isInterrupted();
    }
}
