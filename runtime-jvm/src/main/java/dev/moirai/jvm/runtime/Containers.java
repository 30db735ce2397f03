package dev.moirai.jvm.runtime;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the JDK's containers that have hooks because the user wants to see inside. Each has two bodies, its own and one
 * with hooks, and takes the second when the program has called it: the JDK, and this runtime, use the same containers.
 */
public final class Containers {
    /** What a method is, for those who call it. */
    enum Kind {
        /** Without hooks. */
        OUTSIDE,
        OF_PROGRAM,
        PLAIN,
        /** Its monitor is really taken by the call itself, so whoever calls must wait until it is free. */
        SYNCHRONIZED
    }

    private static final Map<String, Map<Integer, Kind>> METHODS = new HashMap<>();

    private Containers() {}

    /** A method of a container has hooks; {@code hash} is of its name and descriptor. */
    public static void add(String type, int hash, boolean isSynchronized) {
        put(type, hash, isSynchronized ? Kind.SYNCHRONIZED : Kind.PLAIN);
    }

    /** A class of the program, which may extend a container. */
    public static void addOfProgram(String type, int hash) {
        put(type, hash, Kind.OF_PROGRAM);
    }

    private static void put(String type, int hash, Kind kind) {
        synchronized (METHODS) {
            String name = type.replace('/', '.');
            Map<Integer, Kind> methods = METHODS.get(name);
            if (methods == null) METHODS.put(name, methods = new HashMap<>());
            methods.put(hash, kind);
        }
    }

    /** Which method a virtual call means. */
    static Kind of(Class<?> receiver, int hash) {
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            Kind kind = declared(type.getName(), hash);
            if (kind != null) return kind;
        }
        return Kind.OUTSIDE;
    }

    /** Which method a call means that names the class, as calls of a superclass do. */
    static Kind of(String owner, int hash) {
        Kind kind = declared(owner, hash);
        return kind == null ? Kind.OUTSIDE : kind;
    }

    private static @Nullable Kind declared(String type, int hash) {
        synchronized (METHODS) {
            Map<Integer, Kind> methods = METHODS.get(type);
            return methods == null ? null : methods.get(hash);
        }
    }
}
