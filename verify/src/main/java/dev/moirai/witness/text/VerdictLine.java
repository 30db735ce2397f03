package dev.moirai.witness.text;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;

/** The last line of plain output: fixed, for grep and for scripts. */
public final class VerdictLine {
    private VerdictLine() {}

    public static String of(Verdict verdict) {
        return "VERDICT: "
                + switch (verdict) {
                    case Verdict.Holds() -> "HOLDS";
                    case Verdict.HoldsWithin(var within) -> "HOLDS WITHIN " + within.words();
                    case Verdict.Violated(var violation, var _) -> violated(violation);
                    case Verdict.Unsupported(var construct, var span) ->
                        "UNKNOWN unsupported: " + construct + " at " + span.place();
                    case Verdict.Unknown(var reason) -> "UNKNOWN " + reason;
                };
    }

    private static String violated(Violation violation) {
        // A deadlock is nobody's in particular: its thread is the one named first.
        return "VIOLATED " + violation.property().word() + sort(violation) + " at "
                + violation.span().place() + " (thread " + violation.thread() + ")";
    }

    /** A run that never ends says whether it is fair: the headline of its message. */
    private static String sort(Violation violation) {
        if (violation.property() != Property.LIVELOCK) return "";
        return " (" + violation.headline() + ")";
    }
}
