package dev.moirai.predict;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.ir.Program;
import dev.moirai.predict.Predictor.Decided;
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
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** One run of a C text, recorded without interruptions, and what another order of its steps does. */
record ReorderedRun(Predictor.Result result) {
    private static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);

    static ReorderedRun of(Path folder, Property property, String text) throws IOException {
        Path file = folder.resolve("p.c");
        Files.writeString(file, text);
        Program program = Preparation.prepare(CPrograms.of(file));
        var kept = new Kept();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        var run = Recorder.record(machine, new SteadyScheduler(0), 10_000, kept);
        var header = new RecordedTrace.Header(file.toString(), List.of(), "");
        RecordedTrace trace = kept.trace(header, Recorder.ending(run.outcome()));
        var options = new Predictor.Options(
                EnumSet.of(property),
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                TraceSlicing.BY_CLAIM,
                "moirai",
                1);
        return new ReorderedRun(new Predictor(
                        new ProgramOrigin(program),
                        trace,
                        new InterpreterJudge(program, trace, options.properties()),
                        options,
                        Limit.none())
                .run(_ -> {}));
    }

    /** The lines of what was confirmed, one text a violation. */
    Set<String> confirmed() {
        var lines = new TreeSet<String>();
        for (Decided decided : result.decided()) {
            if (decided.fate() != Fate.CONFIRMED) continue;
            lines.add(String.join(
                    " ",
                    decided.sites().stream()
                            .map(site -> Integer.toString(site.span().line()))
                            .sorted()
                            .distinct()
                            .toList()));
        }
        return lines;
    }

    /** What was neither confirmed nor refuted. */
    List<String> undecided() {
        return result.decided().stream()
                .filter(it -> it.fate() == Fate.OPEN || it.fate() == Fate.NOT_REPLAYED)
                .map(it -> it.name() + ": " + it.reason())
                .toList();
    }
}
