package dev.moirai.order;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Threads that nobody can tell apart begin in the order in which they are started. Claim: every execution has an equal one
 * that does so. Let those that make their first step change roles, such that who is started k-th makes the k-th of the first steps.
 * It has been started by then: of the k threads that made the first k of these steps one was started as k-th or
 * later, so its start, and that of the k-th before it, came before its first step.
 */
final class FirstSteps {
    /** In larger groups only neighbours are ordered: what is said of each two grows with the square. */
    private static final int SMALL_GROUP = 12;

    private final TermPool pool;
    private final List<Event> events;

    FirstSteps(TermPool pool, List<Event> events) {
        this.pool = pool;
        this.events = events;
    }

    void inOrder(List<List<Integer>> alike, HappensBefore happensBefore, Sequence sequence) {
        for (List<Integer> group : alike) {
            List<Event> first = firstSteps(group);
            for (int i = 0; i < first.size(); i++) {
                int end = first.size() <= SMALL_GROUP ? first.size() : Math.min(i + 2, first.size());
                for (int k = i + 1; k < end; k++) order(first.get(i), first.get(k), happensBefore, sequence);
            }
        }
    }

    private void order(Event earlier, Event later, HappensBefore happensBefore, Sequence sequence) {
        int both = pool.and(earlier.happens(pool), later.happens(pool));
        sequence.demand(both, earlier.number(), later.number());
        boolean sure = later.start().extendsFrom(earlier.enabled())
                && earlier.happens(pool) == earlier.enabled().term();
        if (sure) happensBefore.add(earlier, later);
    }

    /** Of each thread that can be started the first event; nothing if these are not steps of one place in the text. */
    private List<Event> firstSteps(List<Integer> group) {
        var first = new ArrayList<Event>();
        for (int thread : group) {
            Optional<Event> event = events.stream()
                    .filter(candidate -> candidate.thread() == thread && !candidate.isAtTheEnd())
                    .findFirst();
            event.ifPresent(first::add);
        }
        boolean same = first.stream().map(Event::index).distinct().count() <= 1;
        return same ? first : List.of();
    }
}
