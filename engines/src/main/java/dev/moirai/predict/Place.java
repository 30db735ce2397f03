package dev.moirai.predict;

import dev.moirai.trace.Site;

/** A thread at a place of the program. */
record Place(int thread, Site site) {
    static Place of(Node node) {
        return new Place(node.thread(), node.visible().orElseThrow().site());
    }
}
