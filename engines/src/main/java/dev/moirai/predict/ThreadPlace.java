package dev.moirai.predict;

import dev.moirai.trace.InstrSite;

/** A thread at a place of the program. */
record ThreadPlace(int thread, InstrSite site) {
    static ThreadPlace of(StepNode node) {
        return new ThreadPlace(node.thread(), node.visible().orElseThrow().site());
    }
}
