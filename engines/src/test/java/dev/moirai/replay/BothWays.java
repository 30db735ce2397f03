package dev.moirai.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A program on the machine and on the interpreter, by turns: what one did the other must do. */
final class BothWays implements AutoCloseable {
    private static final long MAX_STEPS = 1_000;

    private final Machine machine;
    private final NativeProgram compiled;
    private final Path printed;

    BothWays(Program program, Set<Property> watched, Path folder) throws IOException {
        machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        compiled = NativeProgram.build(program, watched);
        printed = Files.createTempFile(folder, "printed", ".txt");
    }

    private record Interpreted(Run.Result result, String printed) {}

    private Interpreted interpret(Scheduler scheduler) {
        var text = new StringBuilder();
        var observer = new Observer() {
            @Override
            public void printed(String more) {
                text.append(more);
            }
        };
        return new Interpreted(Run.drive(machine, scheduler, observer, MAX_STEPS), text.toString());
    }

    private NativeRun execute(NativeOrder order) throws IOException {
        return compiled.run(order, Streams.NONE.withOutput(printed.toFile()));
    }

    private String printed() throws IOException {
        return Files.readString(printed, StandardCharsets.ISO_8859_1);
    }

    /** A native run by chance, followed by the interpreter. Returns how it ended. */
    NativeOutcome nativeThenInterpreted(NativeOrder.Pace pace) throws IOException {
        NativeRun run = execute(new NativeOrder(pace, MAX_STEPS, NativeOrder.Logging.ON));
        var again = interpret(new LogFollower(machine, compiled.sites(), run.log()));
        assertThat(word(run.outcome()))
                .as("native")
                .isEqualTo(word(again.result().outcome()));
        assertThat(printed()).isEqualTo(again.printed());
        return run.outcome();
    }

    /** A run of the interpreter by chance, followed by the machine. Returns how it ended. */
    NativeOutcome interpretedThenNative(long seed) throws IOException {
        var first = interpret(new RandomScheduler(seed));
        var written =
                ScriptWriter.write(machine, compiled.sites(), first.result().schedule());
        NativeRun run = execute(NativeOrder.scripted(written.script()));
        String expected = word(first.result().outcome());
        assertThat(word(run.outcome())).as("native").isEqualTo(expected);
        if (!expected.equals("stopped")) assertThat(printed()).isEqualTo(first.printed());
        return run.outcome();
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Violated(var violation) -> violation.property() + " at " + violation.span();
            case Outcome.Ended(var code) -> "ended " + code;
            case Outcome.Pruned _ -> "pruned";
            case Outcome.Continued _, Outcome.LimitReached _ -> "stopped";
        };
    }

    private static String word(NativeOutcome outcome) {
        return switch (outcome) {
            case NativeOutcome.Violated(var property, var span, var _, var _) -> property + " at " + span;
            case NativeOutcome.Ended(var code) -> "ended " + code;
            case NativeOutcome.Pruned _ -> "pruned";
            case NativeOutcome.Stopped _, NativeOutcome.CutShort _, NativeOutcome.LimitReached _ -> "stopped";
            case NativeOutcome.Diverged _, NativeOutcome.Crashed _ -> outcome.inWords();
        };
    }

    @Override
    public void close() {
        compiled.close();
    }
}
