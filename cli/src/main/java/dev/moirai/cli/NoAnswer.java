package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.Excerpt;
import dev.moirai.source.SourceTexts;
import dev.moirai.witness.Report;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.json.ReportJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is said where a command comes to no answer of its own: bad usage, input that cannot be taken, errors of ours, time
 * that is up. Text for people, or, where {@code --json} is among the words, one object as always.
 */
record NoAnswer(Output output, boolean json) {
    /** Messages about one input; who has more to mend starts with these. */
    private static final int MOST = 50;

    /** @param words the whole command line; what stands after {@code --} is the program's */
    static NoAnswer to(List<String> words, Output output) {
        int handedOn = words.indexOf("--");
        return new NoAnswer(output, (handedOn < 0 ? words : words.subList(0, handedOn)).contains("--json"));
    }

    int misused(String complaint, String help) {
        String message = Excerpt.ofMessage(complaint);
        if (json) {
            var error = new Json.Builder()
                    .put("severity", "error")
                    .put("message", message)
                    .put("hint", "see: " + help)
                    .build();
            print(new Json.Builder()
                    .put("verdict", "unsupported")
                    .put("reason", message)
                    .put("errors", Json.array(List.of(error), each -> each))
                    .build());
        } else {
            output.err().println("moirai: " + message);
            output.err().println("See: " + help);
        }
        return ExitCode.INPUT;
    }

    /** Input that cannot be taken: messages as a compiler gives them, with the lines they are about. */
    int refused(String input, List<Diagnostic> diagnostics) {
        if (json) {
            print(ReportJson.of(input, diagnostics));
            return ExitCode.INPUT;
        }
        output.out().flush();
        var sources = new SourceTexts();
        var known = new HashSet<String>();
        for (Diagnostic diagnostic : diagnostics.subList(0, Math.min(MOST, diagnostics.size()))) {
            String file = diagnostic.span().file();
            if (known.add(file)) load(sources, file);
            output.err().println(sources.render(diagnostic));
            if (!file.equals(input)) output.err().println("      = read for " + input);
        }
        if (diagnostics.size() > MOST) output.err().println("and " + (diagnostics.size() - MOST) + " more");
        return ExitCode.INPUT;
    }

    int unknown(String input, String why) {
        String reason = Excerpt.ofMessage(why);
        if (json) print(ReportJson.of(report(input, reason)));
        else output.out().println("VERDICT: UNKNOWN " + reason);
        return ExitCode.UNKNOWN;
    }

    /** An answer that no engine gave. */
    static Report report(String input, String reason) {
        return new Report(
                input,
                Set.of(),
                "none",
                new Verdict.Unknown(reason),
                Report.Replay.NOT_APPLICABLE,
                new Statistics(0, Map.of()));
    }

    private void print(Json object) {
        output.out().print(JsonWriter.write(object));
    }

    static void load(SourceTexts sources, String file) {
        try {
            Path path = Path.of(file);
            if (Files.isRegularFile(path)) sources.add(file, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (IOException | RuntimeException _) {
            // a message without its line is still a message
        }
    }
}
