package dev.moirai.bound;

import dev.moirai.source.SourceSpan;

/** A loop, made by {@code while}, {@code for} or {@code goto} alike: instructions {@code first} to {@code last} of a body. */
record Loop(String function, int number, int first, int last, SourceSpan span) {
    /** Stable as long as the function's text is: {@code main.2}. */
    String id() {
        return function + "." + number;
    }

    boolean contains(int index) {
        return first <= index && index <= last;
    }
}
