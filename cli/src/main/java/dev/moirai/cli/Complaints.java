package dev.moirai.cli;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceTexts;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Prints the errors in the input as a compiler does, with their source lines. A message for many places is printed
 * once; errors with a common cause are summed up at the end, with what helps against all of them.
 */
final class Complaints {
    /** The most messages about one input. */
    private static final int MOST = 50;

    /** The most further places that one message names. */
    private static final int MOST_PLACES = 4;

    private Complaints() {}

    static void print(String input, List<Diagnostic> diagnostics, PrintStream err) {
        var sources = new SourceTexts();
        var known = new HashSet<String>();
        var same = new LinkedHashMap<String, List<Diagnostic>>();
        for (Diagnostic diagnostic : diagnostics)
            same.computeIfAbsent(diagnostic.message(), _ -> new ArrayList<>()).add(diagnostic);
        int left = MOST;
        for (List<Diagnostic> group : same.values()) {
            if (left-- == 0) break;
            Diagnostic first = group.getFirst();
            String file = first.span().file();
            if (known.add(file)) sources.load(file);
            err.println(sources.render(first));
            if (group.size() > 1) err.println("      = also in " + places(group.subList(1, group.size())));
            if (isIncluded(file, input)) err.println("      = read for " + input);
        }
        if (same.size() > MOST) err.println("and " + (same.size() - MOST) + " more");
        causes(diagnostics, err);
    }

    /** Whether the file is neither the one that was asked about nor another C file of its program. */
    private static boolean isIncluded(String file, String input) {
        return !input.isEmpty() && !file.equals(input) && !file.endsWith(".c") && !file.endsWith(".json");
    }

    private static String places(List<Diagnostic> others) {
        var text = new StringBuilder();
        int shown = Math.min(others.size(), MOST_PLACES);
        for (Diagnostic other : others.subList(0, shown)) {
            if (!text.isEmpty()) text.append(", ");
            text.append(other.span().file()).append(':').append(other.span().line());
        }
        int more = others.size() - shown;
        return more == 0 ? text.toString() : text + " and " + more + " more places";
    }

    /** Prints the common causes of errors, if they say more than the messages do. */
    private static void causes(List<Diagnostic> diagnostics, PrintStream err) {
        Map<String, List<Diagnostic>> byCause = new LinkedHashMap<>();
        for (Diagnostic diagnostic : diagnostics) {
            diagnostic
                    .cause()
                    .ifPresent(cause -> byCause.computeIfAbsent(cause.words(), _ -> new ArrayList<>())
                            .add(diagnostic));
        }
        boolean worthIt =
                byCause.values().stream().anyMatch(group -> subjects(group).size() > 1);
        if (!worthIt) return;
        err.println(diagnostics.size() + " errors in all:");
        int others = diagnostics.size();
        for (List<Diagnostic> group : byCause.values()) {
            Diagnostic.Cause cause = group.getFirst().cause().orElseThrow();
            var subjects = subjects(group);
            others -= group.size();
            err.println("  " + group.size() + " by " + cause.words() + ": " + String.join(", ", subjects));
            if (!cause.remedy().isEmpty())
                err.println("      = " + cause.remedy().replace("*", String.join(",", subjects)));
        }
        if (others > 0) err.println("  " + others + " others");
    }

    private static LinkedHashSet<String> subjects(List<Diagnostic> group) {
        var subjects = new LinkedHashSet<String>();
        for (Diagnostic diagnostic : group)
            subjects.add(diagnostic.cause().orElseThrow().subject());
        return subjects;
    }

    /** The first message, in one line. */
    static String inALine(List<Diagnostic> diagnostics) {
        Diagnostic first = diagnostics.getFirst();
        String more = diagnostics.size() == 1 ? "" : " (and " + (diagnostics.size() - 1) + " more)";
        return first.span() + ": " + first.message() + more;
    }
}
