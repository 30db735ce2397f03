package dev.moirai.explore;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * How to search, and when to give up.
 *
 * @param enumerated a free value whose type has at most so many values takes all of them
 * @param rounds if given, only runs are looked at in which every thread has one turn a round, in order of thread number,
 *     for so many rounds
 * @param time how long to search; zero for ever
 * @param states how many states to visit; zero for all
 * @param memory how many bytes of heap may be in use; zero for all there are
 */
public record ExploreOptions(
        Reduction reduction, long enumerated, OptionalInt rounds, Duration time, long states, long memory) {
    public static final ExploreOptions DEFAULT =
            new ExploreOptions(Reduction.AMPLE, 256, OptionalInt.empty(), Duration.ZERO, 0, 0);

    public enum Reduction {
        /** Every interleaving. */
        NONE,
        /** One thread alone where that loses nothing ({@link AmpleSets}). */
        AMPLE
    }

    public ExploreOptions with(Reduction reduction) {
        return new ExploreOptions(reduction, enumerated, rounds, time, states, memory);
    }

    public ExploreOptions withEnumerated(long enumerated) {
        return new ExploreOptions(reduction, enumerated, rounds, time, states, memory);
    }

    public ExploreOptions withRounds(int rounds) {
        return new ExploreOptions(reduction, enumerated, OptionalInt.of(rounds), time, states, memory);
    }

    public ExploreOptions withTime(Duration time) {
        return new ExploreOptions(reduction, enumerated, rounds, time, states, memory);
    }

    public ExploreOptions withStates(long states) {
        return new ExploreOptions(reduction, enumerated, rounds, time, states, memory);
    }

    public ExploreOptions withMemory(long memory) {
        return new ExploreOptions(reduction, enumerated, rounds, time, states, memory);
    }
}
