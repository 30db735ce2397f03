package dev.moirai.verify.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmCommand;
import dev.moirai.replay.jvm.JvmOrder;
import dev.moirai.replay.jvm.JvmProcess;
import dev.moirai.replay.jvm.JvmSegment;
import dev.moirai.replay.jvm.JvmSources;
import dev.moirai.replay.jvm.JvmStory;
import dev.moirai.replay.jvm.JvmViolations;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a JVM program once, under a schedule of ours. A failure is believed when the same schedule, in a second JVM, leads to it
 * again; that run also tells the story.
 */
public final class JvmTrial {
    /** What is looked for in every run. */
    public static final Set<Property> WATCHED = EnumSet.of(Property.ASSERTION, Property.EXCEPTION, Property.DEADLOCK);

    /** What becomes of what the program prints. */
    public enum Printing {
        LIVE,
        KEPT,
        DISCARDED
    }

    /**
     * What a run showed.
     *
     * @param witness of a violation
     * @param steps how many there were, {@code threads} how many made them
     */
    record Result(
            Verdict verdict,
            Optional<Witness> witness,
            long steps,
            long threads,
            String ending,
            List<String> remarks) {}

    private final JvmInput input;
    private final JvmCommand command;
    private final JvmSources sources;

    JvmTrial(JvmInput input) {
        this.input = input;
        this.command = input.toCommand();
        this.sources = input.sources();
    }

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if the time is up before the program has ended. */
    public static Answer run(JvmInput input, JvmSchedule schedule, Printing printing, Budget budget) {
        return Inquiry.inTime(budget, "", () -> new JvmTrial(input).answer(schedule, printing));
    }

