package dev.moirai.witness.text;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;

/** The last line of plain output. Its form is fixed, for scripts. */
public final class VerdictLine {
    private VerdictLine() {}

    public static String of(Answer answer) {
        return "VERDICT: " + words(answer);
    }

    /** The line without its first word. */
    public static String words(Answer answer) {
        return switch (answer.question().kind()) {
            case TERMINATES -> ProofText.verdict(answer);
            case PREDICT -> predicted(answer);
            case REPLAY -> replayed(answer.verdict());
            case RUN, CHECK, EXPLORE, LIVELOCK -> words(answer.verdict());
        };
    }

    public static String words(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "HOLDS";
            case Verdict.HoldsWithin(var within) -> "HOLDS WITHIN " + within.words();
            case Verdict.Violated(var violation, var _) -> violated(violation, sort(violation)) + thread(violation);
            case Verdict.Unsupported unsupported ->
                "UNKNOWN " + unsupported.reason().words();
            case Verdict.Unknown unknown -> "UNKNOWN " + unknown.words();
        };
    }

    private static String violated(Violation violation, String sort) {
        return "VIOLATED " + violation.property().word() + sort + " at "
                + violation.span().place();
    }

    /** The thread of the violation; in a deadlock, which belongs to no single thread, the one named first. */
    private static String thread(Violation violation) {
        return " (thread " + violation.thread() + ")";
    }

    /** For a run that never ends, whether it is fair. */
    private static String sort(Violation violation) {
        return violation.property() == Property.LIVELOCK ? " (" + violation.headline() + ")" : "";
    }

    /** The words for a replay. They do not repeat whether an endless run is fair, which the witness says. */
    private static String replayed(Verdict verdict) {
        return verdict instanceof Verdict.Violated(var violation, var _)
                ? violated(violation, "") + thread(violation)
                : words(verdict);
    }

    private static String predicted(Answer answer) {
        if (!(answer.verdict() instanceof Verdict.Violated(var violation, var _))
                || !(answer.evidence() instanceof Evidence.Predictions(var _, var found))) {
            return words(answer.verdict());
        }
        return violated(violation, "") + " (" + found.size() + (found.size() == 1 ? " violation)" : " violations)");
    }
}
