package dev.moirai.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Classes of memory, divided further by the locks under which they are accessed: memory {@code x} accessed under lock 1
 * is one facet, {@code x} accessed without locks another. Each lock also has a facet for looking at it without waiting.
 */
final class Facets {
    private record Facet(int memory, long locks) {}

    private final Map<Facet, Integer> numbers = new HashMap<>();
    private final List<Facet> facets = new ArrayList<>();
    private final List<List<Integer>> ofMemory = new ArrayList<>();
    private final int locks;

    Facets(int memoryClasses, int locks) {
        this.locks = locks;
        for (int c = 0; c < memoryClasses; c++) ofMemory.add(new ArrayList<>());
    }

    void add(int memory, long held) {
        var facet = new Facet(memory, held);
        if (numbers.putIfAbsent(facet, facets.size()) != null) return;
        ofMemory.get(memory).add(facets.size());
        facets.add(facet);
    }

    int count() {
        return facets.size() + locks;
    }

    int number(int memory, long held) {
        Integer number = numbers.get(new Facet(memory, held));
        if (number == null) throw new IllegalArgumentException("unknown facet");
        return number;
    }

    /** The facets that other threads can access while a thread that holds these locks does not move. */
    List<Integer> reachableBesides(int memory, long held) {
        return ofMemory.get(memory).stream()
                .filter(number -> (facets.get(number).locks & held) == 0)
                .toList();
    }

    /** The facet for looking at a lock without waiting for it. */
    int ofLook(int lock) {
        return facets.size() + lock;
    }

    int memory(int number) {
        return facets.get(number).memory;
    }

    long locks(int number) {
        return facets.get(number).locks;
    }

    int memoryFacets() {
        return facets.size();
    }
}
