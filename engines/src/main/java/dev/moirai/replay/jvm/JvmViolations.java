package dev.moirai.replay.jvm;

import dev.moirai.jvm.JdkEffects;
import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a run's report shows that is wrong: an exception that left its thread, a deadlock, a race, a broken transaction. */
public final class JvmViolations {
    private final RunReport report;
    private final JvmSources sources;

    public JvmViolations(RunReport report, JvmSources sources) {
        this.report = report;
        this.sources = sources;
    }

    /** The violation that ended the run, if one did. */
    public Optional<Violation> ofTheEnd() {
        return exception().or(this::deadlock);
    }

    Optional<Violation> exception() {
        // How much memory there is, is the user's choice, and where it runs out hangs on the garbage collector.
        if (report.ending() != RunReport.Ending.EXCEPTION || report.isOutOfMemory()) return Optional.empty();
        String type = report.exceptionType();
        String message = report.exception().map(List::getLast).orElse("null");
        boolean isAssertion = type.endsWith("AssertionError") || type.endsWith("AssertionFailedError");
        String headline = type
                + (message.equals("null")
                        ? ""
                        : ": " + message.lines().findFirst().orElse(""));
        int thread = report.failedThread();
        RunReport.Place at = report.at(thread);
        return Optional.of(new Violation(
                isAssertion ? Property.ASSERTION : Property.EXCEPTION,
                headline,
                sources.span(at),
                at.method(),
                report.threadName(thread)));
    }

    // ---- deadlocks ---------------------------------------------------------------------------------------------

    Optional<Violation> deadlock() {
        if (report.ending() != RunReport.Ending.DEADLOCK) return Optional.empty();
        var places = new ArrayList<Violation.Place>();
        var clauses = new ArrayList<String>();
        for (RunReport.Waiting wait : report.stuck()) {
            String thread = report.threadName(wait.thread());
            RunReport.Place at = report.at(wait.thread());
            String what = words(wait);
            places.add(new Violation.Place(sources.span(at), at.method(), thread, what).waitingFor(awaited(wait)));
            clauses.add(thread + " " + what);
        }
        if (places.isEmpty()) places.add(new Violation.Place(SourceSpan.NOWHERE, "", "main", "waits"));
        return Optional.of(new Violation(Property.DEADLOCK, "deadlock", clauses, places));
    }

    private String words(RunReport.Waiting wait) {
        String held = holder(wait).map(name -> ", held by " + name).orElse("");
        return switch (wait.what()) {
            case MONITOR, PARK ->
                lock(wait).map(lock -> "waits for " + lock + held).orElse("is parked");
            case NOTIFY -> "waits to be notified on " + wait.object();
            case THREAD -> "waits for the end of " + holder(wait).orElse(wait.object());
            case TIME, OUTSIDE -> "waits";
        };
    }

    private Optional<String> holder(RunReport.Waiting wait) {
        return wait.owner().isPresent()
                ? Optional.of(report.threadName(wait.owner().getAsInt()))
                : Optional.empty();
    }

    /** The lock that is waited for, in words. */
    private static Optional<String> lock(RunReport.Waiting wait) {
        return switch (wait.what()) {
            case MONITOR -> Optional.of("the monitor of " + wait.object());
            case PARK -> wait.object().equals("-") ? Optional.empty() : Optional.of(wait.object());
            case NOTIFY, THREAD, TIME, OUTSIDE -> Optional.empty();
        };
    }

    private Optional<Violation.Awaited> awaited(RunReport.Waiting wait) {
        return lock(wait)
                .flatMap(lock -> holder(wait).map(holder -> new Violation.Awaited.Lock(lock, wait.object(), holder)));
    }

    // ---- races -------------------------------------------------------------------------------------------------

    /** All races in the state in which a run was stopped. */
    public List<Violation> races() {
        var all = new ArrayList<Violation>();
        for (RunReport.Told one : report.stands()) {
            for (RunReport.Told other : report.stands()) {
                if (one.thread() != other.thread()) race(one, other).ifPresent(all::add);
            }
        }
        return all;
    }

    /** Two threads stand before accesses to the same place, one of them a write. */
    Optional<Violation> race(RunReport.Told one, RunReport.Told other) {
        if (!isSamePlace(one, other) || !(isWrite(one) || isWrite(other))) return Optional.empty();
        String breach =
                "data race on " + (isCall(one) ? one.object() : one.place()) + ": " + words(one) + ", " + words(other);
        return Optional.of(
                new Violation(Property.DATA_RACE, breach, List.of(), List.of(standing(one), standing(other))));
    }

    /** Calls on one object touch the same contents, whatever the methods are; but the object must be known. */
    private static boolean isSamePlace(RunReport.Told one, RunReport.Told other) {
        if (!one.object().equals(other.object())) return false;
        if (isCall(one) && isCall(other)) return !one.object().equals("-");
        return one.field().equals(other.field());
    }

    private static boolean isCall(RunReport.Told step) {
        return step.kind() == RunReport.Told.Kind.CALL;
    }

    private static boolean isWrite(RunReport.Told step) {
        String called = step.field().substring(step.field().lastIndexOf('.') + 1);
        return step.kind() == RunReport.Told.Kind.WRITE || isCall(step) && JdkEffects.isWriting(called);
    }

    private String words(RunReport.Told step) {
        String verb = switch (step.kind()) {
            case READ -> "read";
            case WRITE -> "written";
            default -> "called (" + step.field() + ")";
        };
        return verb + " by " + report.threadName(step.thread()) + " at "
                + step.at().span().place();
    }

    private Violation.Place standing(RunReport.Told step) {
        return new Violation.Place(sources.span(step.at()), function(step.at()), report.threadName(step.thread()), "");
    }

    private static String function(RunReport.Place at) {
        return at.type().isEmpty() ? at.method() : at.type() + "." + at.method();
    }

    // ---- broken transactions -----------------------------------------------------------------------------------

    Violation broken(String pattern, RunReport.Told first, RunReport.Told remote, RunReport.Told second) {
        String breach = "between " + first.at().span().place() + " and "
                + second.at().span().place() + " of "
                + report.threadName(first.thread()) + ", " + report.threadName(remote.thread()) + " comes in at "
                + remote.at().span().place();
        return new Violation(
                Property.ATOMICITY,
                "atomicity violation (" + pattern + ")",
                List.of(breach),
                sources.span(second.at()),
                function(second.at()),
                report.threadName(second.thread()));
    }
}
