package dev.moirai.verify.bounded;

import java.util.List;

/**
 * What no run within the bounds comes to.
 *
 * @param words {@code 2 of 2 threads never started}
 * @param isEverything whether nothing is left of what was asked about
 */
public record Unreached(List<String> words, boolean isEverything) {
    static final Unreached NOTHING = new Unreached(List.of(), false);

    public Unreached {
        words = List.copyOf(words);
    }
}
