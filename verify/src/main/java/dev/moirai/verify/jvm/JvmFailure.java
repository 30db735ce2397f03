package dev.moirai.verify.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.replay.jvm.JvmReport;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What went wrong in a run, if anything did: an exception that left its thread, or a deadlock. */
final class JvmFailure {
    private final JvmReport report;
    private final JvmSources sources;
    private final JvmStory story;

    JvmFailure(JvmReport report, JvmSources sources) {
        this.report = report;
        this.sources = sources;
        this.story = new JvmStory(report, sources);
    }

    Optional<Violation> violation() {
        return switch (report.outcome().orElse("")) {
            case "exception" -> Optional.of(exception(Integer.parseInt(report.detail())));
            case "deadlock" -> Optional.of(deadlock());
            default -> Optional.empty();
        };
    }

    private Violation exception(int thread) {
        List<String> thrown = report.exception().orElse(List.of("an exception", "null"));
        String type = thrown.getFirst();
        boolean isAssertion = type.endsWith("AssertionError") || type.endsWith("AssertionFailedError");
        String message = thrown.get(1).equals("null")
                ? ""
                : ": " + thrown.get(1).lines().findFirst().orElse("");
        JvmReport.Frame at = ofProgram(report.frames(thread));
        return new Violation(
                isAssertion ? Property.ASSERTION : Property.EXCEPTION,
                type + message,
                sources.span(at),
                at.method(),
                story.thread(thread));
    }

    private Violation deadlock() {
        var places = new ArrayList<Violation.Place>();
        var clauses = new ArrayList<String>();
        for (RunReport.Waiting wait : RunReport.of(report.lines()).stuck()) {
            String thread = story.thread(wait.thread());
            JvmReport.Frame at = ofProgram(report.frames(wait.thread()));
            String what = words(wait);
            places.add(new Violation.Place(sources.span(at), at.method(), thread, what));
            clauses.add(thread + " " + what);
        }
        if (places.isEmpty()) places.add(new Violation.Place(SourceSpan.NOWHERE, "", "main", "waits"));
        return new Violation(Property.DEADLOCK, "deadlock", clauses, places);
    }

    private String words(RunReport.Waiting wait) {
        Optional<String> owner =
                wait.owner().equals("-") ? Optional.empty() : Optional.of(story.thread(Integer.parseInt(wait.owner())));
        String held = owner.map(name -> ", held by " + name).orElse("");
        return switch (wait.what()) {
            case "monitor" -> "waits for the monitor of " + wait.object() + held;
            case "notify" -> "waits to be notified on " + wait.object();
            case "thread" -> "waits for the end of " + owner.orElse(wait.object());
            case "park" -> wait.object().equals("-") ? "is parked" : "waits for " + wait.object() + held;
            default -> "waits";
        };
    }

    /** The innermost frame of the program's own, else the innermost. */
    private static JvmReport.Frame ofProgram(List<JvmReport.Frame> frames) {
        for (var frame : frames) {
            boolean isJdk = frame.type().startsWith("java.")
                    || frame.type().startsWith("jdk.")
                    || frame.type().startsWith("sun.");
            if (!isJdk) return frame;
        }
        return frames.isEmpty() ? new JvmReport.Frame("?", "", "-", 0) : frames.getFirst();
    }
}
