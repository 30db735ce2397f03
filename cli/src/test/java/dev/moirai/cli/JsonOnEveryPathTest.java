package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code --json}, standard output is one object, however the command ends, and its verdict fits the exit code. */
class JsonOnEveryPathTest {
    private static final String ENDLESS = """
        #include <pthread.h>
        #include <assert.h>
        static unsigned long turns, others;
        static void *turn(void *unused) { for (;;) { turns++; if (turns > others) turns *= 3; } return unused; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, turn, 0);
            pthread_create(&b, 0, turn, 0);
            for (;;) others += turns;
        }
        """;

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void recordARun() {
        trace = folder.resolve("bank.trace");
        assertThat(moirai("record", "../examples/predict/bank.c", "-o", trace.toString())
                        .exitCode())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "record", "predict", "livelock", "terminates", "sequentialize"})
    void answers(String command) {
        String program =
                command.equals("livelock") ? "../examples/livelock/fig1b.c" : "../examples/predict/lost-update.c";
        assertThat(object(words(command, program)).members()).isNotEmpty();
    }

    @Test
    void answersAboutOtherFiles() throws IOException {
        String witness = folder.resolve("w.json").toString();
        moirai("check", "../examples/check/counter-race.c", "--witness", witness);
        assertThat(verdict("replay", witness)).isEqualTo("violated");
        assertThat(verdict("predict", trace.toString())).isEqualTo("violated");
        assertThat(verdict("check", "--each", "--show-loops", "../examples/check/peterson.c", "nowhere.c"))
                .isEqualTo("array");
        Path proof = folder.resolve("proof.smt2");
        moirai("terminates", "../examples/terminates/choice.c", "--thread", "first", "--certificate", proof.toString());
        assertThat(verdict("verify-certificate", proof.toString())).isEqualTo("valid");
        Files.writeString(proof, Files.readString(proof).replace("(check-sat)", "(check-sat)("));
        assertThat(verdict("verify-certificate", proof.toString())).isEqualTo("unsupported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "record", "predict", "livelock", "terminates", "sequentialize"})
    void timeThatIsUp(String command) throws IOException {
        String program = Files.writeString(folder.resolve("endless.c"), ENDLESS).toString();
        var words = words(command, program, "--time", "1ms");
        if (command.equals("sequentialize")) words.addAll(List.of("--unwind", "3000", "--rounds", "30"));
        // A stopped run holds as far as it went; the other commands know nothing.
        assertThat(verdict(words.toArray(String[]::new))).isIn("unknown", "holds-within");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "record", "predict", "livelock", "terminates", "sequentialize"})
    void badInput(String command) throws IOException {
        String syntax = Files.writeString(folder.resolve("syntax.c"), "int main(void) {\n  return 1 +;\n}\n")
                .toString();
        assertThat(verdict(words(command, syntax))).isEqualTo("unsupported");
        String unknown = Files.writeString(
                        folder.resolve("unknown.c"), "int f(void);\nint main(void) { return f(); }\n")
                .toString();
        assertThat(object(words(command, unknown)).members().get("errors").toString())
                .contains("line")
                .contains("f");
        assertThat(verdict(words(command, folder.resolve("none.c").toString()))).isEqualTo("unsupported");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "predict", "verify-certificate"})
    void badFilesOfOurs(String command) throws IOException {
        assertThat(verdict(command, folder.resolve("none.trace").toString())).isEqualTo("unsupported");
        String torn = folder.resolve("torn.trace").toString();
        Files.write(Path.of(torn), java.util.Arrays.copyOf(Files.readAllBytes(trace), 300));
        assertThat(verdict(command, torn)).isEqualTo("unsupported");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "check",
                "record",
                "predict",
                "replay",
                "livelock",
                "terminates",
                "verify-certificate",
                "sequentialize",
                "no-such-command"
            })
    void badUsage(String command) {
        assertThat(verdict(command, "a.c", "--no-such-option")).isEqualTo("unsupported");
        assertThat(verdict(command)).isEqualTo("unsupported");
    }

    @Test
    void errorsOfOurOwn() {
        var shell = Shell.of(output -> {
            Reply reply = Reply.to("check", "a.c", output, () -> {
                throw new IllegalStateException("broken");
            });
            new Screen(output, Manner.of(List.of("--json"))).show(reply);
            return reply.exitCode();
        });
        Schemas.mustBeAnAnswer(shell.out());
        assertThat(shell.exitCode()).isEqualTo(3);
        var members = ((Json.Obj) JsonReader.read(shell.out())).members();
        assertThat(members.get("reason")).isEqualTo(Json.of("internal error"));
        assertThat(members.get("causes")).isEqualTo(new Json.Arr(List.of(Json.of("internal-error"))));
    }

    private ArrayList<String> words(String command, String file, String... more) {
        var words = new ArrayList<>(List.of(command, file));
        words.addAll(List.of(more));
        if (command.equals("record"))
            words.addAll(List.of("-o", folder.resolve("run.trace").toString()));
        return words;
    }

    private static Json.Obj object(List<String> words) {
        var json = new ArrayList<>(words);
        json.add("--json");
        var result = moirai(json.toArray(String[]::new));
        return (Json.Obj) JsonReader.read(result.out());
    }

    private String verdict(List<String> words) {
        return verdict(words.toArray(String[]::new));
    }

    /** The verdict of the printed object; asserts that the exit code fits it. */
    private String verdict(String... words) {
        var json = new ArrayList<>(List.of(words));
        json.add("--json");
        var result = moirai(json.toArray(String[]::new));
        if (!(JsonReader.read(result.out()) instanceof Json.Obj object)) return "array";
        String verdict = ((Json.Str) Objects.requireNonNull(object.members().get("verdict"))).text();
        int exitCode = switch (verdict) {
            case "holds", "holds-within", "valid" -> ExitCode.OK;
            case "violated", "invalid" -> ExitCode.VIOLATION;
            case "unsupported" -> ExitCode.INPUT;
            default -> ExitCode.UNKNOWN;
        };
        assertThat(result.exitCode()).as(verdict).isEqualTo(exitCode);
        return verdict;
    }
}
