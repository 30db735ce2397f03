package dev.moirai.jvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** What the JDK seeds from the clock when it starts gets the same value in every run. */
final class JdkInternals {
    private static final long SEED = 0x2545F4914F6CDD1DL;

    private JdkInternals() {}

    /** Opens the packages of the JDK that are looked into, to the boot loader's unnamed module, where we are. */
    static void open(Instrumentation instrumentation) {
        Module base = Object.class.getModule();
        Set<Module> us = Set.of(JdkInternals.class.getModule());
        Map<String, Set<Module>> opened = new HashMap<>();
        for (String each : new String[] {
            "java.lang",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.locks",
            "jdk.internal.misc",
            "sun.nio.ch"
        }) {
            opened.put(each, us);
        }
        instrumentation.redefineModule(base, Set.of(), opened, opened, Set.of(), Map.of());
    }

    static void fixSeeds() throws ReflectiveOperationException {
        atomic("java.util.concurrent.ThreadLocalRandom", "seeder").set(SEED);
        atomic("java.util.SplittableRandom", "defaultGen").set(SEED);
        // This seed decides in which order Set.of and Map.of are iterated, and nothing else: sets that are there
        // already stay intact.
        Class<?> collections = Class.forName("java.util.ImmutableCollections");
        Class<?> unsafeType = Class.forName("jdk.internal.misc.Unsafe");
        Object unsafe = unsafeType.getMethod("getUnsafe").invoke(null);
        Method base = unsafeType.getMethod("staticFieldBase", Field.class);
        Method offset = unsafeType.getMethod("staticFieldOffset", Field.class);
        Field salt = collections.getDeclaredField("SALT32L");
        unsafeType
                .getMethod("putLong", Object.class, long.class, long.class)
                .invoke(unsafe, base.invoke(unsafe, salt), offset.invoke(unsafe, salt), SEED & 0xFFFF_FFFFL);
        Field reverse = collections.getDeclaredField("REVERSE");
        unsafeType
                .getMethod("putBoolean", Object.class, long.class, boolean.class)
                .invoke(unsafe, base.invoke(unsafe, reverse), offset.invoke(unsafe, reverse), false);
    }

    private static AtomicLong atomic(String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return (AtomicLong) field.get(null);
    }
}
