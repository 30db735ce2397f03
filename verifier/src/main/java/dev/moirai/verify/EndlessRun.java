package dev.moirai.verify;

import dev.moirai.explore.EndlessThread;
import dev.moirai.explore.EndlessThread.Lasso;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A run in which a thread goes on for ever, looked for state by state and run again before it is believed: after the loop
 * everything must be as it was before. What has no meaning in C (overflow, memory errors, misused locks) ends a run.
 *
 * @param fair whether a strongly fair scheduler can let it happen
 */
record EndlessRun(Schedule schedule, boolean fair) {
    /** What came of the search: a run, or the certainty that there is none, or neither. */
    record Search(Optional<EndlessRun> run, boolean complete) {}

    /** @param thread the start function, or a thread's full name */
    static Search of(Program program, String thread, boolean many, int states, Duration time) {
        var machine = new Machine(
                program,
                MachineOptions.DEFAULT.watching(
                        EnumSet.of(Property.ASSERTION, Property.LOCK_MISUSE, Property.MEMORY, Property.OVERFLOW)));
        var result = EndlessThread.search(
                machine, name -> name.equals(thread) || many && name.startsWith(thread + "#"), states, time);
        return new Search(result.lasso().map(lasso -> confirmed(machine, lasso)), result.complete());
    }

    private static EndlessRun confirmed(Machine machine, Lasso lasso) {
        State state = machine.start();
        run(machine, state, lasso.stem());
        var before = state.fingerprint();
        run(machine, state, lasso.loop());
        if (!state.fingerprint().equals(before)) throw new IllegalStateException("a lasso does not close");
        List<Move> moves = new ArrayList<>(lasso.stem());
        moves.addAll(lasso.loop());
        var steps = Narration.of(machine, moves).steps();
        var schedule = new Schedule(
                machine.program().file(), steps, OptionalInt.of(lasso.stem().size()));
        return new EndlessRun(schedule, lasso.scheduler() == Lasso.Scheduler.FAIR);
    }

    private static void run(Machine machine, State state, List<Move> moves) {
        for (Move move : moves) {
            Iterator<Long> choices = move.choices().iterator();
            Outcome outcome = machine.step(state, move.thread(), _ -> choices.next(), Observer.NONE);
            if (!(outcome instanceof Outcome.Continued)) throw new IllegalStateException("a lasso ends: " + outcome);
        }
    }
}
