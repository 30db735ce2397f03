package dev.moirai.jvm;

import java.util.Set;

/**
 * What calls do to objects of the JDK that have no model. Calls race only where both the class and the methods are known not to be
 * made for several threads; of everything else nothing is claimed.
 */
public final class JdkEffects {
    private static final Set<String> OF_ONE_THREAD = Set.of(
            "java/util/ArrayList",
            "java/util/LinkedList",
            "java/util/ArrayDeque",
            "java/util/PriorityQueue",
            "java/util/HashMap",
            "java/util/LinkedHashMap",
            "java/util/TreeMap",
            "java/util/IdentityHashMap",
            "java/util/WeakHashMap",
            "java/util/EnumMap",
            "java/util/HashSet",
            "java/util/LinkedHashSet",
            "java/util/TreeSet",
            "java/util/BitSet",
            "java/util/StringJoiner",
            "java/lang/StringBuilder");

    private static final Set<String> READING = words("""
        get getOrDefault getFirst getLast contains containsKey containsValue containsAll size isEmpty length
        peek peekFirst peekLast element first last firstKey lastKey firstEntry lastEntry floor ceiling lower higher
        floorKey ceilingKey lowerKey higherKey charAt indexOf lastIndexOf cardinality nextSetBit nextClearBit
        iterator listIterator descendingIterator spliterator stream parallelStream forEach toArray subList
        keySet values entrySet navigableKeySet descendingMap descendingSet headMap tailMap subMap headSet tailSet
        subSet clone comparator toString hashCode equals hasNext isShutdown isDone\
        """);

    private static final Set<String> WRITING = words("""
        add addAll addFirst addLast put putAll putIfAbsent putFirst putLast set remove removeAll removeIf removeFirst
        removeLast retainAll clear offer offerFirst offerLast poll pollFirst pollLast push pop replace replaceAll
        compute computeIfAbsent computeIfPresent merge sort flip append insert delete deleteCharAt setLength
        setCharAt reverse\
        """);

    private JdkEffects() {}

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    static boolean isOfOneThread(String type, String method) {
        return OF_ONE_THREAD.contains(type) && (isReading(method) || isWriting(method));
    }

    /** Whether a method of this name leaves its object as it is. */
    static boolean isReading(String method) {
        return READING.contains(method);
    }

    public static boolean isWriting(String method) {
        return WRITING.contains(method);
    }
}