    private Answer answer(JvmSchedule schedule, Printing printing) {
        long began = System.nanoTime();
        try {
            Path output = Files.createTempFile("moirai-output", ".txt");
            try {
                Streams streams = switch (printing) {
                    case LIVE -> Streams.OURS;
                    case KEPT -> Streams.OURS.withOutput(output.toFile());
                    case DISCARDED -> Streams.NONE;
                };
                Result result = result(pace(schedule), streams);
                Optional<String> printed = printing == Printing.KEPT
                        ? Optional.of(Files.readString(output, StandardCharsets.ISO_8859_1))
                        : Optional.empty();
                boolean failed = result.verdict() instanceof Verdict.Violated;
                var remarks = new ArrayList<>(result.remarks());
                remarks.add("run: " + result.ending() + (failed ? " (again: " + schedule.words() + ")" : ""));
                return new Answer(
                        new Question(Question.Kind.RUN, command.program(), WATCHED),
                        result.verdict(),
                        new Evidence.Run(result.witness(), printed, remarks),
                        cost(began, Map.of("steps", result.steps())));
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Cost cost(long began, Map<String, Long> counts) {
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Cost(new EngineId("jvm"), new Statistics(seconds, new LinkedHashMap<>(counts)));
    }

    JvmCommand command() {
        return command;
    }

    /** PCT must know about how long a run is; a steady one tells. */
    private JvmOrder.Pace pace(JvmSchedule schedule) {
        return switch (schedule) {
            case JvmSchedule.Steady _ -> new JvmOrder.Pace.Steady();
            case JvmSchedule.Seeded(var seed) -> new JvmOrder.Pace.Seeded(seed, JvmSchedule.PERIOD);
            case JvmSchedule.Pct(var seed, var depth) -> {
                try (var measured = run(new JvmOrder.Pace.Steady(), JvmOrder.Mode.CONTROL, Streams.NONE)) {
                    yield new JvmOrder.Pace.Pct(
                            seed, depth, Math.max(1, measured.report().count("steps")));
                }
            }
        };
    }

    JvmProcess run(JvmOrder.Pace pace, JvmOrder.Mode mode, Streams streams) {
        return JvmProcess.run(command, input.order(mode, pace), streams);
    }

    /** One run, and a second one if it fails. */
    Result result(JvmOrder.Pace pace, Streams streams) {
        try (var process = run(pace, JvmOrder.Mode.CONTROL, streams)) {
            RunReport report = process.report();
            refuseIfNothingRan(process);
            long steps = report.count("steps");
            Optional<Violation> violation = failure(report);
            if (violation.isEmpty()) {
                return new Result(
                        peaceful(process),
                        Optional.empty(),
                        steps,
                        report.count("threads"),
                        ending(process),
                        remarks(report));
            }
            return confirmed(report, violation.get());
        }
    }

    Optional<Violation> failure(RunReport report) {
        return new JvmViolations(report, sources).ofTheEnd();
    }

    private Result confirmed(RunReport first, Violation violation) {
        long steps = first.count("steps");
        long threads = first.count("threads");
        String ending = "failed after " + steps + " steps of " + first.count("threads") + " threads";
        if (first.approximate().isPresent()) {
            var unknown = new Verdict.Unknown("it failed (" + violation.message()
                    + "), but not all of the run was under control: "
                    + first.approximate().get());
            return new Result(unknown, Optional.empty(), steps, threads, ending, remarks(first));
        }
        List<JvmSegment> segments = segments(first);
        var script = new JvmOrder.Pace.Scripted(segments, false);
        try (var again = run(script, JvmOrder.Mode.STORY, Streams.NONE)) {
            RunReport report = again.report();
            boolean isSame = report.approximate().isEmpty()
                    && failure(report).filter(violation::isSameAs).isPresent();
            if (!isSame) {
                var unknown = new Verdict.Unknown("it failed (" + violation.message()
                        + "), but not again under the same schedule: the second run " + ending(again)
                        + "; something from outside decides");
                return new Result(unknown, Optional.empty(), steps, threads, ending, remarks(first));
            }
            var schedule = new JvmStory(report, sources).schedule(command.program());
            Violation seen = failure(report).orElseThrow();
            var witness = new Witness(schedule, input.words(segments), Optional.of(seen), List.of());
            return new Result(
                    new Verdict.Violated(seen, schedule), Optional.of(witness), steps, threads, ending, remarks(first));
        }
    }

    void refuseIfNothingRan(JvmProcess process) {
        refuseIfNothingRan(process.report(), "the JVM ended with status " + process.status());
    }

    void refuseIfNothingRan(RunReport report) {
        refuseIfNothingRan(report, "the JVM did not come so far");
    }

    private void refuseIfNothingRan(RunReport report, String ending) {
        var place = new SourceSpan(command.program(), 0, 0);
        if (report.ending() == RunReport.Ending.NONE) {
            if (Thread.currentThread().isInterrupted()) throw new IllegalStateException("the time is up");
            throw new InputException(Diagnostic.error(place, ending + ", without a report of ours", ""));
        }
        if (report.ending() == RunReport.Ending.REFUSED)
            throw new InputException(Diagnostic.error(place, report.detail(), ""));
        if (report.count("entered") == 0) {
            throw new InputException(Diagnostic.error(
                    place,
                    "no method of the program was run (" + ending + ")",
                    "is the main class on the class path, for this JVM, and does --include name it?"));
        }
    }

    private static Verdict peaceful(JvmProcess process) {
        RunReport report = process.report();
        if (report.isOutOfMemory()) {
            return new Verdict.Unknown("the program's JVM is out of memory (java -Xmx gives more)");
        }
        return switch (report.ending()) {
            case EXIT, IDLE -> new Verdict.HoldsWithin("this run");
            case STEPS -> new Verdict.HoldsWithin("the first " + report.count("steps") + " steps of this run");
            case EXCEPTION, DEADLOCK, DIVERGED, STOPPED, REFUSED, NONE -> new Verdict.Unknown(ending(process));
        };
    }

    /** How the run ended, in words. */
    static String ending(JvmProcess process) {
        RunReport report = process.report();
        return report.ending() == RunReport.Ending.NONE
                ? "ended with status " + process.status() + ", without a report"
                : report.words();
    }

    /** The schedule of a finished run. */
    static List<JvmSegment> segments(RunReport report) {
        return report.segments().stream().map(JvmSegment::of).toList();
    }

    List<String> remarks(RunReport report) {
        var remarks = new ArrayList<String>();
        report.approximate().ifPresent(why -> remarks.add("approximate: " + why));
        if (command.hasOtherAgent()) remarks.add("another agent works in this JVM; what it adds to classes is run too");
        for (String remark : report.remarks()) remarks.add(remark);
        return remarks;
    }
}
