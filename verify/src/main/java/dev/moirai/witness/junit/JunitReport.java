package dev.moirai.witness.junit;

import static dev.moirai.witness.report.Markup.escaped;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.witness.Answer;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Entry;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.report.Markup;
import dev.moirai.witness.text.Glyphs;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A test suite with a case for each file and property. A violation is a failure; what is not known, or not understood, is
 * an error; properties that were not decided because another was violated first are skipped.
 */
public final class JunitReport {
    private enum Result {
        PASSED,
        FAILED,
        ERROR,
        SKIPPED
    }

    /** @param body XML inside the case */
    private record Case(String file, String name, double seconds, Result result, String body) {}

    private JunitReport() {}

    public static String of(Dossier dossier) {
        var cases = new ArrayList<Case>();
        for (Entry entry : dossier.entries()) cases.addAll(cases(dossier, entry));
        var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        String counts = String.format(
                Locale.ROOT,
                "tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\"",
                cases.size(),
                count(cases, Result.FAILED),
                count(cases, Result.ERROR),
                count(cases, Result.SKIPPED),
                cases.stream().mapToDouble(Case::seconds).sum());
        out.append("<testsuites ").append(counts).append(">\n");
        out.append("  <testsuite name=\"moirai ")
                .append(escaped(dossier.command()))
                .append("\" ")
                .append(counts)
                .append(">\n");
        out.append("    <properties>\n      <property name=\"command\" value=\"")
                .append(escaped(dossier.commandLine()))
                .append("\"/>\n    </properties>\n");
        for (Case each : cases) {
            out.append(String.format(
                    Locale.ROOT,
                    "    <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
                    escaped(each.file()),
                    escaped(each.name()),
                    each.seconds()));
            out.append(each.body().isEmpty() ? "/>\n" : ">\n" + each.body() + "    </testcase>\n");
        }
        return out.append("  </testsuite>\n</testsuites>\n").toString();
    }

    private static long count(List<Case> cases, Result result) {
        return cases.stream().filter(each -> each.result() == result).count();
    }

    private static List<Case> cases(Dossier dossier, Entry entry) {
        return switch (entry) {
            case Entry.Answered(var answer) -> cases(dossier, answer);
            case Entry.Refused(var file, var diagnostics) ->
                List.of(error(
                        file,
                        dossier.command(),
                        "input",
                        diagnostics.getFirst().span() + ": "
                                + diagnostics.getFirst().message()));
            case Entry.GaveUp(var file, var reason) ->
                List.of(error(file, dossier.command(), reason.kind().word(), reason.words()));
        };
    }

    private static List<Case> cases(Dossier dossier, Answer answer) {
        String file = answer.question().file();
        double seconds = answer.cost().statistics().seconds();
        List<Failing> failings = Dossier.failings(answer);
        var names = new ArrayList<String>();
        for (Property property : answer.question().properties()) names.add(property.word());
        for (Failing failing : failings) {
            String word = failing.violation().property().word();
            if (!names.contains(word)) names.add(word);
        }
        if (names.isEmpty()) names.add(answer.question().kind().word());
        var cases = new ArrayList<Case>();
        for (String name : names) {
            double share = seconds / names.size();
            List<Failing> mine = failings.stream()
                    .filter(failing -> failing.violation().property().word().equals(name))
                    .toList();
            cases.add(
                    switch (answer.verdict()) {
                        case Verdict.Holds _ -> new Case(file, name, share, Result.PASSED, "");
                        case Verdict.HoldsWithin _ ->
                            new Case(
                                    file,
                                    name,
                                    share,
                                    Result.PASSED,
                                    element("system-out", "", Dossier.verdict(new Entry.Answered(answer))));
                        case Verdict.Violated _ ->
                            mine.isEmpty()
                                    ? new Case(file, name, share, Result.SKIPPED, skipped(answer))
                                    : new Case(file, name, share, Result.FAILED, failures(dossier, mine));
                        case Verdict.Unsupported unsupported ->
                            error(
                                    file,
                                    name,
                                    "unsupported",
                                    unsupported.reason().words());
                        case Verdict.Unknown unknown -> error(file, name, "unknown", unknown.words());
                    });
        }
        return cases;
    }

    private static String skipped(Answer answer) {
        return "      <skipped message=\"not decided: " + escaped(Dossier.verdict(new Entry.Answered(answer)))
                + "\"/>\n";
    }

    private static Case error(String file, String name, String type, String message) {
        String attributes = " type=\"" + escaped(type) + "\" message=\"" + escaped(message) + "\"";
        return new Case(file, name, 0, Result.ERROR, element("error", attributes, message));
    }

    /** A case has one failure; further violations of the property are told in its text. */
    private static String failures(Dossier dossier, List<Failing> failings) {
        var text = new StringBuilder();
        for (Failing failing : failings) {
            var story = dossier.story(failing);
            var interleaving = new Interleaving(100, Glyphs.UNICODE, Paint.PLAIN);
            text.append(failing.violation().span())
                    .append(": ")
                    .append(failing.violation().message())
                    .append('\n');
            text.append(interleaving.cause(story)).append('\n');
            text.append(interleaving.render(
                            story, failing.violation(), failing.schedule().lassoStart()))
                    .append('\n');
        }
        var first = failings.getFirst().violation();
        String attributes = " type=\"" + first.property().word() + "\" message=\""
                + escaped(first.span() + ": " + first.message()) + "\"";
        return element("failure", attributes, Markup.printableLines(text.toString()));
    }

    private static String element(String name, String attributes, String text) {
        // Long texts are cut line by line, not as a whole.
        var content = new StringBuilder();
        text.lines().forEach(line -> content.append(escaped(line)).append('\n'));
        return "      <" + name + attributes + ">" + content.toString().stripTrailing() + "</" + name + ">\n";
    }
}
