package dev.moirai.jvm.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The containers of the JDK that can have hooks, and those of them that the user wants to see inside. */
final class SeenContainers {
    private static final Set<String> POSSIBLE = Set.of(
            "java/lang/AbstractStringBuilder",
            "java/lang/CharSequence",
            "java/lang/StringBuffer",
            "java/util/AbstractCollection",
            "java/util/AbstractList",
            "java/util/AbstractMap",
            "java/util/AbstractQueue",
            "java/util/AbstractSequentialList",
            "java/util/AbstractSet",
            "java/util/ArrayDeque",
            "java/util/ArrayList",
            "java/util/BitSet",
            "java/util/Collection",
            "java/util/Collections",
            "java/util/Deque",
            "java/util/Dictionary",
            "java/util/Enumeration",
            "java/util/EnumMap",
            "java/util/HashMap",
            "java/util/HashSet",
            "java/util/Hashtable",
            "java/util/IdentityHashMap",
            "java/util/Iterator",
            "java/util/LinkedHashMap",
            "java/util/LinkedHashSet",
            "java/util/LinkedList",
            "java/util/List",
            "java/util/ListIterator",
            "java/util/Map",
            "java/util/NavigableMap",
            "java/util/NavigableSet",
            "java/util/PriorityQueue",
            "java/util/Queue",
            "java/util/Set",
            "java/util/SortedMap",
            "java/util/SortedSet",
            "java/util/Stack",
            "java/util/TreeMap",
            "java/util/TreeSet",
            "java/util/Vector",
            "java/util/WeakHashMap");

    private final List<String> wanted;

    /** @param wanted packages or classes, with slashes: {@code java/util}, {@code java/lang/StringBuffer} */
    SeenContainers(List<String> wanted) {
        this.wanted = List.copyOf(wanted);
    }

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    /** Whether this is a container, or a class inside one, that the user wants to see inside. */
    boolean has(String name) {
        if (wanted.isEmpty()) return false;
        int dollar = name.indexOf('$');
        String outer = dollar < 0 ? name : name.substring(0, dollar);
        if (!POSSIBLE.contains(outer)) return false;
        for (String each : wanted) {
            boolean isPart = each.equals("java/lang/StringBuffer") && outer.startsWith("java/lang/");
            if (isPart || isIn(outer, each)) return true;
        }
        return false;
    }

    private static boolean isIn(String container, String wanted) {
        return container.equals(wanted) || container.startsWith(wanted + "/");
    }

    /** What is wanted and is no container, nor a package of them. */
    List<String> unknown() {
        var unknown = new ArrayList<String>();
        for (String each : wanted) {
            boolean isKnown = false;
            for (String container : POSSIBLE) isKnown |= isIn(container, each);
            if (!isKnown) unknown.add(each.replace('/', '.'));
        }
        return unknown;
    }
}
