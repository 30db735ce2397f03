package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Output output = new Output(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE);

    @TempDir
    Path folder;

    @Test
    void oneLineForTheUserAndAFileForUs() throws IOException {
        Path input = Files.writeString(folder.resolve("a.c"), "int main(void) { return 0; }\n");
        var error = new IllegalStateException("it broke\nin two lines");
        Reply reply = Reply.to("check", input.toString(), output, () -> {
            throw error;
        });
        new Screen(output, Manner.of(List.of())).show(reply);
        assertThat(reply.exitCode()).isEqualTo(3);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("VERDICT: UNKNOWN internal error\n");
        String message = err.toString(StandardCharsets.UTF_8);
        assertThat(message)
                .startsWith("moirai: internal error: IllegalStateException: it broke (")
                .hasLineCount(1);
        var file = Pattern.compile("file (.*)\\)").matcher(message);
        assertThat(file.find()).isTrue();
        Path saved = Path.of(file.group(1));
        assertThat(saved)
                .content()
                .contains("in two lines")
                .contains("CrashTest")
                .contains("int main(void)");
        Files.delete(saved);
    }

    @Test
    void exhaustionIsNoErrorOfOurs() {
        Reason memory = new Crash(List.of(), new OutOfMemoryError()).reason(output);
        assertThat(memory.kind()).isEqualTo(Reason.Kind.MEMORY);
        assertThat(memory.words()).startsWith("out of memory");
        Reason stack = new Crash(List.of(), new StackOverflowError()).reason(output);
        assertThat(stack.kind()).isEqualTo(Reason.Kind.MEMORY);
        assertThat(stack.words()).startsWith("out of stack");
        assertThat(err.size()).isZero();
    }

    /** The answer of the other engines stands, and the failure is reported beside it. */
    @Test
    void oneEnginesFailureIsToldBesideTheAnswer() throws IOException {
        Path file = Files.writeString(folder.resolve("b.c"), "int main(void) { return 7; }\n");
        var failed = new Failure("order", new IllegalStateException("a model without a violation"));
        var answer = new Answer(
                new Question(Question.Kind.CHECK, file.toString(), Set.of(Property.ASSERTION)),
                new Verdict.Holds(),
                new Evidence.None(),
                new Cost(new EngineId("explicit"), new Statistics(0.1, Map.of()), List.of(failed)));
        Reply reply = Reply.to("check", file.toString(), output, () -> answer);
        assertThat(reply.exitCode()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("moirai: internal error in engine order: IllegalStateException: a model without a violation"
                        + " (please report it with the file ")
                .endsWith("; the others went on\n")
                .hasLineCount(1);
        String json = JsonWriter.write(reply.json());
        Schemas.mustBeAnAnswer(json);
        assertThat(json).contains("\"verdict\": \"holds\"", "\"failures\"", "\"engine\": \"order\"");
        var saved = Pattern.compile("\"file\": \"(\\S*moirai-report-\\S*)\"").matcher(json);
        assertThat(saved.find()).isTrue();
        assertThat(Path.of(saved.group(1))).content().contains("return 7");
        Files.delete(Path.of(saved.group(1)));
    }
}
