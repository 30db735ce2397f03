package dev.moirai.verify.replay;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.replay.NativeOrder;
import dev.moirai.replay.NativeOutcome;
import dev.moirai.replay.NativeProgram;
import dev.moirai.replay.ScriptWriter;
import dev.moirai.replay.Streams;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Replays a witness on the real program, which is compiled once and run several times under the schedule of the
 * witness.
 */
public final class NativeReplay {
    /** The result of the replay. */
    public sealed interface Result {
        /**
         * The program was run.
         *
         * @param same how many runs failed as the witness claims
         * @param otherwise how the others ended, in words
         */
        record Run(
                Violation violation,
                int steps,
                int runs,
                int same,
                List<String> otherwise,
                double compiling,
                double running)
                implements Result {
            public Run {
                otherwise = List.copyOf(otherwise);
            }
        }

        /** Even the interpreter's replay does not show the violation. */
        record Diverged(String why) implements Result {}

        /** A native run cannot show a violation of this kind. */
        record NotShown(String why) implements Result {}
    }

    /** What happens to the output of the program. It has no input. */
    public enum Printing {
        SHOWN,
        DISCARDED
    }

    private NativeReplay() {}

    /** Answers whether every run fails as the witness claims. If the time is up, there are fewer runs. */
    public static Answer answer(Witness witness, int runs, Printing printing, Budget budget) {
        Streams streams = switch (printing) {
            case SHOWN -> Streams.PRINTING;
            case DISCARDED -> Streams.NONE;
        };
        return Inquiry.inTime(
                budget,
                "",
                () -> new ReplayAnswer(witness, System.nanoTime())
                        .of(replay(witness, runs, streams), runs, budget.reason()));
    }

    private static Result replay(Witness witness, int runs, Streams streams) {
        if (witness.schedule().lassoStart().isPresent()) {
            return new Result.NotShown("the execution never ends");
        }
        if (!witness.question().isEmpty()
                && witness.violation()
                        .filter(v -> v.property() == Property.LIVELOCK)
                        .isPresent()) {
            return new Result.NotShown("a response that never comes has no place to stop at");
        }
        Input input = WitnessReplay.input(witness);
        Program program = input.read();
        return switch (WitnessReplay.replay(witness, program)) {
            case WitnessReplay.Result.Diverged(var why) -> new Result.Diverged(why);
            case WitnessReplay.Result.Failed(var violation, var steps) ->
                replay(witness, input, program, violation, steps, runs, streams);
        };
    }

    private static Result replay(
            Witness witness, Input input, Program program, Violation violation, int steps, int runs, Streams streams) {
        Property property = violation.property();
        // A race is seen in the last state, and a broken transaction in the order of accesses; neither ends the run
        // before that.
        boolean onTheWay = property != Property.DATA_RACE && property != Property.ATOMICITY;
        var machine =
                new Machine(program, MachineOptions.DEFAULT.watching(onTheWay ? Set.of(property) : Set.<Property>of()));
        long began = System.nanoTime();
        try (var compiled = NativeProgram.build(program, WitnessReplay.watched(witness), input.libraries())) {
            double compiling = seconds(began);
            var written = ScriptWriter.write(machine, compiled.sites(), witness.schedule());
            Optional<String> obstacle = written.obstacle();
            if (obstacle.isPresent()) return new Result.NotShown(obstacle.get());
            var order = NativeOrder.scripted(written.script(), compiled.sites().at(violation.exactly()));
            int same = 0;
            int done = 0;
            var otherwise = new ArrayList<String>();
            began = System.nanoTime();
            while (done < runs && !Thread.currentThread().isInterrupted()) {
                NativeOutcome outcome = compiled.run(order, streams).outcome();
                if (Thread.currentThread().isInterrupted()) break;
                if (isSame(violation, outcome)) same++;
                else otherwise.add(outcome.inWords());
                done++;
            }
            return new Result.Run(violation, steps, done, same, otherwise, compiling, seconds(began));
        }
    }

    private static boolean isSame(Violation claimed, NativeOutcome seen) {
        return switch (seen) {
            case NativeOutcome.Violated(var property, var span, var _, var _) ->
                property == claimed.property() && span.equals(claimed.exactly());
            // The run has followed the schedule to its end, so the three accesses have happened in the order of the
            // witness.
            case NativeOutcome.Stopped _ -> claimed.property() == Property.ATOMICITY;
            case NativeOutcome.Ended _,
                    NativeOutcome.Pruned _,
                    NativeOutcome.Diverged _,
                    NativeOutcome.CutShort _,
                    NativeOutcome.LimitReached _,
                    NativeOutcome.Crashed _ -> false;
        };
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
