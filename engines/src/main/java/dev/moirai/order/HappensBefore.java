package dev.moirai.order;

import dev.moirai.order.Event.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is before what in every execution: the order of the text, creation before everything the new thread does, and what
 * follows from reads that can have only one source, as the one of a join (the paper's constant happens-before).
 */
final class HappensBefore {
    private final Map<Integer, Event> spawns;
    /** By the thread that reads. */
    private final Map<Integer, List<Source>> sources = new HashMap<>();

    /** Whenever {@code read} happens, {@code write} has. */
    private record Source(Event write, Event read) {}

    HappensBefore(Map<Integer, Event> spawns) {
        this.spawns = spawns;
    }

    /** Whenever {@code second} happens, {@code first} has. */
    void add(Event first, Event second) {
        sources.computeIfAbsent(second.thread(), _ -> new ArrayList<>()).add(new Source(first, second));
    }

    /** Whether, if both happen, {@code first} is before {@code second}. */
    boolean isBefore(Event first, Event second) {
        if (first == second || first.isAtTheEnd()) return false;
        if (second.isAtTheEnd()) return true;
        if (first.thread() == second.thread()) return first.number() < second.number();
        return isBeforeCreation(first, second.thread()) || isBeforeSource(first, second);
    }

    private boolean isBeforeCreation(Event event, int thread) {
        for (Event spawn = spawns.get(thread); spawn != null; spawn = spawns.get(spawn.thread())) {
            if (spawn.thread() == event.thread()) return event.number() <= spawn.number();
            if (isBeforeSource(event, spawn)) return true;
        }
        return false;
    }

    private boolean isBeforeSource(Event first, Event second) {
        for (Source source : sources.getOrDefault(second.thread(), List.of())) {
            if (source.write().thread() == first.thread()
                    && first.number() <= source.write().number()
                    && isAtOrAfter(second, source.read())) return true;
        }
        return false;
    }

    /** Whether {@code event} happens only where {@code earlier}, of the same thread, has. */
    private static boolean isAtOrAfter(Event event, Event earlier) {
        return event == earlier
                || (event.number() > earlier.number() && event.start().extendsFrom(earlier.enabled()));
    }

    /** Whether the write has been made for sure when the event happens, and before it. */
    boolean isSureBefore(Write write, Event event) {
        return isBefore(write.event(), event)
                && write.guard() == write.at().term()
                && event.enabled().extendsFrom(write.at());
    }
}
