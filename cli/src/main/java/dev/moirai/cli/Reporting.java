package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.source.SourceTexts;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Question;
import dev.moirai.witness.Witness;
import dev.moirai.witness.html.HtmlReport;
import dev.moirai.witness.junit.JunitReport;
import dev.moirai.witness.markdown.MarkdownReport;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Entry;
import dev.moirai.witness.sarif.SarifReport;
import dev.moirai.witness.svcomp.CorrectnessWitness;
import dev.moirai.witness.svcomp.GraphMl;
import dev.moirai.witness.svcomp.ViolationWitness;
import dev.moirai.witness.svcomp.WitnessOrigin;
import dev.moirai.witness.svcomp.YamlWitness;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes reports about replies. Loaded only if there is a report to write. */
final class Reporting {
    private Reporting() {}

    static void write(List<Reply> replies, CommonOptions common, Output output) {
        Dossier dossier = dossier(replies, common);
        for (ReportOptions.Wanted wanted : common.reports().wanted()) {
            Optional<String> text = switch (wanted.kind()) {
                case HTML -> Optional.of(HtmlReport.of(dossier));
                case SARIF -> Optional.of(SarifReport.of(dossier));
                case JUNIT -> Optional.of(JunitReport.of(dossier));
                case MARKDOWN -> Optional.of(MarkdownReport.of(dossier));
                case WITNESS_GRAPHML ->
                    witness(replies)
                            .map(GraphMl::write)
                            .or(() -> proof(replies, common).map(GraphMl::write));
                case WITNESS_YAML ->
                    witness(replies)
                            .map(YamlWitness::write)
                            .or(() -> proof(replies, common).map(YamlWitness::write));
            };
            text.ifPresentOrElse(
                    content -> Saving.text(wanted.path(), content),
                    () -> output.err()
                            .println("moirai: " + wanted.path() + " is not written: there is neither a violation nor a"
                                    + " proof that the competition has a witness for"));
        }
    }

    /** The violation of the only program, if the competition's witnesses can tell it. */
    private static Optional<ViolationWitness> witness(List<Reply> replies) {
        if (replies.size() > 1)
            throw new UsageException("a witness is of one program; " + replies.size() + " are given");
        if (!(replies.getFirst() instanceof Reply.Answered(var answer))
                || !(answer.verdict() instanceof Verdict.Violated(var violation, var schedule)))
            return Optional.empty();
        Witness replayed = WitnessReplay.stamped(answer.evidence().forReplay().orElseThrow());
        var witness = new ViolationWitness(
                violation,
                schedule,
                Version.number(),
                replayed.digest().orElse(""),
                replayed.options().contains("--32"),
                now());
        return witness.canBeTold() ? Optional.of(witness) : Optional.empty();
    }

    /** The proof of the only program, of one file, if the competition's specifications can say what is proved. */
    private static Optional<CorrectnessWitness> proof(List<Reply> replies, CommonOptions common) {
        if (!(replies.getFirst() instanceof Reply.Answered(var answer))
                || answer.question().kind() != Question.Kind.CHECK
                || !(answer.verdict() instanceof Verdict.Holds)
                || !common.isOfOneFile()) return Optional.empty();
        Optional<String> goal = common.manner()
                .specification()
                .map(asked -> asked.undecided().isEmpty()
                        ? CorrectnessWitness.goal(asked.properties())
                        : Optional.<String>empty())
                .orElseGet(() -> CorrectnessWitness.goal(answer.question().properties()));
        String file = answer.question().file();
        Optional<String> hash = WitnessReplay.digest(List.of(Readers.toPath(file)));
        if (goal.isEmpty() || hash.isEmpty()) return Optional.empty();
        return Optional.of(new CorrectnessWitness(
                new WitnessOrigin(file, goal.get(), Version.number(), hash.get(), common.is32Bit(), now())));
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Dossier dossier(List<Reply> replies, CommonOptions common) {
        var entries = new ArrayList<Entry>();
        String command = "";
        for (Reply reply : replies) {
            switch (reply) {
                case Reply.Answered(var answer) -> {
                    entries.add(new Entry.Answered(answer));
                    command = answer.question().kind().word();
                }
                case Reply.Refused(var name, var file, var diagnostics) -> {
                    entries.add(new Entry.Refused(file, diagnostics));
                    command = name;
                }
                case Reply.GaveUp(var name, var file, var reason, var _) -> {
                    entries.add(new Entry.GaveUp(file, reason));
                    command = name;
                }
                case Reply.Certified _, Reply.Uncertified _, Reply.Made _, Reply.Misused _ ->
                    throw new UsageException("this command gives no verdict about a program: it has no --report");
            }
        }
        String line = "moirai " + command + " "
                + common.reports().words().stream().map(Reporting::quoted).collect(Collectors.joining(" "));
        return new Dossier(
                Version.number(),
                command,
                line,
                entries,
                texts(),
                common.manner().telling());
    }

    /** The word as a shell reads it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The texts of source files, each read once. */
    private static Function<String, String> texts() {
        Map<String, String> read = new HashMap<>();
        return file -> read.computeIfAbsent(file, name -> {
            var sources = new SourceTexts();
            sources.load(name);
            return sources.readable(name);
        });
    }
}
