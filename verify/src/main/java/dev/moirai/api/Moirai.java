package dev.moirai.api;

import dev.moirai.witness.Answer;
import dev.moirai.witness.json.AnswerJson;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.story.Telling;
import dev.moirai.witness.text.AnswerText;
import dev.moirai.witness.text.Glyphs;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.VerdictLine;
import java.nio.file.Path;

/**
 * Asks about programs in C and Boogie, as the commands of the same names do:
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

    /** Can it run for ever, fairly, without getting done? */
    public static LivelockRequest livelock(Path file) {
        return new LivelockRequest(file);
    }

    /** Does it always finish? */
    public static TerminationRequest terminates(Path file) {
        return new TerminationRequest(file);
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
