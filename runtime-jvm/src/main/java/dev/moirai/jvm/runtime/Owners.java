package dev.moirai.jvm.runtime;

import java.lang.reflect.Field;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import org.jspecify.annotations.Nullable;

/** What a parked thread waits for, and who has it: read from the JDK's locks, which the agent has opened to us. */
final class Owners {
    private Owners() {}

    static @Nullable Thread of(Object blocker) {
        if (!(blocker instanceof AbstractOwnableSynchronizer)) return null;
        try {
            Field field = AbstractOwnableSynchronizer.class.getDeclaredField("exclusiveOwnerThread");
            field.setAccessible(true);
            return (Thread) field.get(blocker);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** The class that users know: {@code ReentrantLock}, not the one inside. */
    static String name(Object blocker) {
        Class<?> type = blocker.getClass();
        while (type.getEnclosingClass() != null && type.getName().startsWith("java.util.concurrent.")) {
            type = type.getEnclosingClass();
        }
        return type.isInstance(blocker) ? Identities.name(blocker) : ShownNames.simple(type.getName());
    }
}
