package dev.moirai.explore;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Chooser;
import java.util.Arrays;
import java.util.Optional;

/**
 * Enumerates all combinations of answers to the questions that one step asks: the step is repeated, each time with the
 * next combination. A script says which candidate to take for each question; beyond its end the first is taken.
 */
final class ChoiceEnumeration implements Chooser {
    static final int[] NO_SCRIPT = {};

    private final CandidateValues candidates;
    private int[] taken = new int[4];
    private int[] counts = new int[4];
    private long[] values = new long[4];
    private int asked;
    private int[] script = NO_SCRIPT;

    ChoiceEnumeration(CandidateValues candidates) {
        this.candidates = candidates;
    }

    void begin(int[] newScript) {
        script = newScript;
        asked = 0;
    }

    @Override
    public long choose(Choice choice) {
        if (asked == taken.length) {
            taken = Arrays.copyOf(taken, asked * 2);
            counts = Arrays.copyOf(counts, asked * 2);
            values = Arrays.copyOf(values, asked * 2);
        }
        taken[asked] = asked < script.length ? script[asked] : 0;
        counts[asked] = candidates.count(choice);
        values[asked] = candidates.value(choice, taken[asked]);
        return values[asked++];
    }

    /** The values given since {@link #begin}. */
    long[] given() {
        return asked == 0 ? NOTHING : Arrays.copyOf(values, asked);
    }

    private static final long[] NOTHING = {};

    /** The number of questions since {@link #begin}. */
    int count() {
        return asked;
    }

    /** Whether there was any question since {@link #begin}. */
    boolean wereAskedFor() {
        return asked > 0;
    }

    /** A chooser that gives these values in order. */
    static Chooser repeating(long[] values) {
        int[] at = {0};
        return choice -> values[at[0]++];
    }

    /** The script of the next combination, if there is one. */
    Optional<int[]> next() {
        for (int last = asked - 1; last >= 0; last--) {
            if (taken[last] + 1 < counts[last]) {
                int[] following = Arrays.copyOf(taken, last + 1);
                following[last]++;
                return Optional.of(following);
            }
        }
        return Optional.empty();
    }
}
