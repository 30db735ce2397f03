package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        int exitCode = new Crash(List.of("check", input.toString()), error).report(output);
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
}
