package dev.moirai.verify.jvm;

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
        for (var wait : report.waits()) {
            if (wait.what().equals("time")) continue;
            String thread = story.thread(wait.thread());
            JvmReport.Frame at = ofProgram(report.frames(wait.thread()));
            SourceSpan span = sources.span(at);
            if (!isInvolved(wait)) continue;
            String what = words(wait);
            var place = new Violation.Place(span, at.method(), thread, what);
            // Whoever waits for the end of another is stuck because that one is.
            if (wait.what().equals("thread")) {
                places.add(place);
                clauses.add(thread + " " + what);
            } else {
                long before = places.stream()
                        .filter(each -> !each.what().startsWith("waits for the end"))
                        .count();
                places.add((int) before, place);
                clauses.add((int) before, thread + " " + what);
            }
        }
        if (places.isEmpty()) places.add(new Violation.Place(SourceSpan.NOWHERE, "", "main", "waits"));
        return new Violation(Property.DEADLOCK, "deadlock", clauses, places);
    }

    /** Idle daemons wait too, but are nobody's concern unless somebody waits for what they have. */
    private boolean isInvolved(JvmReport.Wait wait) {
        boolean isDaemon = report.threads().stream()
                .anyMatch(thread ->
                        thread.number() == wait.thread() && thread.kind().equals("daemon"));
        boolean isWaitedFor = report.waits().stream()
                .anyMatch(other -> other.owner().filter(o -> o == wait.thread()).isPresent());
        return !isDaemon || isWaitedFor;
    }

    private String words(JvmReport.Wait wait) {
        String held =
                wait.owner().map(owner -> ", held by " + story.thread(owner)).orElse("");
        return switch (wait.what()) {
            case "monitor" -> "waits for the monitor of " + wait.object() + held;
            case "notify" -> "waits to be notified on " + wait.object();
            case "thread" ->
                "waits for the end of " + wait.owner().map(story::thread).orElse(wait.object());
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
