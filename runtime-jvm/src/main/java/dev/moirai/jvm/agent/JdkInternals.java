package dev.moirai.jvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
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
        JdkUnsafe unsafe = JdkUnsafe.getUnsafe();
        seed(unsafe, "java.util.concurrent.ThreadLocalRandom", "seeder");
        seed(unsafe, "java.util.SplittableRandom", "defaultGen");
        // This seed decides in which order Set.of and Map.of are iterated, and nothing else: sets that are there
        // already stay intact.
        Class<?> collections = Class.forName("java.util.ImmutableCollections");
        Field salt = collections.getDeclaredField("SALT32L");
        unsafe.putLong(unsafe.staticFieldBase(salt), unsafe.staticFieldOffset(salt), SEED & 0xFFFF_FFFFL);
        Field reverse = collections.getDeclaredField("REVERSE");
        unsafe.putBoolean(unsafe.staticFieldBase(reverse), unsafe.staticFieldOffset(reverse), false);
    }

    private static void seed(JdkUnsafe unsafe, String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName(type).getDeclaredField(name);
        Object seed = unsafe.getReference(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
        ((AtomicLong) seed).set(SEED);
    }
}
