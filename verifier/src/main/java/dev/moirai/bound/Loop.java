package dev.moirai.bound;

import dev.moirai.source.SourceSpan;

/** A loop, made by {@code while}, {@code for} or {@code goto} alike: instructions {@code first} to {@code last} of a body. */
public record Loop(String function, int number, int first, int last, SourceSpan span) {
    /** Stable as long as the function's text is: {@code main.2}. */
    public String id() {
        return function + "." + number;
    }

    /** As {@code --show-loops} prints it. */
    @Override
    public String toString() {
        return id() + " " + span.file() + ":" + span.line();
    }

    boolean contains(int index) {
        return first <= index && index <= last;
    }
}
