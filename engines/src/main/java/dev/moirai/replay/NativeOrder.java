package dev.moirai.replay;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a native run shall go. */
public record NativeOrder(Pace pace, long maxSteps, Logging logging, Optional<Duration> time) {
    public NativeOrder(Pace pace, long maxSteps, Logging logging) {
        this(pace, maxSteps, logging, Optional.empty());
    }

    /** The same within half of the time that is left: the other half is for the interpreter, which repeats the run. */
    public NativeOrder within(Optional<Duration> left) {
        return new NativeOrder(pace, maxSteps, logging, left.map(all -> all.dividedBy(2)));
    }

    /** Which thread moves when. Free values that no script gives come from a seed. */
    public sealed interface Pace {
        /**
         * As on a machine: a thread continues until it must wait, and is interrupted now and then, with seed 0 never.
         * The same seed gives the same run, as long as the outside world is the same.
         */
        record Steady(long seed) implements Pace {}

        /** A random thread at each step. */
        record Shuffled(long seed) implements Pace {}

        /** As the operating system schedules, still one thread at a time. */
        record Free(long seed) implements Pace {}

        /**
         * @param expected the instructions at which a data race is looked for or a deadlock named; anywhere if there
         *     are none
         */
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
