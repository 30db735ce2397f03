package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.source.StandardInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -} is standard input wherever a file is read. */
class StandardInputTest {
    private static final String RACY = """
        #include <pthread.h>
        #include <assert.h>
        int hits;
        void *visit(void *p) { int before = hits; hits = before + 1; return 0; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, visit, 0);
            pthread_create(&b, 0, visit, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(hits == 2);
        }
        """;

    @TempDir
    private Path folder;

    @AfterEach
    void giveItBack() {
        StandardInput.comesFrom(InputStream.nullInputStream());
    }

    private static Shell piped(String text, String... args) {
        StandardInput.comesFrom(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return Shell.moirai(args);
    }

    @Test
    void aProgramIsCheckedAndItsWitnessReplayed() throws IOException {
        Path witness = folder.resolve("w.json");
        Path page = folder.resolve("page.md");
        var checked = piped(
                RACY,
                "check",
                "-",
                "--engine",
                "explicit",
                "--witness",
                witness.toString(),
                "--report",
                "markdown=" + page);
        assertThat(checked.lastLine()).isEqualTo("VERDICT: VIOLATED assertion at <stdin>:11 (thread main)");
        assertThat(checked.out()).contains("int before = hits;");
        assertThat(page).content().contains("assert(hits == 2)");
        assertThat(piped(RACY, "replay", witness.toString()).lastLine()).isEqualTo(checked.lastLine());
        assertThat(piped(RACY + "\n", "replay", witness.toString()).err())
                .contains("<stdin> has changed since the witness was made");
        piped(Files.readString(witness), "replay", "-")
                .refusedWith("the witness is of a program from standard input, which it comes from itself");
    }

    @Test
    void witnessesSchedulesAndInputAreReadToo() throws IOException {
        Path program = Files.writeString(folder.resolve("p.c"), RACY);
        Path witness = folder.resolve("w.json");
        Shell.moirai("check", program.toString(), "--engine", "explicit", "--witness", witness.toString());
        String text = Files.readString(witness);
        assertThat(piped(text, "replay", "-").exitCode()).isEqualTo(ExitCode.VIOLATION);
        assertThat(piped(text, "run", program.toString(), "--schedule", "-").exitCode())
                .isEqualTo(ExitCode.VIOLATION);
        Path reader = Files.writeString(
                folder.resolve("r.c"),
                "#include <stdio.h>\n#include <assert.h>\nint main(void) { assert(getchar() == 'x'); }");
        assertThat(piped("x", "run", reader.toString(), "--stdin", "-").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(piped("y", "run", reader.toString(), "--stdin", "-").exitCode())
                .isEqualTo(ExitCode.VIOLATION);
    }

    @Test
    void theOptionSaysThatItIsBoogie() throws IOException {
        String counter = Files.readString(Path.of("../examples/boogie/counter.bpl"));
        assertThat(piped(counter, "check", "-", "--language", "boogie", "--engine", "explicit")
                        .lastLine())
                .startsWith("VERDICT: VIOLATED assertion at <stdin>.bpl:27");
        piped(RACY, "check", "p.c", "--language", "c").refusedWith("--language is for standard input");
    }

    @Test
    void whatIsWrongIsSaidWithItsLine() {
        piped("int main(void) { return x; }", "check", "-").refusedWith("<stdin>:1:25: error:");
        piped("", "check", "-").refusedWith("<stdin>: error: the file is empty");
        piped(RACY, "check", "--each", "-", "-").refusedWith("only one file can be -");
    }
}
