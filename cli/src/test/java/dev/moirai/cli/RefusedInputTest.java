package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input that occurs in practice: every command gives a clear message and the right exit code. */
class RefusedInputTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void missingFile(String command) {
        moirai(command, "nowhere/a.c").refusedWith("nowhere/a.c: error: no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void directory(String command) {
        moirai(command, folder.toString()).refusedWith(folder + ": error: this is a directory, not a C file");
    }

    @Test
    void unreadableFile() throws IOException {
        Path file = write("secret.c", "int main(void) { return 0; }");
        assumeThat(file.toFile().setReadable(false) && !Files.isReadable(file))
                .as("a user who may not read everything")
                .isTrue();
        moirai("run", file.toString()).refusedWith("error: this file cannot be read: permission denied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void emptyFile(String command) throws IOException {
        moirai(command, write("empty.c", "").toString()).refusedWith("empty.c: error: the file is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void binaryFile(String command) throws IOException {
        var bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);
        Path file = folder.resolve("binary.c");
        Files.write(file, bytes);
        moirai(command, file.toString()).refusedWith("binary.c");
    }

    @Test
    void missingInclude() throws IOException {
        Path file = write("include.c", "#include \"nowhere.h\"\nint main(void) { return 0; }\n");
        moirai("run", file.toString()).refusedWith("include.c:1:");
        assertThat(moirai("run", file.toString()).err()).contains("nowhere.h").contains("| #include");
    }

    @Test
    void syntaxErrorsAreShownWithTheirLines() throws IOException {
        Path file = write("syntax.c", "int main(void) {\n  int x = ;\n  return 0;\n}\n");
        var result = moirai("check", file.toString());
        result.refusedWith("syntax.c:2:");
        assertThat(result.err()).contains("error: ").contains("    2 |   int x = ;");
    }

    @Test
    void missingMain() throws IOException {
        moirai("check", write("library.c", "int f(void) { return 1; }\n").toString())
                .refusedWith("main");
    }

    @Test
    void unknownFunctionIsNamedWithTheWayOut() throws IOException {
        Path file = write("unknown.c", "int frobnicate(int);\nint main(void) {\n  return frobnicate(3);\n}\n");
        var result = moirai("check", file.toString());
        result.refusedWith("unknown.c:3:");
        assertThat(result.err()).contains("frobnicate").contains("--assume-pure");
        assertThat(moirai("run", file.toString(), "--assume-pure", "frobnicate").exitCode())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void infiniteRecursion(String command) throws IOException {
        Path file =
                write("deep.c", "int down(int n) { return down(n + 1) + 1; }\nint main(void) { return down(0); }\n");
        String[] words = command.equals("run")
                ? new String[] {command, file.toString()}
                : new String[] {command, file.toString(), "--engine", "explicit"};
        var result = moirai(words);
        assertThat(result.lastLine()).startsWith("VERDICT: UNKNOWN").contains("recursion");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void infiniteLoopIsStopped(String command) throws IOException {
        Path file = write("loop.c", "int x; int main(void) { while (1) x++; }\n");
        var result = moirai(command, file.toString(), "--time", "500ms");
        assertThat(result.lastLine()).startsWith("VERDICT: ");
        assertThat(result.exitCode()).isIn(0, 3);
    }

    @Test
    @Timeout(120)
    void tenMegabytes() throws IOException {
        var text = new StringBuilder("int x;\n");
        for (int i = 0; text.length() < 10_000_000; i++) {
            text.append("int f").append(i).append("(int a) { int b = a * ").append(i);
            text.append("; if (b > 7) b = b - x; return b; }\n");
        }
        text.append("int main(void) { return f0(1); }\n");
        var result = moirai("run", write("large.c", text.toString()).toString(), "--time", "100s");
        assertThat(result.lastLine()).isEqualTo("VERDICT: HOLDS WITHIN this run");
    }

    @Test
    @Timeout(60)
    void deeplyNestedExpressionIsNoCrash() throws IOException {
        String nested = "(".repeat(20_000) + "1" + ")".repeat(20_000);
        var result = moirai(
                "run",
                write("nested.c", "int main(void) { return " + nested + "; }\n").toString());
        assertThat(result.exitCode()).isIn(0, 2, 3);
        assertThat(result.err()).doesNotContain("internal error");
    }

    @Test
    void brokenScheduleFiles() throws IOException {
        String file = write("ok.c", "int main(void) { return 0; }\n").toString();
        moirai("run", file, "--schedule", folder.resolve("none.json").toString())
                .refusedWith("none.json: no such file");
        moirai("run", file, "--schedule", folder.toString()).refusedWith("is a directory");
        moirai("run", file, "--schedule", write("broken.json", "{\"format\": ").toString())
                .refusedWith("broken.json: line 1, column 12: the text ends too early");
        moirai("run", file, "--schedule", write("other.json", "{\"a\": 1}").toString())
                .refusedWith("this is not a schedule");
        String foreign = "{\"format\": \"moirai-schedule-1\", \"steps\": [{\"thread\": \"worker\"}]}";
        moirai("run", file, "--schedule", write("foreign.json", foreign).toString())
                .refusedWith("there is no thread worker");
    }

    @Test
    void aWitnessWithoutAProgramIsNamed() throws IOException {
        Path program = write("lost.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
        Path witness = folder.resolve("lost.json");
        moirai("check", program.toString(), "--witness", witness.toString());
        Files.writeString(witness, Files.readString(witness).replaceFirst("\"file\"", "\"elif\""));
        moirai("replay", witness.toString())
                .refusedWith("witness " + witness + " does not say what it is of: no \"file\"");
    }

    @Test
    void aWitnessWhoseProgramIsGoneNamesBoth() throws IOException {
        Path program = folder.resolve("gone.c");
        Files.writeString(program, "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
        Path witness = folder.resolve("gone.json");
        moirai("check", program.toString(), "--witness", witness.toString());
        Files.delete(program);
        moirai("replay", witness.toString())
                .refusedWith("the program of witness " + witness + " is not there: " + program);
    }

    @Test
    void scheduleThatCannotBeWritten() throws IOException {
        String file = write("ok.c", "int main(void) { return 0; }\n").toString();
        var result = moirai(
                "run",
                file,
                "--save-schedule",
                folder.resolve("no/such/folder.json").toString());
        assertThat(result.err()).contains("cannot write").contains("no such file or folder");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void badFilesAmongSeveral() throws IOException {
        String good = write("good.c", "int main(void) { return 0; }\n").toString();
        String bad = write("bad.c", "int main(void) { return }\n").toString();
        var result = moirai("check", "--each", good, bad, "nowhere.c");
        assertThat(result.out())
                .contains(good + ": HOLDS")
                .contains(bad + ": ERROR ")
                .contains("nowhere.c: ERROR nowhere.c: no such file")
                .endsWith("3 files: 1 without violation, 2 not understood\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
