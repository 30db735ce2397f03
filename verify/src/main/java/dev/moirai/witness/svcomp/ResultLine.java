package dev.moirai.witness.svcomp;

import dev.moirai.property.Verdict;

/** The verdict in the competition's words: {@code true}, {@code false(no-data-race)}, {@code unknown}. */
public final class ResultLine {
    private ResultLine() {}

    public static String of(Verdict verdict, Specification specification) {
        return "RESULT: " + word(verdict, specification);
    }

    static String word(Verdict verdict, Specification specification) {
        return switch (verdict) {
            // A goal that nobody has looked at keeps the whole from being true.
            case Verdict.Holds _ -> specification.undecided().isEmpty() ? "true" : "unknown";
            case Verdict.Violated(var violation, var _) ->
                Specification.failedBy(violation)
                        .filter(specification.goals()::contains)
                        .map(goal -> "false(" + goal.word() + ")")
                        .orElse("unknown");
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> "unknown";
        };
    }
}
