package dev.moirai.verify.bounded;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import java.util.List;

/**
 * What no run within the bounds reaches.
 *
 * @param words each such as {@code 2 of 2 threads never started}
 * @param isEverything whether nothing that the question is about is reached
 */
public record Unreached(List<String> words, boolean isEverything) {
    static final Unreached NOTHING = new Unreached(List.of(), false);

    public Unreached {
        words = List.copyOf(words);
    }

    /** The verdict for a search that found nothing within these limits. */
    public Verdict in(Within limits) {
        var within = new Within(limits.limits(), words, limits.stopped());
        if (!isEverything) return new Verdict.HoldsWithin(within);
        String why = "nothing that was asked about is reached within " + within.words();
        return new Verdict.Unknown(new Reason(Reason.Kind.NOTHING_REACHED, why));
    }
}
