package dev.moirai.verify.predict;

import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.ir.Program;
import dev.moirai.replay.LogFollower;
import dev.moirai.replay.NativeOrder;
import dev.moirai.replay.NativeOutcome;
import dev.moirai.replay.NativeProgram;
import dev.moirai.replay.NativeRun;
import dev.moirai.replay.Streams;
import dev.moirai.source.InputException;
import dev.moirai.trace.Census;
import dev.moirai.trace.Forgetting;
import dev.moirai.trace.Kept;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.Recorder;
import dev.moirai.trace.Sink;
import dev.moirai.trace.TraceReader;
import dev.moirai.trace.TraceWriter;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.WitnessReplay;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Records one run of a program as a trace, and reads traces. */
public final class Recording {
    /** The most seeds that are tried to find a run in which several threads have events. */
    private static final int SEEDS_TRIED = 1000;
    /** The most steps of all these runs together. */
    private static final long STEPS_TRIED = 1_000_000;

    /**
     * How a recording went.
     *
     * @param seed of the scheduler; none for a native run
     * @param failure what the run itself violated, if it failed
     */
    public record Summary(
            long events,
            long steps,
            int threads,
            int locks,
            long sharedLocations,
            String ending,
            OptionalLong seed,
            Optional<Outcome.Violated> failure,
            double seconds) {
        /** The summary in words: {@code recorded 123 events of 3 threads, 2 locks, 4 shared locations; the run ended}. */
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "recorded%s %,d events of %d %s, %d %s, %,d shared %s; the run %s",
                    seed.orElse(0) == 0 ? "" : ", with seed " + seed.getAsLong() + ",",
                    events,
                    threads,
                    threads == 1 ? "thread" : "threads",
                    locks,
                    locks == 1 ? "lock" : "locks",
                    sharedLocations,
                    sharedLocations == 1 ? "location" : "locations",
                    ending);
        }
    }

    /** What runs the program. */
    public enum Runner {
        INTERPRETER,
        /** The real machine, with the user's input and output; our runtime decides which thread moves. */
        NATIVE,
        /** The real machine; the operating system decides which thread moves, but still only one at a time. */
        NATIVE_FREE
    }

    /** @param seed of the scheduler; if absent, one with which several threads have events is looked for */
    public record Options(Runner runner, OptionalLong seed, long maxSteps) {}

    /** How far a run is recorded: the first limit that is reached ends it, and what was recorded before is used. */
    record Extent(long maxSteps, Budget budget) {
        /** Whether the time is up. */
        boolean isReached() {
            return budget.limit().isReached();
        }
    }

    /** A trace and its program. */
    public record Recorded(Program program, RecordedTrace trace, Optional<Summary> summary) {}

    /** The end of the message if recording is given up. */
    private static final String WHERE = " while recording";

    private Recording() {}

    /** Whether the file is a trace, complete or not. */
    public static boolean isTrace(Path file) {
        try {
            return TraceFiles.isTrace(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads or makes a run, within half of the time; the other half is for the questions about it. Throws an {@link
     * InputException} if the program or trace is rejected, an {@link UncheckedIOException}, and a {@link
     * GaveUpException}.
     */
    public static Recorded from(RunSource source, Budget budget) {
        Recorded recorded = Inquiry.inTime(budget, WHERE, () -> read(source, budget));
        if (Interruption.isRequested()) throw new GaveUpException(budget.reason(WHERE));
        return recorded;
    }

    private static Recorded read(RunSource source, Budget budget) {
        try {
            return switch (source) {
                case RunSource.WholeTrace(var file) -> TraceFiles.read(file, TraceReader.Damage.REFUSED);
                case RunSource.PartOfTrace(var file) -> TraceFiles.read(file, TraceReader.Damage.CUT_OFF);
                case RunSource.FreshRun(var input, var seed, var maxSteps) -> {
                    Budget half = budget.time()
                            .map(time -> budget.atMost(time.dividedBy(2)))
                            .orElse(budget);
                    yield inMemory(input, seed, new Extent(maxSteps, half));
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records a run into a file; if the time is up, the part recorded so far is kept. Throws as {@link #from} does. */
    public static Summary toFile(Input input, Options options, Path file, Budget budget) {
        return Inquiry.inTime(budget, WHERE, () -> written(input, options, file, budget));
    }

    private static Summary written(Input input, Options options, Path file, Budget budget) {
        long seed = options.seed().orElse(0);
        try {
            return switch (options.runner()) {
                case INTERPRETER -> interpreted(input, options.seed(), new Extent(options.maxSteps(), budget), file);
                case NATIVE ->
                    natively(input, new NativeOrder.Pace.Steady(seed), new Extent(options.maxSteps(), budget), file);
                case NATIVE_FREE ->
                    natively(input, new NativeOrder.Pace.Free(seed), new Extent(options.maxSteps(), budget), file);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Summary interpreted(Input input, OptionalLong seed, Extent extent, Path file) throws IOException {
        Program program = input.read();
        Drive drive = toFile(input, program, seed.orElse(0), extent, file);
        if (!drive.isTelling()) {
            drive = toFile(input, program, another(input, program, seed, drive, extent), extent, file);
        }
        return drive.summary();
    }

    private static Drive toFile(Input input, Program program, long seed, Extent extent, Path file) throws IOException {
        return toFile(input, program, OptionalLong.of(seed), _ -> steady(seed, extent), extent.maxSteps(), file);
    }

    private static Scheduler steady(long seed, Extent extent) {
        return new StoppedScheduler(new SteadyScheduler(seed), extent::isReached);
    }

    /**
     * If the user has chosen no seed: a seed with which more threads, if possible all, have events. With seed 0 no
     * thread is interrupted, and main may end before another thread has moved.
     */
    private static long another(Input input, Program program, OptionalLong chosen, Drive silent, Extent extent) {
        Drive best = silent;
        long steps = silent.summary().steps();
        for (long seed = 1; chosen.isEmpty() && seed < SEEDS_TRIED && steps < STEPS_TRIED && !best.isFull(); seed++) {
            Drive drive = record(program, seed, extent, new Forgetting());
            if (drive.tells() > best.tells()) best = drive;
            steps += drive.summary().steps();
        }
        if (best.isTelling()) return best.summary().seed().orElseThrow();
        // If the time was too short to record a run, nothing is known about its threads.
        if (extent.isReached()) throw new GaveUpException(extent.budget().reason(WHERE));
        throw silent(input, best.summary());
    }

    /** Runs the program natively first, with the user's input and output, and records what it did. */
    private static Summary natively(Input input, NativeOrder.Pace pace, Extent extent, Path file) throws IOException {
        Input real = input.inTheRealWorld();
        Program program = real.read();
        try (var compiled = NativeProgram.build(program, WitnessReplay.FAILURES, real.libraries())) {
            var order = new NativeOrder(pace, extent.maxSteps(), NativeOrder.Logging.ON)
                    .within(extent.budget().left());
            NativeRun run = compiled.run(order, Streams.OURS);
            if (run.outcome() instanceof NativeOutcome.Crashed(var how)) {
                throw refused(input, "the native run crashed in code that is not the program's: " + how);
            }
            Drive drive = toFile(
                    real,
                    program,
                    OptionalLong.empty(),
                    machine -> new StoppedScheduler(
                            new LogFollower(machine, compiled.sites(), run.log()), extent::isReached),
                    Long.MAX_VALUE,
                    file);
            Summary summary = drive.summary();
            boolean failed = run.outcome() instanceof NativeOutcome.Violated;
            if (failed != summary.failure().isPresent()) {
                throw refused(
                        input,
                        "the native run " + run.outcome().inWords() + ", and the interpreter's " + summary.ending());
            }
            if (!drive.isTelling()) throw silent(input, summary);
            return summary;
        } catch (DivergenceException e) {
            throw refused(input, String.valueOf(e.getMessage()));
        }
    }

    private static Drive toFile(
            Input input,
            Program program,
            OptionalLong seed,
            Function<Machine, Scheduler> scheduler,
            long maxSteps,
            Path file)
            throws IOException {
        try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
                var writer = new TraceWriter(out, TraceFiles.header(input, program))) {
            Drive drive = drive(program, seed, scheduler, maxSteps, writer);
            writer.end(Recorder.ending(drive.outcome()));
            return drive;
        }
    }

    /** Records a run into memory. */
    static Recorded inMemory(Input input, OptionalLong seed, Extent extent) {
        Program program = input.read();
        var first = new Kept();
        Drive drive = record(program, seed.orElse(0), extent, first);
        if (drive.isTelling()) return recorded(input, program, first, drive);
        var second = new Kept();
        drive = record(program, another(input, program, seed, drive, extent), extent, second);
        return recorded(input, program, second, drive);
    }

    private static Drive record(Program program, long seed, Extent extent, Sink sink) {
        return drive(program, OptionalLong.of(seed), _ -> steady(seed, extent), extent.maxSteps(), sink);
    }

    private static Recorded recorded(Input input, Program program, Kept kept, Drive drive) {
        RecordedTrace trace = kept.trace(TraceFiles.header(input, program), Recorder.ending(drive.outcome()));
        return new Recorded(program, trace, Optional.of(drive.summary()));
    }

    /** @param threads the number of all threads, with events or without */
    private record Drive(Outcome outcome, int threads, Summary summary) {
        /** Whether a run with another seed would hardly tell more. */
        boolean isFull() {
            return isTelling() && summary.threads() == threads && !isCutOff();
        }

        /** How much there is to predict from: threads with events, and whether they came to their ends. */
        int tells() {
            return 2 * summary.threads() + (isCutOff() ? 0 : 1);
        }

        /** Whether an assumption has ended the run: what stands behind it is not there. */
        private boolean isCutOff() {
            return outcome instanceof Outcome.Pruned;
        }

        /** Whether several threads have events, or the run itself failed. Otherwise no other order is possible. */
        boolean isTelling() {
            return summary.threads() >= 2 || summary.failure().isPresent();
        }
    }

    private static InputException silent(Input input, Summary summary) {
        return refused(
                input,
                summary.events() == 0
                        ? "nothing to record: the run had no event that another thread could see"
                        : "nothing to predict from: only one thread had events that another could see");
    }

    private static Drive drive(
            Program program, OptionalLong seed, Function<Machine, Scheduler> scheduler, long maxSteps, Sink sink) {
        long began = System.nanoTime();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WitnessReplay.FAILURES));
        var census = new Census(sink);
        Run.Result run = Recorder.record(machine, scheduler.apply(machine), maxSteps, census);
        return new Drive(
                run.outcome(),
                census.allThreads(),
                new Summary(
                        census.events(),
                        census.steps(),
                        census.threads(),
                        census.locks(),
                        census.sharedLocations(),
                        ending(run.outcome()),
                        seed,
                        run.outcome() instanceof Outcome.Violated failed ? Optional.of(failed) : Optional.empty(),
                        (System.nanoTime() - began) / 1e9));
    }

    private static InputException refused(Input input, String why) {
        return InputException.about(input.file().toString(), why);
    }

    private static String ending(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ended(var code) -> "ended with exit code " + code;
            case Outcome.Violated(var violation) -> "failed: " + violation.message();
            case Outcome.Pruned(var note) -> "ended early: " + note;
            case Outcome.LimitReached(var reason, var _) -> "stopped: " + reason;
            case Outcome.Continued _ -> "stopped: no more time to record";
        };
    }
}
