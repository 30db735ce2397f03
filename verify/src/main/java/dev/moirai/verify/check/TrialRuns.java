package dev.moirai.verify.check;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.FewSwitches;
import dev.moirai.explore.Shortening;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.MovesScheduler;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.PctScheduler;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.interpret.UnevenScheduler;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.replay.ScheduleReplay;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * First tries what few context switches can show, for a moment ({@link FewSwitches}). Then it simply runs the program for a few seconds, in turn
 * at random, by PCT (Burckhardt et al., ASPLOS 2010), and with threads of different speeds. This
 * finds violations that happen in many executions, however many states there are; it never proves anything. While
 * other engines are working, it goes on beside them: more slowly, and with longer runs, as whole programs need them.
 */
final class TrialRuns implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("run");
    private static final Duration TIME = Duration.ofSeconds(3);
    private static final long MOST_STEPS = 200_000;
    /** Of the runs after the first seconds, of programs that need so many. */
    private static final long MOST_STEPS_LATER = 1_000_000;

    private static final int DEEPEST = 4;
    /** With fewer processors than this, runs use only half of one, as the other engines need them. */
    private static final int MANY_PROCESSORS = 4;
    /** After the first seconds, how much longer they rest than run then. */
    private static final int PATIENCE = 3;

    private static final int FEW_STATES = 20_000;
    private static final Duration FOR_FEW_SWITCHES = Duration.ofMillis(500);
    /** Short runs rest together: going to sleep takes as long as some of them. */
    private static final Duration LEAST_REST = Duration.ofMillis(5);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var series = new Series(question, budget.limit());
        account.knows(series::nothing);
        return series.search(account::othersWork);
    }

    /** A series of runs, one after the other. */
    private static final class Series {
        private final Machine machine;
        private final Limit limit;
        private final AtomicLong runs = new AtomicLong();
        private final AtomicLong steps = new AtomicLong();

        Series(CheckQuestion question, Limit limit) {
            this.machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
            this.limit = limit;
        }

        Finding<Shown> search(BooleanSupplier othersWork) {
            Optional<List<Move>> few = FewSwitches.find(
                    machine, ExploreOptions.DEFAULT.enumerated(), FEW_STATES, limit.atMost(FOR_FEW_SWITCHES));
            if (few.isPresent()) return found(few.get());
            long spent = 0;
            long owed = 0;
            int length = 1;
            for (long seed = 0; !isOver(); seed++) {
                boolean isLate = spent >= TIME.toNanos();
                if (isLate && !othersWork.getAsBoolean()) break;
                long began = System.nanoTime();
                Run.Result run = Run.drive(
                        machine,
                        new StoppedScheduler(scheduler(seed, length), this::isOver),
                        Observer.NONE,
                        isLate ? MOST_STEPS_LATER : MOST_STEPS);
                runs.incrementAndGet();
                steps.addAndGet(run.steps());
                if (run.outcome() instanceof Outcome.Violated(var violation)) {
                    return found(new Verdict.Violated(violation, run.schedule()), run.moves());
                }
                if (canOnlyRunLikeThat(run.moves())) break;
                length = (int) Math.max(length, run.steps());
                long took = System.nanoTime() - began;
                spent += took;
                owed += isLate ? PATIENCE * took : took;
                if (owed < LEAST_REST.toNanos()) continue;
                if (othersWork.getAsBoolean()) rest(owed);
                owed = 0;
            }
            return nothing();
        }

        /** What there is to say as long as no run has failed. May be called from another thread. */
        Finding<Shown> nothing() {
            return new Finding<>(ID, new Verdict.Unknown(runs + " runs found nothing"), counts());
        }

        private boolean isOver() {
            return limit.isReached() || Thread.currentThread().isInterrupted();
        }

        private static Scheduler scheduler(long seed, int length) {
            return switch ((int) (seed % 3)) {
                case 0 -> new RandomScheduler(seed);
                case 1 -> new PctScheduler(seed, 1 + (int) (seed / 3 % DEEPEST), length);
                default -> new UnevenScheduler(seed, length);
            };
        }

        private static boolean canOnlyRunLikeThat(List<Move> moves) {
            return moves.stream()
                    .allMatch(move -> move.thread() == 0 && move.choices().isEmpty());
        }

        private static void rest(long nanos) {
            if (Runtime.getRuntime().availableProcessors() >= MANY_PROCESSORS) return;
            try {
                Thread.sleep(Duration.ofNanos(nanos));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private Finding<Shown> found(List<Move> moves) {
            var run = Run.drive(machine, new MovesScheduler(moves), Observer.NONE, Long.MAX_VALUE);
            if (!(run.outcome() instanceof Outcome.Violated(var violation))) {
                throw new IllegalStateException("the path to a violation ends with " + run.outcome());
            }
            runs.incrementAndGet();
            steps.addAndGet(run.steps());
            return new Finding<>(ID, ScheduleReplay.confirmed(machine, violation, run.schedule()), counts());
        }

        /** The finding for a violation: the run is shortened for a moment and then replayed. */
        private Finding<Shown> found(Verdict.Violated first, List<Move> moves) {
            List<Move> shorter = Shortening.of(
                    machine,
                    moves,
                    ExploreOptions.DEFAULT.enumerated(),
                    limit.atMost(Shortening.TIME).dividedBy(2));
            var run = Run.drive(machine, new MovesScheduler(shorter), Observer.NONE, Long.MAX_VALUE);
            Verdict.Violated best = run.outcome() instanceof Outcome.Violated(var violation)
                    ? new Verdict.Violated(violation, run.schedule())
                    : first;
            return new Finding<>(ID, ScheduleReplay.confirmed(machine, best.violation(), best.schedule()), counts());
        }

        private Map<String, Long> counts() {
            var counts = new LinkedHashMap<String, Long>();
            counts.put("runs", runs.get());
            counts.put("steps", steps.get());
            return counts;
        }
    }
}
