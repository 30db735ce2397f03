package dev.moirai.jvm.agent;

import java.lang.reflect.Field;

/**
 * The JDK's own {@code jdk.internal.misc.Unsafe}, as far as we use it, to compile against: PackAgent gives the archive's classes
 * that name instead, and leaves this one out. By reflection or method handles the JDK would generate classes for the first calls, which takes a
 * tenth of a second in every run.
 */
abstract class JdkUnsafe {
    static native JdkUnsafe getUnsafe();

    abstract Object staticFieldBase(Field field);

    abstract long staticFieldOffset(Field field);

    abstract Object getReference(Object base, long offset);

    abstract void putLong(Object base, long offset, long value);

    abstract void putBoolean(Object base, long offset, boolean value);
}
