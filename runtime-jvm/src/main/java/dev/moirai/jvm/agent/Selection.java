package dev.moirai.jvm.agent;

import java.util.List;

/** Which classes are the program's own. */
final class Selection {
    private static final List<String> NEVER = List.of(
            "java/",
            "javax/",
            "jdk/",
            "sun/",
            "com/sun/",
            "dev/moirai/jvm/",
            "org/junit/",
            "junit/",
            "org/hamcrest/",
            "org/assertj/",
            "org/opentest4j/",
            "org/testng/",
            "org/mockito/",
            "net/bytebuddy/",
            "org/apache/maven/surefire/",
            "org/gradle/",
            "org/jacoco/",
            "kotlin/jvm/internal/",
            "scala/runtime/");

    private final List<String> included;
    private final List<String> excluded;
    private final SeenContainers containers;

    /** @param included if there are any, only what begins with one of these; names with slashes */
    Selection(List<String> included, List<String> excluded, SeenContainers containers) {
        this.included = List.copyOf(included);
        this.excluded = List.copyOf(excluded);
        this.containers = containers;
    }

    /** The classes of the JDK that have hooks inside. */
    SeenContainers containers() {
        return containers;
    }

    boolean has(String name) {
        if (startsWithOne(name, excluded)) return false;
        if (!included.isEmpty()) return startsWithOne(name, included);
        return !startsWithOne(name, NEVER);
    }

    private static boolean startsWithOne(String name, List<String> prefixes) {
        for (String prefix : prefixes) if (name.startsWith(prefix)) return true;
        return false;
    }
}
