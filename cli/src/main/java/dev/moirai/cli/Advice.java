package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.witness.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What to do next where there is no answer: by what its reasons say, each of which is a phrase of ours. */
final class Advice {
    private Advice() {}

    static Optional<String> after(Report report) {
        String reason = switch (report.verdict()) {
            case Verdict.Unknown(var why) -> why;
            case Verdict.Unsupported(var construct, var _) -> "unsupported: " + construct;
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Violated _ -> "";
        };
        if (reason.isEmpty()) return Optional.empty();
        List<String> steps = new ArrayList<>();
        boolean oneEngine = List.of("lazy", "order", "explicit", "lasso").contains(report.engine());
        if (reason.contains("time limit")) steps.add("more time with --time");
        if (reason.contains("states reached")) steps.add("more states with --max-states");
        if (reason.contains("memory")) steps.add("more memory with --memory");
        if (reason.contains("too large to enumerate")) {
            steps.add(
                    report.engine().equals("explicit")
                            ? "--engine order or lazy, which take inputs of any value"
                            : "fewer values for that input, with __VERIFIER_assume");
        }
        if (reason.contains("unsupported") && oneEngine && !report.engine().equals("explicit")) {
            steps.add("--engine explicit, or auto, which asks all engines");
        }
        if (reason.contains("time limit") && !oneEngine) steps.add("a smaller question with --unwind");
        if (reason.contains("too large") && !reason.contains("enumerate")) steps.add("smaller bounds with --unwind");
        return steps.isEmpty() ? Optional.empty() : Optional.of("try: " + String.join("; ", steps));
    }
}
