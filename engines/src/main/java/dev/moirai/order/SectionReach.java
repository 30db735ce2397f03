package dev.moirai.order;

import dev.moirai.logic.Evaluator;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** When control comes to the instructions of an atomic section in which a thread may stand. */
final class SectionReach {
    /** By index in the thread's body, a term. */
    private final SortedMap<Integer, Integer> conditions = new TreeMap<>();

    void reaches(int index, int condition) {
        conditions.put(index, condition);
    }

    boolean contains(int index) {
        return conditions.containsKey(index);
    }

    Collection<Integer> conditions() {
        return conditions.values();
    }

    /** The instructions on the way that a model takes to one of them, in order. */
    void forEachBefore(int index, Evaluator model, IntConsumer instruction) {
        conditions.headMap(index).forEach((at, condition) -> {
            if (model.isTrue(condition)) instruction.accept(at);
        });
    }
}
