package dev.moirai.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** Two threads fill one container of the JDK, which is made for that or not. */
final class Contained {
    private static final int EACH = 3;

    private Contained() {}

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "list" -> fill(new ArrayList<>());
            case "vector" -> fill(new Vector<>());
            case "wrapped" -> fill(Collections.synchronizedList(new ArrayList<>()));
            case "map" -> fill(new HashMap<>());
            case "tree" -> fill(new TreeMap<>());
            case "concurrent" -> fill(new ConcurrentHashMap<>());
            default -> texts();
        }
    }

    private static void fill(List<Integer> list) throws InterruptedException {
        both(first -> list.add(first));
        expect(list.size());
    }

    private static void fill(Map<Integer, String> map) throws InterruptedException {
        both(first -> map.put(first, "x"));
        int seen = 0;
        for (Integer each : map.keySet()) seen += each >= 0 ? 1 : 0;
        expect(seen);
    }

    private static void expect(int size) {
        if (size != 2 * EACH) throw new IllegalStateException(size + " of " + 2 * EACH);
        System.out.println("all there");
    }

    /** The length is asked for before the characters are taken, each under the monitor, both together not. */
    private static void texts() throws InterruptedException {
        var source = new StringBuffer("abc");
        var target = new StringBuffer();
        var other = new Thread(() -> source.setLength(0));
        other.start();
        target.append(source, 0, source.length());
        other.join();
        System.out.println("all there");
    }

    private interface Work {
        void add(int number);
    }

    private static void both(Work work) throws InterruptedException {
        var other = new Thread(() -> many(work, EACH));
        other.start();
        many(work, 0);
        other.join();
    }

    private static void many(Work work, int first) {
        for (int i = first; i < first + EACH; i++) work.add(i);
    }
}
