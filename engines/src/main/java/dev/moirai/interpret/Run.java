package dev.moirai.interpret;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Drives a machine by a scheduler until the program ends, a violation happens or a limit is reached. */
public final class Run {
    private Run() {}

    /** How a run ended, and the moves that led there. */
    public static final class Result {
        private final Machine machine;
        private final Outcome outcome;
        private final List<Move> moves;

        private Result(Machine machine, Outcome outcome, List<Move> moves) {
            this.machine = machine;
            this.outcome = outcome;
            this.moves = moves;
        }

        /** How the run ended; {@link Outcome.Continued} if the scheduler stopped it. */
        public Outcome outcome() {
            return outcome;
        }

        public long steps() {
            return moves.size();
        }

        public List<Move> moves() {
            return moves;
        }

        /** The whole run for readers; made by executing it again. */
        public Schedule schedule() {
            return Narration.of(machine, moves);
        }

        /** The first steps of the run, at most so many. */
        public Schedule beginning(int most) {
            return Narration.of(machine, moves.subList(0, Math.min(most, moves.size())));
        }
    }

    /**
     * Runs until the end, a violation or a limit. Before each step it looks for deadlocks and data races, if these are
     * watched. When every thread waits and deadlocks are not watched, the run is pruned.
     */
    public static Result drive(Machine machine, Scheduler scheduler, Observer observer, long maxSteps) {
        State state = machine.start();
        var log = new MoveLog();
        Chooser chooser = choice -> {
            long value = scheduler.choose(choice);
            log.chosen(value);
            return value;
        };
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued) {
            Optional<Violation> wrong = violation(machine, state);
            if (wrong.isPresent()) {
                outcome = new Outcome.Violated(wrong.get());
                break;
            }
            int[] enabled = machine.enabled(state);
            if (enabled.length == 0) {
                outcome = new Outcome.Pruned("every thread waits");
                break;
            }
            if (log.size() >= maxSteps) {
                outcome = new Outcome.LimitReached(maxSteps + " steps");
                break;
            }
            OptionalInt next = scheduler.next(state, enabled);
            if (next.isEmpty()) break;
            log.begin(next.getAsInt());
            outcome = machine.step(state, next.getAsInt(), chooser, observer);
            scheduler.stepped(state);
        }
        return new Result(machine, outcome, log);
    }

    /** The deadlock or data race in this state, if there is one and the machine watches it. */
    public static Optional<Violation> violation(Machine machine, State state) {
        MachineOptions options = machine.options();
        if (options.watches(Property.DEADLOCK)) {
            Optional<Violation> deadlock = machine.deadlock(state);
            if (deadlock.isPresent()) return deadlock;
        }
        return options.watches(Property.DATA_RACE) ? machine.races(state) : Optional.empty();
    }
}
