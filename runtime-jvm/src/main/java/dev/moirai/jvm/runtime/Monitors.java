package dev.moirai.jvm.runtime;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Who logically has which monitor. A thread really enters one only when it has it here. */
final class Monitors {
    private static final class Held {
        final Controlled owner;
        int count;

        Held(Controlled owner, int count) {
            this.owner = owner;
            this.count = count;
        }
    }

    private static final IdentityHashMap<Object, Held> HELD = new IdentityHashMap<>();

    private Monitors() {}

    static boolean isFreeFor(@Nullable Object monitor, Controlled thread) {
        Held held = HELD.get(monitor);
        return held == null || held.owner == thread;
    }

    static @Nullable Controlled owner(@Nullable Object monitor) {
        Held held = HELD.get(monitor);
        return held == null ? null : held.owner;
    }

    static void enter(Object monitor, Controlled thread) {
        Held held = HELD.get(monitor);
        if (held == null) HELD.put(monitor, new Held(thread, 1));
        else held.count++;
    }

    static void exit(Object monitor, Controlled thread) {
        Held held = HELD.get(monitor);
        if (held != null && held.owner == thread && --held.count == 0) HELD.remove(monitor);
    }

    /** Gives the monitor up altogether; returns how often it was entered. */
    static int release(Object monitor) {
        Held held = HELD.remove(monitor);
        return held == null ? 0 : held.count;
    }

    static void restore(Object monitor, Controlled thread, int count) {
        HELD.put(monitor, new Held(thread, count));
    }
}
