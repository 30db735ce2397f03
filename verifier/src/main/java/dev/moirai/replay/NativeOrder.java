package dev.moirai.replay;

import java.util.List;

/** How a native run is to go. */
public record NativeOrder(Pace pace, long maxSteps, Logging logging) {
    /** Who moves when. Free values that nobody gives come from a seed. */
    public sealed interface Pace {
        /**
         * As a machine does it: a thread goes on until it must wait, and is interrupted now and then, by seed 0 never. The
         * same seed gives the same run, as far as the world outside is the same.
         */
        record Steady(long seed) implements Pace {}

        /** Any thread at any step, by chance. */
        record Shuffled(long seed) implements Pace {}

        /** As the operating system likes, still one at a time. */
        record Free(long seed) implements Pace {}

        /** @param expected where a data race is looked for or a deadlock named, by instruction; anywhere if there are none */
        record Scripted(NativeLog script, List<Integer> expected) implements Pace {
            public Scripted {
                expected = List.copyOf(expected);
            }
        }
    }

    public enum Logging {
        ON,
        OFF
    }

    public static NativeOrder scripted(NativeLog script) {
        return scripted(script, List.of());
    }

    public static NativeOrder scripted(NativeLog script, List<Integer> expected) {
        return new NativeOrder(new Pace.Scripted(script, expected), Long.MAX_VALUE, Logging.OFF);
    }
}
