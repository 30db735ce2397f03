package dev.moirai.witness.text;

import dev.moirai.property.Violation;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.PredictionSearch;
import java.util.List;
import java.util.Locale;

/** How a search for violations of reordered runs went: first numbers, then names. */
public final class PredictionsText {
    private final StringBuilder out = new StringBuilder();

    private PredictionsText() {}

    /** The text before the violations, the last of which is shown step by step. */
    public static String findings(Evidence.Predictions predictions) {
        var text = new PredictionsText();
        for (String remark : predictions.search().remarks()) text.line(remark);
        text.stages(predictions.search());
        text.violations(predictions.found());
        return text.out.toString();
    }

    /** What is unknown or uncertain. */
    public static String doubts(PredictionSearch search) {
        var text = new PredictionsText();
        text.list("possible, not confirmed (data is ignored):", search.possible());
        text.list("UNKNOWN:", search.open());
        text.list("found, but not replayed, so not reported as violations:", search.notReplayed());
        return text.out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void stages(PredictionSearch search) {
        boolean confirming = search.isConfirming();
        line(String.format(
                "%n%-12s %10s %11s %11s %9s %8s %8s",
                "",
                "candidates",
                "after locks",
                "after order",
                confirming ? "confirmed" : "possible",
                "refuted",
                "unknown"));
        search.stages()
                .forEach((property, stages) -> line(String.format(
                        Locale.ROOT,
                        "%-12s %,10d %,11d %,11d %,9d %,8d %,8d",
                        property.word(),
                        stages.candidates(),
                        stages.afterLocks(),
                        stages.afterOrder(),
                        confirming ? stages.confirmed() : stages.possible(),
                        stages.refuted() + stages.refutedWithinBound(),
                        stages.open() + stages.notReplayed())));
        search.transactions()
                .ifPresent(of -> line(String.format(Locale.ROOT, "%,d transactions (%s)", of.count(), of.sort())));
        search.contextBound().ifPresent(bound -> line(boundNote(search, bound)));
        line("");
    }

    /**
     * Says how far the bound on context switches mattered: if it was not needed for a refutation, that holds without it
     * (section 6.3 of the paper).
     */
    private static String boundNote(PredictionSearch search, int bound) {
        return "context bound " + bound + ": " + search.refuted() + " refuted without needing the bound, "
                + search.refutedWithinBound() + " only within it";
    }

    private void violations(List<Predicted> found) {
        for (int i = 0; i < found.size(); i++) {
            Predicted each = found.get(i);
            Violation violation = each.violation();
            line((i + 1) + ". " + violation.property().word() + " at "
                    + violation.span().place() + switches(each));
            line("   " + violation.message());
        }
        if (found.isEmpty()) return;
        line("");
        line(found.size() == 1 ? "How it comes about:" : "How the first comes about:");
    }

    private static String switches(Predicted each) {
        if (each.switches().isEmpty()) return each.isOfTheRun() ? " [seen in a recorded run]" : "";
        int count = each.switches().getAsInt();
        return " [" + count + " context " + (count == 1 ? "switch]" : "switches]");
    }

    private void list(String title, List<String> names) {
        if (names.isEmpty()) return;
        line(title);
        for (String name : names) line("  " + name);
        line("");
    }
}
