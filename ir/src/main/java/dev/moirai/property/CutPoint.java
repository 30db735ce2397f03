package dev.moirai.property;

import dev.moirai.source.SourceSpan;

/**
 * A place where a bound may cut the program off.
 *
 * @param name what {@code --unwindset} calls it: {@code main.2} for a loop, {@code fib} for a function that calls itself;
 *     of a spawn, the function that is started
 * @param function in whose text it stands
 */
public record CutPoint(Kind kind, String name, String function, SourceSpan span) {
    public enum Kind {
        LOOP("loop"),
        RECURSION("recursion"),
        /** A thread is created: so many, main included, as {@code --threads} says. */
        THREAD("thread");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Whether it can be given a bound of its own. */
    public boolean isUnwound() {
        return kind != Kind.THREAD;
    }
}
