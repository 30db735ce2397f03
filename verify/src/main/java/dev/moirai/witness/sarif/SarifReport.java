package dev.moirai.witness.sarif;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Answer;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Entry;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.report.Markup;
import dev.moirai.witness.report.Rule;
import dev.moirai.witness.story.Story;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * Static Analysis Results Interchange Format, version 2.1.0 (OASIS): a result for each violation, with a code flow of one
 * thread flow a thread whose locations carry the order of execution (section 3.38.11). Input that was rejected, and what is
 * not known, are notifications of the invocation.
 */
public final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private final Dossier dossier;
    private final List<Json> results = new ArrayList<>();
    private final List<Json> notifications = new ArrayList<>();
    private boolean isComplete = true;

    private SarifReport(Dossier dossier) {
        this.dossier = dossier;
    }

    public static String of(Dossier dossier) {
        var report = new SarifReport(dossier);
        for (Entry entry : dossier.entries()) report.entry(entry);
        return JsonWriter.write(report.log());
    }

    private Json log() {
        return new Json.Builder()
                .put("$schema", SCHEMA)
                .put("version", "2.1.0")
                .put("runs", array(run()))
                .build();
    }

    private Json run() {
        var driver = new Json.Builder()
                .put("name", "Moirai")
                .put("version", dossier.version())
                .put("rules", Json.array(List.of(Property.values()), SarifReport::rule))
                .build();
        var invocation = new Json.Builder()
                .put("commandLine", dossier.commandLine())
                .put("executionSuccessful", new Json.Bool(isComplete));
        if (!notifications.isEmpty()) invocation.put("toolExecutionNotifications", new Json.Arr(notifications));
        return new Json.Builder()
                .put("tool", new Json.Builder().put("driver", driver).build())
                .put("invocations", array(invocation.build()))
                .put("columnKind", "utf16CodeUnits")
                .put("results", new Json.Arr(results))
                .build();
    }

    private static Json rule(Property property) {
        Rule rule = Rule.of(property);
        return new Json.Builder()
                .put("id", property.word())
                .put("name", rule.title())
                .put("shortDescription", message(rule.title()))
                .put("fullDescription", message(rule.help()))
                .put("help", message(rule.help() + " docs/semantics.md has the exact meaning."))
                .put(
                        "defaultConfiguration",
                        new Json.Builder().put("level", "error").build())
                .build();
    }

    private void entry(Entry entry) {
        switch (entry) {
            case Entry.Answered(var answer) -> answer(answer);
            case Entry.Refused(var _, var diagnostics) -> {
                isComplete = false;
                for (Diagnostic diagnostic : diagnostics)
                    notifications.add(notification("error", diagnostic.message(), diagnostic.span()));
            }
            case Entry.GaveUp(var file, var reason) -> {
                isComplete = false;
                notifications.add(notification("warning", reason.words(), new SourceSpan(file, 0, 0)));
            }
        }
    }

    private void answer(Answer answer) {
        for (Failing failing : Dossier.failings(answer)) results.add(result(failing));
        String file = answer.question().file();
        switch (answer.verdict()) {
            case Verdict.Holds _, Verdict.Violated _ -> {}
            case Verdict.HoldsWithin(var within) ->
                notifications.add(notification(
                        "note", file + ": no violation within " + within.words(), new SourceSpan(file, 0, 0)));
            case Verdict.Unsupported unsupported ->
                notifications.add(notification("warning", unsupported.reason().words(), unsupported.span()));
            case Verdict.Unknown unknown ->
                notifications.add(notification("warning", unknown.words(), new SourceSpan(file, 0, 0)));
        }
    }

    private Json notification(String level, String words, SourceSpan at) {
        return new Json.Builder()
                .put("level", level)
                .put("message", message(words))
                .put("locations", array(location(at, "", "")))
                .build();
    }

    private Json result(Failing failing) {
        Violation violation = failing.violation();
        Story story = dossier.story(failing);
        String words = violation.message()
                + story.cause().map(cause -> ". How: " + cause).orElse("");
        var related = new ArrayList<Json>();
        for (Violation.Place place : violation.related()) {
            related.add(location(place.span(), (place.thread() + " " + place.what()).strip(), place.function()));
        }
        Violation.Place first = violation.places().getFirst();
        var result = new Json.Builder()
                .put("ruleId", violation.property().word())
                .put("ruleIndex", violation.property().ordinal())
                .put("level", "error")
                .put("message", message(words))
                .put("locations", array(location(first.span(), "", first.function())));
        if (!related.isEmpty()) result.put("relatedLocations", new Json.Arr(related));
        if (violation.places().stream().anyMatch(place -> !place.calls().isEmpty())) {
            result.put("stacks", Json.array(violation.places(), SarifReport::stack));
        }
        if (!failing.schedule().steps().isEmpty()) result.put("codeFlows", array(new CodeFlow(failing, story).json()));
        return result.put(
                        "partialFingerprints",
                        new Json.Builder()
                                .put("moirai/v1", ResultFingerprint.of(violation, dossier))
                                .build())
                .build();
    }

    /** The calls that led to a place, which itself is on top. */
    private static Json stack(Violation.Place place) {
        var frames = new ArrayList<Json>();
        frames.add(frame(place.span(), place.function()));
        for (Violation.CallPlace call : place.calls()) frames.add(frame(call.span(), call.function()));
        return new Json.Builder()
                .put("message", message((place.thread() + " " + place.what()).strip()))
                .put("frames", new Json.Arr(frames))
                .build();
    }

    private static Json frame(SourceSpan span, String function) {
        return new Json.Builder().put("location", location(span, "", function)).build();
    }

    /** @param words what happens there, and in which function; each may be empty */
    static Json location(SourceSpan span, String words, String function) {
        var physical = new Json.Builder()
                .put(
                        "artifactLocation",
                        new Json.Builder().put("uri", uri(span.file())).build());
        if (span.line() > 0) {
            var region = new Json.Builder().put("startLine", span.line());
            if (span.column() > 0) region.put("startColumn", span.column());
            physical.put("region", region.build());
        }
        var location = new Json.Builder().put("physicalLocation", physical.build());
        if (!function.isEmpty()) {
            location.put(
                    "logicalLocations",
                    array(new Json.Builder()
                            .put("name", Markup.printable(function))
                            .put("kind", "function")
                            .build()));
        }
        if (!words.isEmpty()) location.put("message", message(words));
        return location.build();
    }

    static Json message(String words) {
        return new Json.Builder().put("text", Markup.printable(words)).build();
    }

    static Json array(Json one) {
        return new Json.Arr(List.of(one));
    }

    /** The file as a URI reference: relative as the user has named it, or absolute. */
    private static String uri(String file) {
        try {
            return file.startsWith("/")
                    ? new URI("file", "", file, null).toASCIIString()
                    : new URI(null, null, file, null).toASCIIString();
        } catch (URISyntaxException _) {
            // A first folder with a colon would be taken for a scheme.
            return "./" + file.replaceAll("[^A-Za-z0-9/._~-]", "_");
        }
    }
}
