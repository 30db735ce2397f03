package dev.moirai.jvm.runtime;

import java.util.Set;

/** Threads that run without the token, such as those that wait for processes: they may wake a controlled one. */
final class Outsiders {
    private static final Set<String> OF_THE_JVM = Set.of(
            "Reference Handler",
            "Finalizer",
            "Signal Dispatcher",
            "Common-Cleaner",
            "Notification Thread",
            "Attach Listener",
            "Service Thread",
            "Monitor Deflation Thread",
            "DestroyJavaVM",
            Watchdog.NAME);

    private Outsiders() {}

    static boolean mayHelp() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            boolean isOfTheJvm = OF_THE_JVM.contains(name) || name.contains("CompilerThread") || name.contains("JVMCI");
            if (!isOfTheJvm && Token.of(thread) == null) return true;
        }
        return false;
    }
}
