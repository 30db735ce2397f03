package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How far a bounded engine has searched without finding a violation.
 *
 * @param unwind how often loops were unwound
 * @param beyond why parts of the program were left out
 * @param unreached the places that no run within the bounds reaches
 */
public record Coverage(int unwind, Set<CutReason> beyond, Unreached unreached) {
    /**
     * The verdict for this coverage.
     *
     * @param stopped why larger bounds were not tried; empty if none were asked for
     */
    Verdict verdict(SearchBounds searchBounds, Optional<Within.Stopped> stopped) {
        Optional<CutReason.Construct> unknown = beyond.stream()
                .filter(CutReason.Construct.class::isInstance)
                .map(CutReason.Construct.class::cast)
                .findFirst();
        if (unknown.isPresent())
            return new Verdict.Unsupported(unknown.get().what(), unknown.get().span());
        if (beyond.isEmpty()) return new Verdict.Holds();
        return unreached.in(new Within(searchBounds.limits(unwind, beyond), List.of(), stopped));
    }

    /** Whether only bounds keep a query from covering the whole program. */
    static boolean isWithinBounds(Set<CutReason> beyond) {
        return !beyond.isEmpty() && beyond.stream().allMatch(CutReason.Bound.class::isInstance);
    }

    /** The reasons in a few words, for the table of attempts. */
    static String words(Set<CutReason> beyond) {
        return beyond.stream()
                .findFirst()
                .map(reason -> "clean; beyond: " + reason.words())
                .orElse("clean, complete");
    }

    /** @param unfinished the bounds that were being tried */
    public static Within.Stopped stopped(Limit limit, String reason, String unfinished) {
        return new Within.Stopped(limit.isTimeUp() ? Within.Stopped.TIME_IS_UP : reason, unfinished);
    }
}
