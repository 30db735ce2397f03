package dev.moirai.jvm.runtime;

import java.util.Set;

/**
 * Whether the JDK holds a monitor of its own while it calls back: then nobody else is let in, since they might want the same
 * monitor, about which the token knows nothing.
 */
final class LockedJdk {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Set<String> CLASSES = Set.of(
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.Properties",
            "java.lang.ClassLoader",
            "java.io.PrintStream",
            "java.io.PrintWriter");
    private static final Set<String> CONTAINERS =
            Set.of("java.util.Hashtable", "java.util.Vector", "java.util.Stack", "java.lang.StringBuffer");

    /** Whether users see inside such classes: then their monitors are known. */
    static boolean areContainersSeen;

    private LockedJdk() {}

    static boolean isOnStack() {
        return WALKER.walk(frames -> frames.anyMatch(frame -> isLocking(frame.getClassName())));
    }

    private static boolean isLocking(String name) {
        boolean isContainer = CONTAINERS.contains(name) || name.startsWith("java.util.Collections$Synchronized");
        return CLASSES.contains(name) || isContainer && !areContainersSeen;
    }
}
