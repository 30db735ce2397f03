package dev.moirai.replay.jvm;

import dev.moirai.jvm.Followed;
import dev.moirai.jvm.RunReport;
import dev.moirai.predict.Forecast;
import dev.moirai.predict.Judge;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.RecordedStep;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Judges by the real JVM: the program is run in the predicted order, and its report must show what was claimed. */
public final class JvmJudge implements Judge {
    /** A run of the real program. */
    public record JvmExecution(RunReport report, Schedule schedule) implements Execution {
        @Override
        public int length() {
            return (int) report.count("steps");
        }
    }

    private final Followed followed;
    private final JvmReruns reruns;
    private final Set<Property> asked;

    /** @param asked what counts when a run fails otherwise than was claimed */
    public JvmJudge(Followed followed, JvmReruns reruns, Set<Property> asked) {
        this.followed = followed;
        this.reruns = reruns;
        this.asked = asked;
    }

    @Override
    public Ruling judge(Forecast forecast) {
        var script = JvmScript.of(forecast, followed);
        RunReport report = reruns.report(script);
        Optional<String> approximate = report.approximate();
        if (approximate.isPresent())
            return new Ruling.Diverged("the run's order is not exactly known: " + approximate.get());
        return switch (forecast.claimed()) {
            case Forecast.Claimed.Fails _ -> exception(forecast.property(), report);
            case Forecast.Claimed.Race(var first, var second) -> race(report, first, second);
            case Forecast.Claimed.Broken broken -> broken(report, broken);
            case Forecast.Claimed.Deadlock _ -> deadlock(report);
            case Forecast.Claimed.Misuse _ -> new Ruling.Diverged("locks of the JVM are not misused in silence");
            case Forecast.Claimed.Flips _ -> new Ruling.Diverged("another way to go is no violation");
        };
    }

    private JvmViolations violations(RunReport report) {
        return new JvmViolations(report, reruns.sources());
    }

    /** The run shows something else than was claimed; if that was asked about too, it counts. */
    private Ruling elsewhere(RunReport report) {
        Optional<Violation> other = violations(report).ofTheEnd().filter(it -> asked.contains(it.property()));
        if (other.isPresent()) return confirmed(other.get(), report, List.of());
        return new Ruling.Diverged("the run " + report.words());
    }

    private Ruling confirmed(Violation violation, RunReport report, List<Integer> accesses) {
        var story = new JvmStory(report, reruns.sources(), accesses);
        var execution = new JvmExecution(
                report, story.schedule(followed.trace().header().file()));
        return new Ruling.Confirmed(
                violation, execution, accesses.stream().map(story::index).toList());
    }

    private Ruling exception(Property property, RunReport report) {
        return violations(report)
                .exception()
                .filter(it -> it.property() == property)
                .map(it -> confirmed(it, report, List.of()))
                .orElseGet(() -> elsewhere(report));
    }

    private Ruling deadlock(RunReport report) {
        return violations(report)
                .deadlock()
                .map(it -> confirmed(it, report, List.of()))
                .orElseGet(() -> elsewhere(report));
    }

    private Ruling race(RunReport report, int first, int second) {
        if (report.ending() != RunReport.Ending.STOPPED) return elsewhere(report);
        Optional<RunReport.Told> one = stand(report, first);
        Optional<RunReport.Told> other = stand(report, second);
        if (one.isEmpty() || other.isEmpty())
            return new Ruling.Diverged("the threads do not stand before the accesses");
        return violations(report)
                .race(one.get(), other.get())
                .map(it -> confirmed(it, report, List.of()))
                .orElse(new Ruling.Diverged("the two accesses do not conflict"));
    }

    /** Where the thread of a step stands, if it stands before that step. */
    private Optional<RunReport.Told> stand(RunReport report, int number) {
        RecordedStep step = followed.trace().steps().get(number);
        SourceSpan span = span(number);
        return report.stands().stream()
                .filter(it -> it.thread() == step.thread() && it.at().line() == span.line())
                .findFirst();
    }

    private SourceSpan span(int number) {
        return followed.trace()
                .steps()
                .get(number)
                .visible()
                .map(event -> event.site().span())
                .orElse(SourceSpan.NOWHERE);
    }

    /** The accesses were made in that order if the script went through: it counts the steps of every thread. */
    private Ruling broken(RunReport report, Forecast.Claimed.Broken claim) {
        if (report.ending() != RunReport.Ending.STOPPED) return elsewhere(report);
        List<RunReport.Told> steps = report.steps();
        int second = find(steps, steps.size(), claim.second());
        int remote = find(steps, second, claim.remote());
        int first = find(steps, remote, claim.first());
        if (first < 0) return new Ruling.Diverged("the accesses were not seen in that order");
        var violation =
                violations(report).broken(claim.pattern(), steps.get(first), steps.get(remote), steps.get(second));
        return confirmed(violation, report, List.of(first, remote, second));
    }

    /** The last step before the given one that is the thread's access at that place; -1 if there is none. */
    private int find(List<RunReport.Told> steps, int before, int number) {
        int thread = followed.trace().steps().get(number).thread();
        int line = span(number).line();
        for (int i = before - 1; i >= 0; i--) {
            RunReport.Told each = steps.get(i);
            if (each.thread() == thread && each.at().line() == line && isAccess(each)) return i;
        }
        return -1;
    }

    private static boolean isAccess(RunReport.Told step) {
        return step.isAccess() || step.kind() == RunReport.Told.Kind.CALL;
    }
}
