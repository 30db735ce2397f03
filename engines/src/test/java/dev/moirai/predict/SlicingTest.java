package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.generate.ConcurrentPrograms.Feature;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.ir.Program;
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
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What slicing leaves out changes no answer, whichever orders count. */
class SlicingTest {
    private static final long SEEDS = Long.getLong("moirai.campaign.seeds", 40);
    private static final long FIRST = Long.getLong("moirai.campaign.first", 3000);
    private static final Set<Property> ASKED = EnumSet.of(
            Property.ASSERTION, Property.DATA_RACE, Property.DEADLOCK, Property.ATOMICITY, Property.LOCK_MISUSE);
    private static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);

    @TempDir
    Path folder;

    private int steps;
    private int kept;

    @Test
    void changesNoAnswer() throws IOException {
        int decided = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            String text = ConcurrentPrograms.of(
                    seed, ConcurrentPrograms.shape(seed, EnumSet.complementOf(EnumSet.of(Feature.SPIN))));
            Path file = folder.resolve("p" + seed + ".c");
            Files.writeString(file, text);
            Program program = Preparation.prepare(CPrograms.of(file));
            RecordedTrace trace = record(program, file, seed);
            for (CausalModel model : CausalModel.values()) {
                List<String> all = answers(program, trace, model, TraceSlicing.NONE);
                assertThat(answers(program, trace, model, TraceSlicing.BY_CLAIM))
                        .as("seed %d, %s:\n%s", seed, model, text)
                        .isEqualTo(all);
                decided += all.size();
            }
        }
        assertThat(decided).as("candidates in the sample").isGreaterThan(100);
        assertThat(kept).as("steps left by slicing").isLessThan(steps);
    }

    private static RecordedTrace record(Program program, Path file, long seed) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
        var recorded = new Kept();
        var run = Recorder.record(machine, new SteadyScheduler(seed), 10_000, recorded);
        return recorded.trace(new RecordedTrace.Header(file.toString(), List.of(), ""), Recorder.ending(run.outcome()));
    }

    private List<String> answers(Program program, RecordedTrace trace, CausalModel model, TraceSlicing slicing) {
        var options = new Predictor.Options(
                ASKED, Transactions.CRITICAL_SECTIONS, model, OptionalInt.empty(), slicing, "moirai", 1);
        Predictor.Result result = new Predictor(
                        new ProgramOrigin(program),
                        trace,
                        new InterpreterJudge(program, trace, options.properties()),
                        options,
                        Limit.none())
                .run(_ -> {});
        if (slicing == TraceSlicing.NONE) steps += result.relevantSteps();
        else kept += result.relevantSteps();
        var answers = new ArrayList<String>();
        for (Predictor.Decided each : result.decided()) {
            answers.add(each.name() + " " + each.threads() + " " + each.fate() + " " + each.reason());
        }
        return answers;
    }
}
