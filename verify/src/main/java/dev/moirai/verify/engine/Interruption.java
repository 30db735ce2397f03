package dev.moirai.verify.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The user interrupts the process: running work is stopped as if its time were up and reports what it knows, and no new
 * work begins. There is one interruption for the whole process, as there is one signal, and it cannot be undone.
 */
public final class Interruption {
    private static final Set<Listener> LISTENERS = ConcurrentHashMap.newKeySet();
    private static volatile boolean requested;

    private Interruption() {}

    /** Work with the action that stops it. */
    private record Listener(Runnable stop) implements Work {
        @Override
        public void close() {
            LISTENERS.remove(this);
        }
    }

    /** Work that can be stopped while it is open. */
    public interface Work extends AutoCloseable {
        @Override
        void close();
    }

    public static void request() {
        requested = true;
        LISTENERS.forEach(listener -> listener.stop().run());
    }

    public static boolean isRequested() {
        return requested;
    }

    /** @param stop is called from another thread on an interruption, or at once if it has already happened */
    public static Work stopping(Runnable stop) {
        var listener = new Listener(stop);
        LISTENERS.add(listener);
        if (requested) stop.run();
        return listener;
    }
}
