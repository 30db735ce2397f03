package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import dev.moirai.witness.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * For every command and every verdict that it can give, the JSON object has the documented shape, which {@link Shell}
 * checks, and the members for that verdict.
 */
class AnswerShapesTest {
    private static final Map<String, String> PROGRAMS = Map.of(
            "FINE", "int main(void) { return 0; }\n",
            "FAILS", "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }\n",
            "LOOPS", "volatile int x;\nint main(void) { for (;;) x++; }\n",
            "WAITS", "volatile int x;\nint main(void) { while (x == 0) { } return 0; }\n",
            "FLOATS", """
            #include <assert.h>
            double x = 2;
            int main(void) { for (;;) { x = x * x; assert(x != 5); } }
            """,
            "STUCK", """
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
            """,
            "SAFE", """
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            int x;
            void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
            int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
            """);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        # run
        violated     | violation schedule replayed output | run FAILS
        holds-within | bounds output                      | run FINE
        holds-within | bounds output                      | run LOOPS --max-steps 20
        # check
        violated     | violation schedule replayed        | check FAILS
        violated     | violation schedule replayed        | check STUCK
        violated     | violation schedule replayed        | check examples/check/bit-fields-race.c --property data-race
        holds        | engine                             | check FINE
        holds-within | bounds                             | check LOOPS --unwind 2 --engine order
        unknown      | reason causes                      | check LOOPS --engine explicit --max-states 5
        unknown      | construct line                     | check FLOATS --engine order --unwind 2
        # predict
        violated     | violation schedule predictions     | predict examples/predict/lost-update.c
        holds-within | bounds predictions                 | predict SAFE
        unknown      | reason predictions                 | predict examples/predict/lost-update.c --model lock-only --property data-race
        # livelock
        violated     | violation schedule lassoStart      | livelock examples/livelock/fig1b.c
        violated     | violation schedule                 | livelock STUCK
        holds        | engine                             | livelock FINE
        holds-within | bounds statistics                  | livelock examples/livelock/fig1a.c --stem 1 --lasso 1
        unknown      | reason causes                      | livelock LOOPS --engine explicit --max-states 1
        # terminates
        holds        | proof                              | terminates examples/terminates/choice.c --thread first
        violated     | violation schedule lassoStart proof | terminates WAITS
        violated     | violation schedule lassoStart proof | terminates examples/terminates/counter-skips-seven.c
        unknown      | reason causes proof                | terminates examples/terminates/chain-of-threads.c --program
        """)
    void verdicts(String verdict, String members, String line) throws IOException {
        Json.Obj answer = answer(line);
        assertThat(answer.members().get("verdict")).isEqualTo(Json.of(verdict));
        assertThat(answer.members()).containsKeys(members.split(" "));
    }

    @Test
    void witnessesAndWhatBecomesOfThem() throws IOException {
        String program = program("FAILS");
        String witness = folder.resolve("w.json").toString();
        moirai("check", program, "--witness", witness);
        assertThat(answer("replay " + witness).members().get("verdict")).isEqualTo(Json.of("violated"));
        Files.writeString(Path.of(program), PROGRAMS.get("FINE"));
        assertThat(answer("replay " + witness).members().get("verdict")).isEqualTo(Json.of("unknown"));
        Files.writeString(Path.of(witness), Files.readString(Path.of(witness)).replace("\"kind\"", "\"property\""));
        assertThat(moirai("replay", witness).exitCode()).as("older witnesses").isEqualTo(ExitCode.UNKNOWN);
    }

    /** Witnesses of all kinds fit their schema, which {@link Shell} checks whenever one is written. */
    @Test
    void witnessesOfAllSorts() throws IOException {
        for (String line : List.of(
                "check STUCK",
                "run FAILS",
                "livelock examples/livelock/fig1b.c",
                "terminates WAITS",
                "predict examples/predict/figure-5.c --property atomicity --transactions annotated",
                "check examples/check/bit-fields-race.c --property data-race")) {
            Path witness = folder.resolve("witness.json");
            Files.deleteIfExists(witness);
            var words = words(line);
            words.addAll(List.of("--witness", witness.toString()));
            assertThat(moirai(words.toArray(String[]::new)).exitCode()).as(line).isEqualTo(ExitCode.VIOLATION);
            Schemas.mustBeASchedule(witness);
            assertThat(moirai("replay", witness.toString()).exitCode()).as(line).isEqualTo(ExitCode.VIOLATION);
        }
    }

    @Test
    void certificates() throws IOException {
        Path proof = folder.resolve("proof.smt2");
        moirai("terminates", "../examples/terminates/choice.c", "--thread", "first", "--certificate", proof.toString());
        assertThat(answer("verify-certificate " + proof).members().get("verdict"))
                .isEqualTo(Json.of("valid"));
        Files.writeString(proof, Files.readString(proof).replace("(assert (not ", "(assert (or true "));
        assertThat(answer("verify-certificate " + proof).members().get("verdict"))
                .isEqualTo(Json.of("invalid"));
    }

    /** A run that is given up still has the output of the program, and the reason. */
    @Test
    void aRunThatIsGivenUpHasPrintedSomething() throws IOException {
        Path file = Files.writeString(folder.resolve("begun.c"), """
            #include <stdio.h>
            volatile int x;
            int main(void) { puts("begun"); for (;;) x++; }
            """);
        var members =
                answer("run " + file + " --time 2s --max-steps 1000000000000").members();
        assertThat(members.get("output")).isEqualTo(Json.of("begun\n"));
    }

    // ---- the schemas reject wrong objects ----------------------------------------------------------------------

    @Test
    void whatIsNoAnswerIsNotTakenForOne() throws IOException {
        Map<String, Json> good = answer("check FAILS").members();
        for (String missing : List.of("schema", "command", "violation", "schedule", "summary", "statistics")) {
            Map<String, Json> bad = new LinkedHashMap<>(good);
            bad.remove(missing);
            refused(bad);
        }
        refused(with(good, "verdict", "holds"));
        refused(with(good, "verdict", "perhaps"));
        refused(with(good, "reason", "none"));
        refused(with(good, "unheardOf", "member"));
    }

    private static Map<String, Json> with(Map<String, Json> members, String name, String value) {
        Map<String, Json> changed = new LinkedHashMap<>(members);
        changed.put(name, Json.of(value));
        return changed;
    }

    private static void refused(Map<String, Json> members) {
        assertThatThrownBy(() -> Schemas.mustBeAnAnswer(JsonWriter.write(new Json.Obj(members))))
                .as(members.keySet().toString())
                .isInstanceOf(AssertionError.class);
    }

    // ---- command lines --------------------------------------------------------------------------------------------

    private String program(String name) throws IOException {
        return Files.writeString(folder.resolve(name.toLowerCase(java.util.Locale.ROOT) + ".c"), PROGRAMS.get(name))
                .toString();
    }

    private ArrayList<String> words(String line) throws IOException {
        var words = new ArrayList<String>();
        for (String word : line.split(" ")) {
            words.add(PROGRAMS.containsKey(word) ? program(word) : word.startsWith("examples/") ? "../" + word : word);
        }
        return words;
    }

    private Json.Obj answer(String line) throws IOException {
        var words = words(line);
        words.add("--json");
        return (Json.Obj) JsonReader.read(moirai(words.toArray(String[]::new)).out());
    }
}
