package dev.moirai.verify;

import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.replay.LogFollower;
import dev.moirai.replay.NativeOrder;
import dev.moirai.replay.NativeOutcome;
import dev.moirai.replay.NativeProgram;
import dev.moirai.replay.NativeRun;
import dev.moirai.replay.Streams;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.Census;
import dev.moirai.trace.Kept;
import dev.moirai.trace.Recorder;
import dev.moirai.trace.Sink;
import dev.moirai.trace.Trace;
import dev.moirai.trace.TraceException;
import dev.moirai.trace.TraceReader;
import dev.moirai.trace.TraceWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One run of a program, written down; and traces read back. */
public final class Recording {
    /** What ends a recorded run: the trace is then that of a failing run. */
    static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);

    /**
     * How a recording went.
     *
     * @param failure what the run itself violated, if it failed
     */
    public record Summary(
            long events,
            long steps,
            int threads,
            int locks,
            long sharedLocations,
            String ending,
            Optional<Outcome.Violated> failure,
            double seconds) {}

    /** A trace and the program it is of. */
    public record Recorded(Program program, Trace trace, Optional<Summary> summary) {}

    private Recording() {}

    /** Records a run of the interpreter into a file. */
    public static Summary toFile(Input input, long seed, long maxSteps, Path file) throws IOException {
        return toFile(input, input.read(), _ -> new SteadyScheduler(seed), maxSteps, file);
    }

    /** Runs the program natively first, with our input and output, and records what it did. */
    public static Summary nativelyToFile(Input input, NativeOrder.Pace pace, long maxSteps, Path file)
            throws IOException {
        Input real = input.inTheRealWorld();
        Program program = real.read();
        try (var compiled = NativeProgram.build(program, WATCHED)) {
            NativeRun run = compiled.run(new NativeOrder(pace, maxSteps, NativeOrder.Logging.ON), Streams.OURS);
            if (run.outcome() instanceof NativeOutcome.Crashed(var how)) {
                throw refused(input, "the native run crashed in code that is not the program's: " + how);
            }
            Summary summary = toFile(
                    real,
                    program,
                    machine -> new LogFollower(machine, compiled.sites(), run.log()),
                    Long.MAX_VALUE,
                    file);
            if (run.outcome() instanceof NativeOutcome.Violated
                    && summary.failure().isEmpty()) {
                throw refused(
                        input,
                        "the native run " + run.outcome().inWords() + ", and the interpreter does not see it: "
                                + summary.ending());
            }
            return summary;
        } catch (DivergenceException e) {
            throw refused(input, String.valueOf(e.getMessage()));
        }
    }

    private static Summary toFile(
            Input input, Program program, Function<Machine, Scheduler> scheduler, long maxSteps, Path file)
            throws IOException {
        try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
                var writer = new TraceWriter(out, header(input, program))) {
            var drive = drive(input, program, scheduler, maxSteps, writer);
            writer.end(Recorder.ending(drive.outcome()));
            return drive.summary();
        }
    }

    /** Records into memory. */
    public static Recorded inMemory(Input input, long seed, long maxSteps) {
        Program program = input.read();
        var kept = new Kept();
        var drive = drive(input, program, _ -> new SteadyScheduler(seed), maxSteps, kept);
        Trace trace = kept.trace(header(input, program), Recorder.ending(drive.outcome()));
        return new Recorded(program, trace, Optional.of(drive.summary()));
    }

    private record Drive(Outcome outcome, Summary summary) {}

    private static Drive drive(
            Input input, Program program, Function<Machine, Scheduler> scheduler, long maxSteps, Sink sink) {
        long began = System.nanoTime();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        var census = new Census(sink);
        Run.Result run = Recorder.record(machine, scheduler.apply(machine), maxSteps, census);
        if (census.threads() < 2) {
            throw refused(
                    input,
                    census.events() == 0
                            ? "nothing to record: the run had no event that another thread could see"
                            : "nothing to predict from: only one thread had events that another could see");
        }
        return new Drive(
                run.outcome(),
                new Summary(
                        census.events(),
                        census.steps(),
                        census.threads(),
                        census.locks(),
                        census.sharedLocations(),
                        ending(run.outcome()),
                        run.outcome() instanceof Outcome.Violated failed ? Optional.of(failed) : Optional.empty(),
                        (System.nanoTime() - began) / 1e9));
    }

    private static InputException refused(Input input, String why) {
        return new InputException(Diagnostic.error(new SourceSpan(input.file().toString(), 0, 0), why));
    }

    private static String ending(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ended(var code) -> "ended with exit code " + code;
            case Outcome.Violated(var violation) -> "failed: " + violation.message();
            case Outcome.Pruned(var note) -> "ended early: " + note;
            case Outcome.LimitReached(var reason) -> "stopped: " + reason;
            case Outcome.Continued _ -> "stopped";
        };
    }

    // ---- files -------------------------------------------------------------------------------------------------

    static Trace.Header header(Input input, Program program) {
        return new Trace.Header(input.file().toString(), InputWords.of(input.options()), fingerprint(program));
    }

    private static String fingerprint(Program program) {
        try {
            byte[] text = Printer.print(program).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the file is a trace, or would be one if it were whole. */
    public static boolean isTrace(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return TraceReader.isTrace(in.readNBytes(32));
        }
    }

    /** Reads a trace and, once more, the program it was recorded from, which must be the same still. */
    public static Recorded fromFile(Path file, TraceReader.Damage damage) throws IOException {
        var program = new Program[1];
        try {
            Trace trace = TraceReader.read(
                    Files.readAllBytes(file),
                    header -> {
                        program[0] = reread(file, header);
                        return program[0];
                    },
                    damage);
            return new Recorded(program[0], trace, Optional.empty());
        } catch (TraceException e) {
            String help = damage == TraceReader.Damage.REFUSED
                    ? "--allow-partial uses what comes before"
                    : "not even its first block is whole";
            throw new InputException(Diagnostic.error(
                    new SourceSpan(file.toString(), 0, 0),
                    String.valueOf(e.getMessage()),
                    e.offset() == 0 ? "" : help));
        }
    }

    private static Program reread(Path trace, Trace.Header header) {
        Program program = new Input(Path.of(header.file()), InputWords.read(header.options()), Dump.NOTHING).read();
        if (fingerprint(program).equals(header.fingerprint())) return program;
        throw new InputException(Diagnostic.error(
                new SourceSpan(trace.toString(), 0, 0),
                header.file() + " is no longer the program that was recorded",
                "record it again"));
    }
}
