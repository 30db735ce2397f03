package dev.moirai.api;

import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.jvm.JvmReplay;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.JsonException;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.json.WitnessFile;
import dev.moirai.witness.story.Telling;
import dev.moirai.witness.text.AnswerText;
import dev.moirai.witness.text.Glyphs;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.VerdictLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Asks about programs in C and Boogie, and for the JVM, as the commands of the same names do:
 *
 * <pre>{@code
 * Answer answer = Moirai.check(Path.of("queue.c")).property(Property.DEADLOCK).run();
 * }</pre>
 */
public final class Moirai {
    private static final int WIDTH = 100;

    private Moirai() {}

    /** Can it fail? */
    public static CheckRequest check(Path file) {
        return new CheckRequest(file);
    }

    /** What would one run have done wrong, had its threads moved in another order? */
    public static PredictionRequest predict(Path file) {
        return new PredictionRequest(file);
    }

    /** Does it fail under one schedule? */
    public static RunRequest run(Path file) {
        return new RunRequest(file);
    }

    /** A program for the JVM, by the command that starts it: {@code java("java", "-cp", "classes", "Main")}. */
    public static JavaRequest java(String... command) {
        return new JavaRequest(List.of(command));
    }

    /** Can it run for ever, fairly, without getting done? */
    public static LivelockRequest livelock(Path file) {
        return new LivelockRequest(file);
    }

    /** Does it always finish? */
    public static TerminationRequest terminates(Path file) {
        return new TerminationRequest(file);
    }

    /**
     * Executes the schedule of a witness file again, as {@code moirai replay} does: does it fail as claimed?
     *
     * @throws JsonException if the file is no witness
     */
    public static Answer replay(Path file) throws IOException {
        Witness witness = WitnessFile.read(Files.readString(file));
        Budget budget = Budget.of(Optional.of(Duration.ofSeconds(60)));
        return JvmInput.isOf(witness)
                ? JvmReplay.answer(witness, 1, JvmTrial.Printing.DISCARDED, budget)
                : WitnessReplay.answer(witness, budget);
    }

    /** The witness file of a violation, for {@link #replay}; empty if there is none. */
    public static Optional<String> witness(Answer answer) {
        return answer.evidence()
                .forReplay()
                .map(found -> WitnessFile.write(JvmInput.isOf(found) ? found : WitnessReplay.stamped(found)));
    }

    /** The answer for people, as a command prints it: the interleaving or the proof, and the verdict as its last line. */
    public static String explain(Answer answer) {
        var interleaving = new Interleaving(WIDTH, Glyphs.UNICODE, Paint.PLAIN);
        return new AnswerText(interleaving, Telling.FOCUSED).of(answer) + VerdictLine.of(answer) + "\n";
    }

    /** The answer for programs: the object that {@code --json} prints. */
    public static String json(Answer answer) {
        return JsonWriter.write(AnswerJson.of(answer));
    }
}
