package dev.moirai.predict;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A stretch of the trace, by numbers of nodes, the end excluded. What comes before has happened as recorded, what comes
 * after does not happen: so whatever is feasible in a window is feasible.
 */
record Window(int from, int to) {
    boolean contains(StepNode node) {
        return node.number() >= from && node.number() < to;
    }

    boolean isBefore(StepNode node) {
        return node.number() < from;
    }

    /** The elements of a list, which is in the order of the trace, that lie in the window; {@code number} gives the numbers of their steps. */
    <T> List<T> part(List<T> all, ToIntFunction<T> number) {
        return all.subList(firstFrom(all, number, from), firstFrom(all, number, to));
    }

    private static <T> int firstFrom(List<T> all, ToIntFunction<T> number, int least) {
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (number.applyAsInt(all.get(middle)) < least) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    int size() {
        return to - from;
    }
}
