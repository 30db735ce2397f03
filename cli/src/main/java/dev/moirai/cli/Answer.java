package dev.moirai.cli;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Report;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.ReportJson;
import java.util.List;
import java.util.function.Supplier;

/** What came of a question about one file. */
sealed interface Answer {
    record Given(Report report) implements Answer {}

    /** The file cannot be taken, for these reasons. */
    record Refused(String file, List<Diagnostic> diagnostics) implements Answer {}

    /** Whatever goes wrong with one file must not take the others with it. */
    static Answer to(Input input, Output output, Supplier<Report> question) {
        try {
            Report report = question.get();
            var file = List.of(report.file());
            return new Given(report.with(report.failures().stream()
                    .map(failure -> Crash.told(file, failure, output))
                    .toList()));
        } catch (InputException e) {
            return new Refused(input.file().toString(), e.diagnostics());
        } catch (Throwable e) {
            String reason = new Crash(List.of(input.file().toString()), e).reason(output);
            return new Given(NoAnswer.report(input.file().toString(), reason));
        }
    }

    default int exitCode() {
        return switch (this) {
            case Given(var report) -> ExitCode.of(report.verdict());
            case Refused _ -> ExitCode.INPUT;
        };
    }

    default Json json() {
        return switch (this) {
            case Given(var report) -> ReportJson.of(report);
            case Refused(var file, var diagnostics) -> ReportJson.of(file, diagnostics);
        };
    }
}
