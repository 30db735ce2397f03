package dev.moirai.emit;

import java.util.Map;

/**
 * A C file and, by line (from 1), where values come from: for reading another tool's counterexample.
 *
 * @param marks of the lines that take a value which may be free
 */
public record EmittedC(String text, Map<Integer, Mark> marks) {
    public EmittedC {
        marks = Map.copyOf(marks);
    }

    public sealed interface Mark {
        /** The guess of how far a thread runs in a round. */
        record Guess(int thread, int round) implements Mark {}

        /** The value that instruction {@code index} of the thread's body chose or found in memory. */
        record Value(int thread, int index) implements Mark {}
    }
}
