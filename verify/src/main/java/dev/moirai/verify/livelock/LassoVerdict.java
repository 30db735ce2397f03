package dev.moirai.verify.livelock;

import dev.moirai.explore.FairRun;
import dev.moirai.explore.LassoJudge.Judgement.Confirmed;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.explore.UnansweredRun;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Observer;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.verify.replay.ScheduleReplay;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Makes a verdict of a confirmed run: its steps, and in words what repeats, which threads run, which wait, and why it
 * is fair.
 */
final class LassoVerdict {
    private LassoVerdict() {}

    static Verdict.Violated of(Machine machine, LivenessProperty liveness, Confirmed confirmed) {
        FairRun run = confirmed.run();
        var moves = new ArrayList<>(run.stem());
        moves.addAll(run.lasso());
        int start = run.stem().size();
        var schedule = new Schedule(
                machine.program().file(), Narration.of(machine, moves).steps(), OptionalInt.of(start));
        Step at = victim(liveness, schedule, start);
        return new Verdict.Violated(
                new Violation(
                        Property.LIVELOCK,
                        headline(liveness.fairness()),
                        clauses(liveness, confirmed, start, moves.size()),
                        at.span(),
                        "",
                        at.thread()),
                schedule);
    }

    /** The step that stands for the run: the first in the lasso, of the thread that was asked about if it moves there. */
    private static Step victim(LivenessProperty liveness, Schedule schedule, int start) {
        List<Step> lasso = schedule.steps().subList(start, schedule.steps().size());
        if (liveness.undone() instanceof LivenessProperty.Undone.Thread(var name)) {
            for (Step step : lasso) if (step.thread().equals(name)) return step;
        }
        return lasso.getFirst();
    }

    private static List<String> clauses(LivenessProperty liveness, Confirmed confirmed, int start, int end) {
        var clauses = new ArrayList<String>();
        int first = start + 1;
        clauses.add(
                first == end
                        ? "step " + end + " leads back to where it started"
                        : "after step " + end + " everything is as it was before step " + first);
        clauses.add(enumerated(confirmed.runs()) + (confirmed.runs().size() == 1 ? " goes" : " go") + " on for ever");
        confirmed.waits().forEach((thread, what) -> clauses.add(thread + " waits for ever " + what));
        switch (liveness.undone()) {
            case LivenessProperty.Undone.Anything() -> {}
            case LivenessProperty.Undone.Thread(var name) -> clauses.add(name + " never ends");
            case LivenessProperty.Undone.Response _ -> clauses.add("the response never comes");
        }
        clauses.add(fairness(liveness.fairness(), confirmed));
        return clauses;
    }

    /** The words for the line of the verdict. */
    private static String headline(Fairness fairness) {
        return switch (fairness) {
            case STRONG -> "fair non-termination";
            case WEAK -> "weakly fair non-termination";
            case NONE -> "non-termination, perhaps unfair";
        };
    }

    private static String fairness(Fairness fairness, Confirmed confirmed) {
        boolean all = confirmed.waits().isEmpty();
        return switch (fairness) {
            case STRONG ->
                all
                        ? "fair, as every thread that has not ended moves"
                        : "fair to all: a thread that does not move is not able to, from then on";
            case WEAK ->
                all
                        ? "weakly fair, as every thread that has not ended moves"
                        : "weakly fair, as who does not move is unable to again and again";
            case NONE -> "fairness was not asked for";
        };
    }

    private static String enumerated(List<String> names) {
        if (names.size() == 1) return names.getFirst();
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    /** The verdict for a run that ends with a response owed. */
    static Verdict.Violated unanswered(Machine machine, UnansweredRun.Judgement.Confirmed confirmed) {
        Schedule schedule = Narration.of(machine, confirmed.moves());
        int steps = schedule.steps().size();
        String when = confirmed.since() == 0 ? "from the start" : "after step " + confirmed.since();
        String end = switch (confirmed.ending()) {
            case PROCESS_ENDS -> "with step " + steps + " the process ends";
            case DEADLOCK -> "after step " + steps + " all are stuck";
        };
        Step last = schedule.steps().getLast();
        var clauses = List.of("a response is owed " + when, "it never comes", end);
        return new Verdict.Violated(
                new Violation(Property.LIVELOCK, "no response", clauses, last.span(), "", last.thread()), schedule);
    }

    static Verdict.Violated deadlock(Machine machine, List<Move> moves) {
        var watching = new Machine(machine.program(), machine.options().watching(Property.DEADLOCK));
        Schedule schedule = Narration.of(machine, moves);
        var state = watching.start();
        watching.replay(state, moves, Observer.NONE);
        Violation violation = watching.deadlock(state)
                .orElseThrow(() -> new IllegalStateException("the run to a deadlock does not get stuck"));
        return ScheduleReplay.confirmed(watching, violation, schedule);
    }
}
