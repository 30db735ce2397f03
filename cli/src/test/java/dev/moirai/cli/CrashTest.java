package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.frontend.c.COptions;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Report;
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
        int exitCode = new Crash(List.of("check", input.toString()), error).report("a.c", new NoAnswer(output, false));
        assertThat(exitCode).isEqualTo(3);
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
        assertThat(new Crash(List.of(), new OutOfMemoryError()).reason(output)).startsWith("out of memory");
        assertThat(new Crash(List.of(), new StackOverflowError()).reason(output))
                .startsWith("out of stack");
        assertThat(err.size()).isZero();
    }

    /** The answer of the others stands; the failure is told beside it. */
    @Test
    void oneEnginesFailureIsToldBesideTheAnswer() throws IOException {
        Path file = Files.writeString(folder.resolve("b.c"), "int main(void) { return 7; }\n");
        var input = new Input(file, COptions.DEFAULT, Dump.NOTHING);
        var failed = new Failure("order", new IllegalStateException("a model without a violation"));
        var report = new Report(
                file.toString(),
                Set.of(Property.ASSERTION),
                "explicit",
                new Verdict.Holds(),
                Report.Replay.NOT_APPLICABLE,
                new Statistics(0.1, Map.of()),
                List.of(failed));
        Answer answer = Answer.to(input, output, () -> report);
        assertThat(answer.exitCode()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("moirai: internal error in engine order: IllegalStateException: a model without a violation"
                        + " (please report it with the file ")
                .endsWith("; the others went on\n")
                .hasLineCount(1);
        String json = JsonWriter.write(answer.json());
        assertThat(json).contains("\"verdict\": \"holds\"", "\"failures\"", "\"engine\": \"order\"");
        var saved = Pattern.compile("\"file\": \"(\\S*moirai-report-\\S*)\"").matcher(json);
        assertThat(saved.find()).isTrue();
        assertThat(Path.of(saved.group(1))).content().contains("return 7");
        Files.delete(Path.of(saved.group(1)));
    }
}
