package dev.moirai.verify.terminates;

import dev.moirai.analysis.VisibleWaits;
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
import dev.moirai.rely.recurrence.RecurrenceSet;
import dev.moirai.rely.recurrence.RoundSearch;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.ThreadNames;
import dev.moirai.solve.Limit;
import dev.moirai.verify.terminates.Terminates.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A run in which a thread goes on for ever, confirmed by running it again. Either it was found state by state, and the
 * loop ends in the state in which it begins; or there is a set of states that the loop never leaves. Behaviour without
 * a meaning in C (overflow, memory errors, misused locks) ends a run.
 *
 * @param begun threads that are started inside the loop; in each iteration new ones take their place
 * @param fair whether a strongly fair scheduler allows the run
 * @param set if no state comes back: the set of states that the run never leaves
 */
record EndlessRun(Schedule schedule, List<String> begun, boolean fair, Optional<RecurrenceSet> set) {
    Status.Endless status() {
        return new Status.Endless(schedule, begun, fair, set);
    }

    /** How many times a loop is run to confirm it if its states do not come back. */
    private static final int ROUNDS = 50;

    /** The result of the search: a run; or none, and {@code complete} says whether that is certain. */
    record Search(Optional<EndlessRun> run, boolean complete) {}

    /** @param thread the name of the start function, or of a single thread */
    static Search of(Program program, String thread, boolean many, int states, Duration time) {
        Machine machine = machine(program);
        var result = EndlessThread.search(machine, wanted(thread, many), states, time);
        return new Search(result.lasso().map(lasso -> confirmed(machine, lasso)), result.complete());
    }

    /** A run that never leaves some set of states. */
    static Optional<EndlessRun> recurring(Program program, String thread, boolean many, Duration time) {
        Machine machine = machine(program);
        Predicate<String> wanted = wanted(thread, many);
        return RoundSearch.search(machine, wanted, Limit.of(time)).map(found -> confirmed(machine, wanted, found));
    }

    private static Machine machine(Program program) {
        return new Machine(
                new VisibleWaits().apply(program),
                MachineOptions.DEFAULT.watching(EnumSet.of(
                        Property.ASSERTION,
                        Property.LOCK_MISUSE,
                        Property.MEMORY,
                        Property.DIVISION,
                        Property.OVERFLOW)));
    }

    private static Predicate<String> wanted(String thread, boolean many) {
        return name -> name.equals(thread) || many && ThreadNames.function(name).equals(thread);
    }

    private static EndlessRun confirmed(Machine machine, Predicate<String> wanted, RoundSearch.Found found) {
        State state = machine.start();
        run(machine, state, found.stem());
        boolean goesOn = found.loop().stream()
                .anyMatch(move -> move.thread() < found.threads() && wanted.test(state.threadName(move.thread())));
        if (!goesOn) throw new IllegalStateException("another thread goes on for ever");
        int room = (machine.options().maxThreads() - found.threads()) / Math.max(1, found.begun());
        for (int i = 0; i < Math.min(ROUNDS, room); i++) run(machine, state, found.loop(i));
        var begun = IntStream.range(found.threads(), found.threads() + found.begun())
                .mapToObj(state::threadName)
                .toList();
        return new EndlessRun(
                schedule(machine, found.stem(), found.loop()), begun, found.fair(), Optional.of(found.set()));
    }

    private static EndlessRun confirmed(Machine machine, Lasso lasso) {
        State state = machine.start();
        run(machine, state, lasso.stem());
        var before = state.fingerprint();
        run(machine, state, lasso.loop());
        if (!state.fingerprint().equals(before)) throw new IllegalStateException("a lasso does not close");
        return new EndlessRun(
                schedule(machine, lasso.stem(), lasso.loop()),
                List.of(),
                lasso.scheduler() == Lasso.Scheduler.FAIR,
                Optional.empty());
    }

    private static Schedule schedule(Machine machine, List<Move> stem, List<Move> loop) {
        List<Move> moves = new ArrayList<>(stem);
        moves.addAll(loop);
        var steps = Narration.of(machine, moves).steps();
        return new Schedule(machine.program().file(), steps, OptionalInt.of(stem.size()));
    }

    private static void run(Machine machine, State state, List<Move> moves) {
        Outcome outcome = machine.replay(state, moves, Observer.NONE);
        if (!(outcome instanceof Outcome.Continued)) throw new IllegalStateException("a lasso ends: " + outcome);
    }
}
