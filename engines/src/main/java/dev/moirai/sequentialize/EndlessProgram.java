package dev.moirai.sequentialize;

import java.util.List;

/**
 * The result of {@link Lasso}.
 *
 * @param whole with everything that compares, waits and watches: its assertion fails iff there is such a run
 * @param bare the same without all that, to be followed by the interpreter
 * @param wholeIndex for each instruction of {@code bare}, where it stands in {@code whole}
 * @param stem how many rounds come before the lasso
 */
public record EndlessProgram(Unrolled whole, Unrolled bare, List<Integer> wholeIndex, int stem) {
    public EndlessProgram {
        wholeIndex = List.copyOf(wholeIndex);
    }
}
