package dev.moirai.logic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A total order that obeys a {@link Precedence} in a model, and the check that there is one: what the literals say is
 * completed by what follows from who sees whom, until nothing new follows.
 */
final class Linearization {
    private final Precedence precedence;
    private final List<List<Integer>> followers = new ArrayList<>();
    private final List<Precedence.View> views;
    private final List<Precedence.Write> writes;

    Linearization(Precedence precedence, Evaluator model) {
        this.precedence = precedence;
        for (int i = 0; i < precedence.things(); i++) followers.add(new ArrayList<>());
        for (int edge = 0; edge < precedence.edges(); edge++) {
            if (model.isTrue(precedence.literal(edge)))
                followers.get(precedence.first(edge)).add(precedence.second(edge));
        }
        views = precedence.views().stream()
                .filter(view -> model.isTrue(view.literal()))
                .toList();
        writes = precedence.writes().stream()
                .filter(write -> model.isTrue(write.literal()))
                .toList();
    }

    int[] places() {
        int[] order = sorted();
        while (complete(order)) order = sorted();
        int[] places = new int[order.length];
        for (int i = 0; i < order.length; i++) places[order[i]] = i;
        for (Precedence.View view : views) {
            for (Precedence.Write write : writes) {
                if (!view.mayBeDisturbed(write)) continue;
                boolean late = view.writer() < 0 || places[view.writer()] < places[write.thing()];
                if (late && places[write.thing()] < places[view.reader()])
                    throw new IllegalStateException("a model in which something is written in between");
            }
        }
        return places;
    }

    /** Adds what follows from who sees whom; whether that is anything new. */
    private boolean complete(int[] order) {
        if (views.isEmpty()) return false;
        BitSet[] later = later(order);
        boolean more = false;
        for (Precedence.View view : views) {
            for (Precedence.Write write : writes) {
                if (!view.mayBeDisturbed(write)) continue;
                int thing = write.thing();
                if (view.writer() < 0 || later[view.writer()].get(thing)) {
                    if (later[view.reader()].get(thing)) continue;
                    followers.get(view.reader()).add(thing);
                } else {
                    if (!later[thing].get(view.reader()) || later[thing].get(view.writer())) continue;
                    followers.get(thing).add(view.writer());
                }
                more = true;
            }
        }
        return more;
    }

    private BitSet[] later(int[] order) {
        var later = new BitSet[order.length];
        for (int i = order.length - 1; i >= 0; i--) {
            var all = new BitSet();
            for (int next : followers.get(order[i])) {
                all.set(next);
                all.or(later[next]);
            }
            later[order[i]] = all;
        }
        return later;
    }

    private int[] sorted() {
        int things = precedence.things();
        int[] waitsFor = new int[things];
        for (List<Integer> list : followers) for (int next : list) waitsFor[next]++;
        int[] queue = new int[things];
        int tail = 0;
        for (int i = 0; i < things; i++) if (waitsFor[i] == 0) queue[tail++] = i;
        for (int head = 0; head < tail; head++) {
            for (int next : followers.get(queue[head])) if (--waitsFor[next] == 0) queue[tail++] = next;
        }
        if (tail < things) throw new IllegalStateException("a model in which things precede themselves");
        return queue;
    }
}
