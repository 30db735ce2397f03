package dev.moirai.explore;

import dev.moirai.interpret.Observer;
import dev.moirai.property.CutReason;
import dev.moirai.property.Within;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/**
 * How to search, and when to give up.
 *
 * @param enumerated a free value whose type has at most this many values takes all of them
 * @param time how long to search; zero for no limit
 * @param states how many states to visit; zero for no limit
 * @param memory how many bytes of heap may be in use; zero for no limit
 * @param threads how many threads there may be, main included
 * @param limits the bounds that a verdict names, given what was cut off
 * @param observer sees all that the search executes
 */
public record ExploreOptions(
        Reduction reduction,
        long enumerated,
        Duration time,
        long states,
        long memory,
        int threads,
        Function<Set<CutReason>, Within> limits,
        Observer observer) {
    public static final ExploreOptions DEFAULT = new ExploreOptions(
            Reduction.AMPLE, 256, Duration.ZERO, 0, 0, Integer.MAX_VALUE, ExploreOptions::named, Observer.NONE);

    public enum Reduction {
        /** Every interleaving. */
        NONE,
        /** One thread alone where that loses nothing ({@link AmpleSets}). */
        AMPLE
    }

    public ExploreOptions with(Reduction reduction) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    public ExploreOptions withTime(Duration time) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    public ExploreOptions withStates(long states) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    public ExploreOptions withMemory(long memory) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    /** @param limits the bounds that a verdict names, given what was cut off */
    public ExploreOptions withThreads(int threads, Function<Set<CutReason>, Within> limits) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    public ExploreOptions withObserver(Observer observer) {
        return new ExploreOptions(reduction, enumerated, time, states, memory, threads, limits, observer);
    }

    private static Within named(Set<CutReason> cut) {
        return new Within(cut.stream().map(CutReason::words).toList());
    }
}
