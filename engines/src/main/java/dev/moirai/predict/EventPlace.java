package dev.moirai.predict;

import dev.moirai.trace.TraceEvent;

/** An event of a step: the {@code index}th. */
record EventPlace(StepNode node, int index) {
    TraceEvent event() {
        return node.step().events().get(index);
    }

    /** Whether it is the visible event of the step. */
    boolean isVisible() {
        return index == 0 && node.visible().isPresent();
    }
}
