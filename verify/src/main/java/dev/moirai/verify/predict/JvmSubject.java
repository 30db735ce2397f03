package dev.moirai.verify.predict;

import dev.moirai.jvm.Followed;
import dev.moirai.jvm.JvmFollower;
import dev.moirai.jvm.JvmOrigin;
import dev.moirai.jvm.RunReport;
import dev.moirai.predict.Forecast;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.property.Violation;
import dev.moirai.replay.jvm.JvmJudge;
import dev.moirai.replay.jvm.JvmReruns;
import dev.moirai.replay.jvm.JvmScript;
import dev.moirai.replay.jvm.JvmSegment;
import dev.moirai.replay.jvm.JvmStory;
import dev.moirai.replay.jvm.JvmViolations;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.trace.Census;
import dev.moirai.trace.Forgetting;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A run of a JVM program, which the real JVM runs again. */
record JvmSubject(Followed followed, JvmInput input, JvmReruns reruns) implements Subject {
    @Override
    public RecordedTrace trace() {
        return followed.trace();
    }

    /** Whether no other order is possible: only one thread has events that others can see, and the run itself did not fail. */
    boolean isOfOneThread() {
        long active = trace().steps().stream()
                .filter(step -> step.visible().isPresent())
                .mapToInt(RecordedStep::thread)
                .distinct()
                .count();
        return active < 2 && violation().isEmpty();
    }

    @Override
    public List<String> remarks() {
        var census = new Census(new Forgetting());
        for (String thread : trace().threads()) census.thread(thread);
        for (RecordedStep step : trace().steps()) census.step(step);
        var remarks = new ArrayList<String>();
        remarks.add(
                "recorded " + counted(census.events(), "event") + " of " + counted(census.threads(), "thread") + ", "
                        + counted(census.locks(), "lock") + ", " + counted(census.sharedLocations(), "shared location")
                        + "; the run " + followed.report().words());
        followed.difference().ifPresent(it -> remarks.add("followed only to " + it));
        followed.approximate().ifPresent(it -> remarks.add("the order of the run is not exactly known: " + it));
        remarks.addAll(followed.report().remarks());
        return remarks;
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    @Override
    public Predictor predictor(Predictor.Options options, Limit limit) {
        return new Predictor(
                new JvmOrigin(), trace(), new JvmJudge(followed, reruns, options.properties()), options, limit);
    }

    /** What its steps saw is known of the orders that are run only. */
    @Override
    public Optional<Schedule> told() {
        return Optional.empty();
    }

    @Override
    public Optional<Predicted> violation() {
        Optional<Violation> recorded = failure(followed.report());
        if (recorded.isEmpty() || followed.report().approximate().isPresent()) return Optional.empty();
        // The same schedule again, this time with a story; it must fail the same way.
        RunReport report = reruns.report(JvmScript.of(followed.report()));
        var story = new JvmStory(report, reruns.sources());
        var execution = new JvmJudge.JvmExecution(
                report, story.schedule(trace().header().file()));
        return failure(report)
                .filter(it ->
                        it.isSameAs(recorded.get()) && report.approximate().isEmpty())
                .map(violation -> new Predicted(
                        violation,
                        OptionalInt.empty(),
                        1,
                        () -> witness(new Judge.Ruling.Confirmed(violation, execution, List.of())),
                        true));
    }

    private Optional<Violation> failure(RunReport report) {
        return new JvmViolations(report, reruns.sources()).ofTheEnd();
    }

    @Override
    public Witness witness(Judge.Ruling.Confirmed shown) {
        List<String> options = shown.execution() instanceof JvmJudge.JvmExecution run
                ? input.words(
                        run.report().segments().stream().map(JvmSegment::of).toList())
                : List.of();
        return new Witness(shown.execution().schedule(), options, Optional.of(shown.violation()), shown.accesses());
    }

    @Override
    public Again run(Forecast forecast, Limit limit) {
        var script = JvmScript.of(forecast, followed);
        Followed other = JvmFollower.follow(reruns.record(script));
        boolean strayed = other.report().ending() == RunReport.Ending.DIVERGED;
        return new Again(
                other.trace().steps().isEmpty() ? Optional.empty() : Optional.of(new JvmSubject(other, input, reruns)),
                strayed);
    }
}
