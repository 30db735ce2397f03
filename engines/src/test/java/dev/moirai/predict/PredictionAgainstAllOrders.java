package dev.moirai.predict;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.generate.AttemptPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.ConcurrentPrograms.Feature;
import dev.moirai.generate.TangledPrograms;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.generate.idiom.Idiom;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.ir.Program;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.solve.Limit;
import dev.moirai.trace.Kept;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Prediction against all orders, on generated programs. As a campaign: {@code PredictionAgainstAllOrders FIRST COUNT
 * [SOURCE]}, seeds from FIRST on, of all sources in turn or of one; prints what differs and a line of numbers.
 */
public final class PredictionAgainstAllOrders {
    private static final Set<Property> ASKED = EnumSet.of(
            Property.ASSERTION, Property.DATA_RACE, Property.DEADLOCK, Property.ATOMICITY, Property.LOCK_MISUSE);
    private static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);
    private static final Set<Property> BUT_MISUSE = EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.MEMORY);
    private static final Set<Feature> FEATURES = EnumSet.complementOf(EnumSet.of(Feature.SPIN, Feature.MISUSE));

    /** Longer runs have too many orders, without a try. */
    private static final int LONGEST = 300;

    /** Where programs come from. */
    enum Source {
        CONCURRENT,
        THREADED,
        TANGLED,
        ATTEMPTS;

        static Source of(long seed) {
            return values()[(int) Math.floorMod(seed, (long) values().length)];
        }

        ThreadedPrograms.Generated program(long seed) {
            return switch (this) {
                case CONCURRENT -> plain(ConcurrentPrograms.of(seed, ConcurrentPrograms.shape(seed, FEATURES)));
                case THREADED -> ThreadedPrograms.of(seed);
                case TANGLED -> plain(TangledPrograms.of(seed));
                case ATTEMPTS -> plain(AttemptPrograms.of(seed));
            };
        }

        static ThreadedPrograms.Generated plain(String text) {
            return new ThreadedPrograms.Generated(text, COptions.DEFAULT, EnumSet.noneOf(Idiom.class));
        }
    }

    /** What came of one program. */
    public record Comparison(
            String text,
            long steps,
            Set<String> predicted,
            Set<String> enumerated,
            List<String> undecided,
            boolean skipped) {
        boolean agrees() {
            return skipped || predicted.equals(enumerated) && undecided.isEmpty();
        }
    }

    private PredictionAgainstAllOrders() {}

    static Comparison compare(Source source, long seed, Path folder) throws IOException {
        return compare(source.program(seed), seed, folder);
    }

    /** @param seed the chance under which the run is recorded */
    static Comparison compare(ThreadedPrograms.Generated generated, long seed, Path folder) throws IOException {
        String text = generated.text();
        Path file = folder.resolve("p" + seed + ".c");
        Files.writeString(file, text);
        return compare(Preparation.prepare(CFrontend.translate(file, generated.options())), text, seed);
    }

    /** Compares what is predicted of the run that the seed makes. */
    public static Comparison compare(Program program, String text, long seed) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        var kept = new Kept();
        var run = Recorder.record(machine, new SteadyScheduler(seed), 10_000, kept);
        if (run.steps() > LONGEST) return new Comparison(text, run.steps(), Set.of(), Set.of(), List.of(), true);
        RecordedTrace trace =
                kept.trace(new RecordedTrace.Header(program.file(), List.of(), ""), Recorder.ending(run.outcome()));
        var options = new Predictor.Options(
                ASKED,
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                TraceSlicing.BY_CLAIM,
                "moirai",
                1);
        var predictor = new Predictor(
                new ProgramOrigin(program), trace, new InterpreterJudge(program, trace, ASKED), options, Limit.none());
        var predicted = new TreeSet<String>();
        var undecided = new ArrayList<String>();
        boolean isShown = false;
        for (Predictor.Decided decided : predictor.run(_ -> {}).decided()) {
            if (decided.fate() == Fate.OPEN || decided.fate() == Fate.NOT_REPLAYED) {
                undecided.add(decided.fate() + " " + decided.name() + ": " + decided.reason());
            }
            if (decided.fate() != Fate.CONFIRMED) continue;
            isShown |= decided.property() == Property.DEADLOCK && isStuck(program, moves(decided));
            predicted.add(
                    switch (decided.property()) {
                        case DEADLOCK -> Property.DEADLOCK.word();
                        case LOCK_MISUSE -> AllOrders.misuse(decided.violation().orElseThrow());
                        default -> AllOrders.name(decided.property(), decided.threads(), decided.sites());
                    });
        }
        // That the recorded run itself came to a deadlock is told with the run.
        boolean stuck =
                run.outcome() instanceof Outcome.Violated(var violation) && violation.property() == Property.DEADLOCK;
        if (stuck) predicted.add(Property.DEADLOCK.word());
        var all = new AllOrders(
                new Machine(program, MachineOptions.DEFAULT.watching(WATCHED)),
                new Machine(program, MachineOptions.DEFAULT.watching(BUT_MISUSE)),
                new TraceProgram(trace),
                new ProgramOrigin(program),
                Transactions.CRITICAL_SECTIONS);
        if (stuck) all.violations.add(Property.DEADLOCK.word());
        // A deadlock may need threads to go on beyond what was recorded of them: then a run of it must do.
        if (isShown) all.violations.add(Property.DEADLOCK.word());
        return new Comparison(text, run.steps(), predicted, all.violations, undecided, all.tooMany);
    }

    private static List<Move> moves(Predictor.Decided decided) {
        return ((InterpreterJudge.Moves) decided.shown().orElseThrow().execution()).moves();
    }

    private static boolean isStuck(Program program, List<Move> moves) {
        var machine = new Machine(
                program, MachineOptions.DEFAULT.watching(EnumSet.of(Property.ASSERTION, Property.DEADLOCK)));
        State state = machine.start();
        return machine.replay(state, moves, Observer.NONE) instanceof Outcome.Continued
                && machine.deadlock(state).isPresent();
    }

    public static void main(String[] args) throws IOException {
        long first = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        Optional<Source> source = args.length > 2 ? Optional.of(Source.valueOf(args[2])) : Optional.empty();
        Path folder = Files.createTempDirectory("moirai-predict");
        int agreed = 0;
        int skipped = 0;
        int violations = 0;
        long steps = 0;
        for (long seed = first; seed < first + count; seed++) {
            Comparison comparison;
            try {
                comparison = compare(source.orElse(Source.of(seed)), seed, folder);
            } catch (RuntimeException e) {
                System.out.println("seed " + seed + ": " + e);
                e.printStackTrace(System.out);
                continue;
            }
            if (comparison.skipped()) skipped++;
            else if (comparison.agrees()) agreed++;
            else report(seed, comparison);
            violations += comparison.enumerated().size();
            steps += comparison.steps();
        }
        System.out.printf(
                "%d programs: %d agree, %d differ, %d with too many orders; %d violations, %d steps%n",
                count, agreed, count - agreed - skipped, skipped, violations, steps);
    }

    private static void report(long seed, Comparison comparison) {
        var missed = new TreeSet<>(comparison.enumerated());
        missed.removeAll(comparison.predicted());
        var invented = new TreeSet<>(comparison.predicted());
        invented.removeAll(comparison.enumerated());
        System.out.println("seed " + seed + " missed " + missed + " invented " + invented + " undecided "
                + comparison.undecided());
    }
}
