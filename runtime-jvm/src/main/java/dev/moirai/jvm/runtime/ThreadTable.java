package dev.moirai.jvm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Controlled threads by the JDK's numbers of threads. Not by hash codes: to look for a thread that is not controlled would give it
 * one, at a moment that differs from run to run, and all hash codes come from one counter.
 */
final class ThreadTable {
    private static final VarHandle NUMBER = number();

    private @Nullable Controlled[] slots = new @Nullable Controlled[64];
    private int size;

    /** Java 17 has no method that gives the number and cannot be overridden. */
    private static VarHandle number() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "tid", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int slot(Thread thread, int length) {
        long number = (long) NUMBER.get(thread);
        return (int) (number * 0x9E3779B97F4A7C15L >>> 40) & length - 1;
    }

    void put(Controlled thread) {
        if (2 * ++size > slots.length) {
            @Nullable Controlled[] old = slots;
            slots = new @Nullable Controlled[2 * old.length];
            for (Controlled each : old) if (each != null) insert(each);
        }
        insert(thread);
    }

    private void insert(Controlled thread) {
        int at = slot(thread.thread, slots.length);
        while (slots[at] != null) at = at + 1 & slots.length - 1;
        slots[at] = thread;
    }

    @Nullable
    Controlled get(@Nullable Thread thread) {
        if (thread == null) return null;
        int at = slot(thread, slots.length);
        for (Controlled each = slots[at]; each != null; each = slots[at]) {
            if (each.thread == thread) return each;
            at = at + 1 & slots.length - 1;
        }
        return null;
    }
}
