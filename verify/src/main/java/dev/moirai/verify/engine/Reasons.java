package dev.moirai.verify.engine;

import dev.moirai.property.Verdict;
import dev.moirai.witness.text.VerdictLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why several engines together have no answer: what kept each of them from one, no reason hidden behind another. */
public final class Reasons {
    private Reasons() {}

    /**
     * @param known what each engine that has something to say says, none of it an answer
     * @param nothing the answer when nothing is known: the time is up
     * @param timeIsUp whether some engine was still at work
     */
    static Finding together(List<Finding> known, Finding nothing, boolean timeIsUp) {
        if (known.isEmpty()) return nothing;
        boolean allRefuse = known.stream().allMatch(finding -> finding.verdict() instanceof Verdict.Unsupported);
        if (allRefuse && !timeIsUp) return known.getFirst();
        Map<String, List<String>> engines = new LinkedHashMap<>();
        // Time that is up comes first: the others are why its being up counts.
        String time = reason(nothing.verdict());
        if (timeIsUp) engines.put(time, new ArrayList<>());
        for (Finding finding : known) {
            engines.computeIfAbsent(reason(finding.verdict()), _ -> new ArrayList<>())
                    .add(finding.engine());
        }
        if (engines.size() == 1 && engines.containsKey(time)) return nothing;
        var parts = new ArrayList<String>();
        engines.forEach((reason, who) -> {
            if (reason.equals(time)) parts.addFirst(reason);
            else parts.add(String.join(", ", who) + ": " + reason);
        });
        return new Finding("auto", new Verdict.Unknown(String.join("; ", parts)), Map.of());
    }

    private static String reason(Verdict verdict) {
        return words(verdict).replaceFirst("^UNKNOWN ", "");
    }

    /** As the verdict's line has it. */
    public static String words(Verdict verdict) {
        return VerdictLine.of(verdict).substring("VERDICT: ".length());
    }
}
