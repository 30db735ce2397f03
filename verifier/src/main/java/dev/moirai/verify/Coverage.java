package dev.moirai.verify;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.Optional;
import java.util.Set;

/**
 * How far a bounded engine has come without finding anything.
 *
 * @param unwind how often loops were unwound
 * @param beyond what was left out
 */
record Coverage(int unwind, Set<CutReason> beyond) {
    /** All that may be said. @param stopped why larger bounds were not tried, unless none were to be */
    Verdict verdict(Reach reach, Optional<Within.Stopped> stopped) {
        Optional<CutReason.Construct> unknown = beyond.stream()
                .filter(CutReason.Construct.class::isInstance)
                .map(CutReason.Construct.class::cast)
                .findFirst();
        if (unknown.isPresent())
            return new Verdict.Unsupported(unknown.get().what(), unknown.get().span());
        if (beyond.isEmpty()) return new Verdict.Holds();
        return new Verdict.HoldsWithin(new Within(reach.limits(unwind, beyond), stopped));
    }

    /** For a table of what was tried. */
    String words() {
        return beyond.stream()
                .findFirst()
                .map(reason -> "clean; beyond: " + reason.words())
                .orElse("clean, complete");
    }

    /** @param unfinished the bounds that were being tried */
    static Within.Stopped stopped(Limit limit, String reason, String unfinished) {
        return new Within.Stopped(limit.isTimeUp() ? Within.Stopped.TIME_IS_UP : reason, unfinished);
    }
}
