package dev.moirai.verify.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The user wants it to end: work under way is stopped as if its time were up, and says what it knows; nothing new begins.
 * There is one for the process, as there is one signal, and no way back.
 */
public final class Interruption {
    private static final Set<Listener> LISTENERS = ConcurrentHashMap.newKeySet();
    private static volatile boolean requested;

    private Interruption() {}

    /** Somebody to be stopped, until it is closed. */
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

    /** @param stop called when it is requested, at once if it has been; from another thread */
    public static Work stopping(Runnable stop) {
        var listener = new Listener(stop);
        LISTENERS.add(listener);
        if (requested) stop.run();
        return listener;
    }
}
