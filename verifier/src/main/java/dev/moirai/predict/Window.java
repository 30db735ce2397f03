package dev.moirai.predict;

/**
 * A stretch of the trace, by numbers of nodes, the end excluded. What comes before has happened as recorded, what comes
 * after does not happen: so whatever is feasible in a window is feasible.
 */
record Window(int from, int to) {
    boolean contains(Node node) {
        return node.number() >= from && node.number() < to;
    }

    boolean isBefore(Node node) {
        return node.number() < from;
    }

    int size() {
        return to - from;
    }
}
