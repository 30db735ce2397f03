package dev.moirai.verify.replay;

import dev.moirai.explore.Shortening;
import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.MovesScheduler;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.List;

/** Keeps the promise of no false alarms: an engine's schedule is executed step by step and must fail in the same way. */
public final class ScheduleReplay {
    private ScheduleReplay() {}

    /** The violation as the interpreter saw it, with what every step read and wrote. */
    public static Verdict.Violated confirmed(Machine machine, Violation claimed, Schedule schedule) {
        String instead;
        try {
            var run = Run.drive(machine, new ScriptedScheduler(schedule), Observer.NONE, Long.MAX_VALUE);
            if (run.outcome() instanceof Outcome.Violated(var seen) && isSame(claimed, seen)) {
                return new Verdict.Violated(seen, run.schedule());
            }
            instead = run.outcome().toString();
        } catch (DivergenceException e) {
            instead = e.getMessage();
        }
        throw new IllegalStateException("the schedule of a violation ("
                + claimed.property().word() + " at " + claimed.span() + ") does not replay: " + instead);
    }

    /** The same for the moves that a formula has led to, which are first put into an order with fewer context switches. */
    public static Verdict.Violated confirmed(Machine machine, Violation claimed, List<Move> moves) {
        List<Move> calmer = Shortening.smoothed(machine, moves);
        var run = Run.drive(machine, new MovesScheduler(calmer), Observer.NONE, Long.MAX_VALUE);
        return confirmed(machine, claimed, run.schedule());
    }

    private static boolean isSame(Violation claimed, Violation seen) {
        return seen.property() == claimed.property() && seen.span().equals(claimed.span());
    }
}
