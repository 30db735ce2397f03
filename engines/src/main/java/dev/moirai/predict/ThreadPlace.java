package dev.moirai.predict;

import dev.moirai.trace.InstrSite;

/** A thread, and the place of the program where it waits. */
record ThreadPlace(int thread, InstrSite site) {
    static ThreadPlace of(StepNode node) {
        return new ThreadPlace(node.thread(), node.visible().orElseThrow().site());
    }
}
