package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why there is no answer, from one engine or from several: all reasons are reported. */
public final class Reasons {
    private Reasons() {}

    /** The reason that the limit has been reached. */
    public static Reason of(Limit limit) {
        return of(limit, limit.reason());
    }

    /** The reason of an engine that stops: the limit if it is reached, else that the question is undecided. */
    public static Reason of(Limit limit, String words) {
        if (!limit.isReached()) return new Reason(Reason.Kind.UNDECIDED, words);
        return new Reason(limit.isTimeUp() ? Reason.Kind.TIME : Reason.Kind.INTERRUPTED, words);
    }

    /**
     * @param known the findings of the engines that have one, none of them an answer
     * @param nothing the finding if there are none: the time is up
     * @param timeIsUp whether some engine was still working when the time was up
     */
    public static <E> Finding<E> together(List<Finding<E>> known, Finding<E> nothing, boolean timeIsUp) {
        if (known.isEmpty()) return nothing;
        boolean allRefuse = known.stream().allMatch(finding -> finding.verdict() instanceof Verdict.Unsupported);
        if (allRefuse && !timeIsUp) return known.getFirst();
        List<Reason> time = of(nothing.verdict());
        Map<Reason, List<String>> engines = new LinkedHashMap<>();
        for (Finding<E> finding : known) {
            for (Reason reason : of(finding.verdict())) {
                engines.computeIfAbsent(reason, _ -> new ArrayList<>())
                        .add(finding.engine().word());
            }
        }
        // That the time is up comes first, then the reasons of the engines that had ended before.
        boolean isTimeAReason = engines.keySet().removeAll(time) || timeIsUp;
        if (engines.isEmpty()) return nothing;
        var reasons = new ArrayList<Reason>();
        if (isTimeAReason) reasons.addAll(time);
        engines.forEach((reason, who) ->
                reasons.add(new Reason(reason.kind(), String.join(", ", who) + ": " + reason.words())));
        return nothing.with(new Verdict.Unknown(reasons));
    }

    private static List<Reason> of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Unknown(var reasons) -> reasons;
            case Verdict.Unsupported unsupported -> List.of(unsupported.reason());
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Violated _ -> List.of();
        };
    }
}
