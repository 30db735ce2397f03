package dev.moirai.replay.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the report of a JVM program's run shows, as violations and as a schedule. */
public final class JvmViolations {
    private JvmViolations() {}

    /** The violation that ended the run, if one did. */
    public static Optional<Violation> of(RunReport report) {
        return exception(report).or(() -> deadlock(report));
    }

    static String exceptionName(RunReport report) {
        return report.exception().map(List::getFirst).orElse("an exception");
    }

    static Optional<Violation> exception(RunReport report) {
        if (report.ending() != RunReport.Ending.EXCEPTION) return Optional.empty();
        int thread = number(report.detail());
        String type = exceptionName(report);
        String message = report.exception().map(List::getLast).orElse("");
        boolean isAssertion = type.endsWith("AssertionError") || type.endsWith("AssertionFailedError");
        String headline = (isAssertion ? "assertion failed" : type)
                + (message.isEmpty() || message.equals("null") ? "" : ": " + message);
        RunReport.StackFrame top = report.frames(thread).stream()
                .findFirst()
                .orElse(new RunReport.StackFrame(thread, "", "", SourceSpan.NOWHERE));
        return Optional.of(new Violation(
                isAssertion ? Property.ASSERTION : Property.EXCEPTION,
                headline,
                top.span(),
                function(top.type(), top.method()),
                report.threadName(thread)));
    }

    static Optional<Violation> deadlock(RunReport report) {
        if (report.ending() != RunReport.Ending.DEADLOCK) return Optional.empty();
        var clauses = new ArrayList<String>();
        var places = new ArrayList<Violation.Place>();
        for (RunReport.Waiting each : report.stuck()) {
            String name = report.threadName(each.thread());
            RunReport.StackFrame top = report.frames(each.thread()).stream()
                    .findFirst()
                    .orElse(new RunReport.StackFrame(each.thread(), "", "", SourceSpan.NOWHERE));
            String what = "waits for " + waited(report, each);
            clauses.add(name + " at " + top.span().place() + " " + what);
            places.add(new Violation.Place(top.span(), function(top.type(), top.method()), name, what));
        }
        if (places.isEmpty()) places.add(new Violation.Place(SourceSpan.NOWHERE, "", "main", ""));
        return Optional.of(new Violation(Property.DEADLOCK, "deadlock", clauses, places));
    }

    private static String waited(RunReport report, RunReport.Waiting wait) {
        String owner = wait.owner().equals("-") || wait.owner().isEmpty()
                ? ""
                : ", held by " + report.threadName(number(wait.owner()));
        return switch (wait.what()) {
            case "monitor" -> "the monitor of " + wait.object() + owner;
            case "notify" -> "a notification on " + wait.object();
            case "park" -> (wait.object().equals("-") ? "a permit" : wait.object()) + owner;
            case "thread" -> "the end of " + (wait.object().equals("-") ? "a thread" : wait.object());
            default -> "time";
        };
    }

    /** Two threads stand before accesses to the same place, one of them a write. */
    static Optional<Violation> race(RunReport report, RunReport.Stand one, RunReport.Stand other) {
        boolean samePlace = one.object().equals(other.object()) && sameField(one, other);
        boolean writes = isWrite(one) || isWrite(other);
        if (!samePlace || !writes) return Optional.empty();
        String place = place(one.object(), one.field());
        String breach = "data race on " + place + ": " + verb(one) + " by " + report.threadName(one.thread()) + " at "
                + one.span().place() + ", " + verb(other) + " by " + report.threadName(other.thread()) + " at "
                + other.span().place();
        return Optional.of(new Violation(
                Property.DATA_RACE, breach, List.of(), List.of(standing(report, one), standing(report, other))));
    }

    /** All races in the state in which a run was stopped. */
    public static List<Violation> races(RunReport report) {
        var all = new ArrayList<Violation>();
        for (RunReport.Stand one : report.stands()) {
            for (RunReport.Stand other : report.stands()) {
                if (one.thread() != other.thread()) race(report, one, other).ifPresent(all::add);
            }
        }
        return all;
    }

    /** How a run ended, in words that go on from "the run". */
    public static String ending(RunReport report) {
        return switch (report.ending()) {
            case EXIT -> "ended with exit code " + report.detail();
            case EXCEPTION -> "failed: " + exceptionName(report);
            case DEADLOCK -> "came to a deadlock";
            case DIVERGED -> "left its script: " + report.detail();
            case STOPPED, STEPS -> "was stopped";
            case REFUSED -> "was refused: " + report.detail();
            case NONE -> "did not come to its end";
        };
    }

    /** Calls on one object touch the same contents, whatever the methods are. */
    private static boolean sameField(RunReport.Stand one, RunReport.Stand other) {
        return one.kind().equals("call") && other.kind().equals("call")
                || one.field().equals(other.field());
    }

    private static boolean isWrite(RunReport.Stand stand) {
        return stand.kind().equals("write") || stand.kind().equals("call");
    }

    private static String verb(RunReport.Stand stand) {
        return switch (stand.kind()) {
            case "read" -> "read";
            case "write" -> "written";
            default -> "called (" + stand.field() + ")";
        };
    }

    private static Violation.Place standing(RunReport report, RunReport.Stand stand) {
        return new Violation.Place(
                stand.span(), function(stand.type(), stand.method()), report.threadName(stand.thread()), "");
    }

    static Violation broken(
            RunReport report, String pattern, RunReport.Told first, RunReport.Told remote, RunReport.Told second) {
        String breach = "between " + first.span().place() + " and "
                + second.span().place() + " of "
                + report.threadName(first.thread()) + ", " + report.threadName(remote.thread()) + " comes in at "
                + remote.span().place();
        return new Violation(
                Property.ATOMICITY,
                "atomicity violation (" + pattern + ")",
                List.of(breach),
                second.span(),
                function(second.type(), second.method()),
                report.threadName(second.thread()));
    }

    // ---- the run -----------------------------------------------------------------------------------------------

    static Schedule schedule(String file, RunReport report) {
        var steps = new ArrayList<Step>();
        for (RunReport.Told each : report.steps()) {
            String place = place(each.object(), each.field());
            var seen = new Step.Seen(place, each.value());
            boolean reads = each.kind().equals("read");
            boolean writes = each.kind().equals("write");
            steps.add(new Step(
                    report.threadName(each.thread()),
                    each.span(),
                    each.kind() + " " + place,
                    List.of(),
                    reads ? List.of(seen) : List.of(),
                    writes ? List.of(seen) : List.of()));
        }
        return Schedule.of(file, steps);
    }

    private static String place(String object, String field) {
        if (object.equals("-") || object.isEmpty()) return field;
        if (field.isEmpty() || field.equals("-")) return object;
        return field.startsWith("[") ? object + field : object + "." + field;
    }

    private static String function(String type, String method) {
        return type.replace('/', '.') + "." + method;
    }

    private static int number(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
