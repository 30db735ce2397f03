package dev.moirai.verify.jvm;

import dev.moirai.jvm.JvmFollower;
import dev.moirai.jvm.JvmRun;
import dev.moirai.jvm.RepeatedState;
import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.replay.jvm.JvmReruns;
import dev.moirai.replay.jvm.JvmSegment;
import dev.moirai.replay.jvm.JvmStory;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Looks for a fair run of a JVM program that goes on for ever. Threads take turns of so many steps; the run is recorded and
 * followed, and where its state comes again, the steps in between can be made for ever. The real JVM makes them fifty times
 * before it is believed.
 */
public final class JvmLivelock {
    private static final Set<Property> WATCHED = EnumSet.of(Property.LIVELOCK, Property.DEADLOCK);
    private static final int[] QUANTA = {1, 2, 3, 5, 8, 13};
    private static final long STEPS = 5_000;
    private static final int ROUNDS = 50;

    private final JvmInput input;
    private final JvmTrial trial;
    private final JvmReruns reruns;
    private final List<String> remarks = new ArrayList<>();
    private long runs;

    private JvmLivelock(JvmInput input) {
        this.input = input;
        this.trial = new JvmTrial(input);
        this.reruns = input.reruns();
    }

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if the time is up before anything is known. */
    public static Answer check(JvmInput input, Budget budget) {
        return Inquiry.inTime(budget, "", () -> new JvmLivelock(input).answer());
    }

    private Answer answer() {
        long began = System.nanoTime();
        Optional<Witness> witness = Optional.empty();
        int ended = 0;
        for (int quantum : QUANTA) {
            var pace = new JvmOrder.Pace.InTurn(quantum, STEPS);
            JvmRun run = reruns.record(pace);
            runs++;
            var report = new RunReport(run.report());
            if (runs == 1) trial.refuseIfNothingRan(report);
            witness = switch (report.ending()) {
                case STEPS -> lasso(run, report);
                case DEADLOCK -> trial.result(pace, Streams.NONE).witness();
                default -> Optional.empty();
            };
            if (report.ending() != RunReport.Ending.STEPS) ended++;
            if (witness.isPresent() || Thread.currentThread().isInterrupted()) break;
        }
        remarks.add("livelock: threads took turns in " + runs + (runs == 1 ? " run" : " runs") + ", of which " + ended
                + " came to an end");
        Verdict peaceful = ended == runs
                ? new Verdict.HoldsWithin(runs + " runs in turns")
                : new Verdict.Unknown(
                        "a run did not end in " + STEPS + " steps, and no state of it was seen to come again");
        Verdict verdict = witness.<Verdict>map(
                        it -> new Verdict.Violated(it.violation().orElseThrow(), it.schedule()))
                .orElse(peaceful);
        return new Answer(
                new Question(Question.Kind.LIVELOCK, trial.command().program(), WATCHED),
                verdict,
                witness.filter(it -> it.schedule().lassoStart().isPresent())
                        .<Evidence>map(Evidence.Lasso::new)
                        .orElse(new Evidence.Run(witness, Optional.empty(), List.copyOf(remarks))),
                JvmTrial.cost(began, Map.of("runs", runs)));
    }

    private Optional<Witness> lasso(JvmRun run, RunReport report) {
        Optional<RepeatedState> repeated = JvmFollower.repeatedState(run);
        if (repeated.isEmpty()) return Optional.empty();
        List<JvmSegment> segments = JvmTrial.segments(report);
        int from = cut(segments, repeated.get().from(), repeated.get().next());
        int to = cut(segments, repeated.get().to(), repeated.get().next());
        if (from < 0 || to <= from) return Optional.empty();
        var once = new ArrayList<>(segments.subList(0, to));
        var often = new ArrayList<>(once);
        for (int i = 1; i < ROUNDS; i++) often.addAll(segments.subList(from, to));
        runs++;
        try (var rounds = trial.run(new JvmOrder.Pace.Scripted(often, true), JvmOrder.Mode.CONTROL, Streams.NONE)) {
            if (!isThrough(rounds.report())) {
                remarks.add("livelock: a state seemed to come again, but the JVM went on otherwise: it "
                        + JvmTrial.ending(rounds));
                return Optional.empty();
            }
        }
        runs++;
        try (var story = trial.run(new JvmOrder.Pace.Scripted(once, true), JvmOrder.Mode.STORY, Streams.NONE)) {
            if (!isThrough(story.report())) return Optional.empty();
            return Optional.of(witness(story.report(), repeated.get(), often));
        }
    }

    private static boolean isThrough(RunReport report) {
        return report.ending() == RunReport.Ending.STOPPED
                && report.approximate().isEmpty();
    }

    /** Before which segment so many steps have been made and this thread is next; -1 if there is no such segment. */
    private static int cut(List<JvmSegment> segments, long steps, int next) {
        long made = 0;
        int cut = -1;
        for (int i = 0; i < segments.size() && made <= steps; i++) {
            if (made == steps && segments.get(i).thread() == next) cut = i;
            made += segments.get(i).steps();
        }
        return cut;
    }

    private Witness witness(RunReport report, RepeatedState repeated, List<JvmSegment> script) {
        var story = new JvmStory(report, input.sources(), List.of((int) repeated.from()));
        List<Step> steps = story.schedule(trial.command().program()).steps();
        int start = story.index((int) repeated.from());
        var schedule = new Schedule(trial.command().program(), steps, OptionalInt.of(start));
        Step first = steps.get(start);
        List<String> moving = steps.subList(start, steps.size()).stream()
                .map(Step::thread)
                .distinct()
                .toList();
        boolean allMove = moving.size() == report.unfinished();
        var violation = new Violation(
                Property.LIVELOCK,
                "fair non-termination",
                List.of(
                        "after step " + steps.size() + " everything is as it was before step " + (start + 1),
                        String.join(", ", moving) + (moving.size() == 1 ? " goes" : " go") + " on for ever",
                        allMove
                                ? "fair, as every thread that has not ended moves"
                                : "fair, as who does not move waits to be notified or for the end of a thread",
                        "the JVM went round " + ROUNDS + " times"),
                first.span(),
                "",
                first.thread());
        return new Witness(schedule, input.words(script), Optional.of(violation), List.of());
    }
}
