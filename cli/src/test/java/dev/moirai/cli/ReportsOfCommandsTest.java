package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --report} on real command lines. */
class ReportsOfCommandsTest {
    private static final String EXAMPLES = "../examples/";
    private static final String RACE = EXAMPLES + "check/counter-race.c";

    @TempDir
    Path folder;

    private String out(String name) {
        return folder.resolve(name).toString();
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private String file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return out(name);
    }

    @Test
    void severalReportsOfOneAnswer() throws IOException {
        var result = moirai(
                "check",
                RACE,
                "--report",
                "html",
                "-o",
                out("r.html"),
                "--report",
                "sarif=" + out("r.sarif"),
                "--report",
                "markdown",
                "-o",
                folder.toString(),
                "--report=junit=" + out("r.xml"));
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(ExitCode.VIOLATION);
        assertThat(read("r.html")).contains("increment overwrote it with 1").contains("moirai check " + RACE);
        assertThat(read("r.sarif")).contains("\"ruleId\": \"assertion\"");
        assertThat(read("moirai.md")).contains("VIOLATED assertion");
        assertThat(read("r.xml")).contains("<failure type=\"assertion\"");
    }

    @Test
    void whatTheSurroundingsDidIsTold() throws IOException {
        String program = file("memory.c", """
            #include <pthread.h>
            #include <stdlib.h>
            void *a(void *u) {
              int *q = malloc(4);
              *q = 3;
              free(q);
              return 0;
            }
            int main(void) {
              pthread_t p;
              pthread_create(&p, 0, a, 0);
              pthread_join(p, 0);
              return 0;
            }
            """);
        assertThat(moirai("check", program, "--engine", "explicit", "--malloc-may-fail", "--property", "memory")
                        .out())
                .containsPattern("how: a was refused memory \\(step \\d+\\) and went on\n")
                .contains(" malloc returned NULL\n");
    }

    @Test
    void proofsAreInMarkdownToo() throws IOException {
        moirai(
                "terminates",
                EXAMPLES + "terminates/choice.c",
                "--engine",
                "refine",
                "--report",
                "markdown=" + out("proof.md"));
        assertThat(read("proof.md"))
                .contains("**TERMINATES (modular)**\n\n```text\n")
                .contains("decreases: x");
    }

    @Test
    void whatIsNotUnderstoodIsReportedToo() throws IOException {
        String wrong = file("wrong.c", "int main(void) { return nothing; }");
        var result = moirai("check", wrong, "--report", "sarif=" + out("r.sarif"));
        assertThat(result.exitCode()).isEqualTo(ExitCode.INPUT);
        assertThat(read("r.sarif")).contains("\"executionSuccessful\": false").contains("nothing");
    }

    /** {@link Shell} holds what they write against the schema of SARIF. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check check/lost-wakeup.c --engine explicit     | the signal of signaller",
                "check check/peterson.c --engine explicit        | \"results\": []",
                "check check/bounded-buffer.c --engine order --unwind 1 | no violation within unwind=1",
                "predict predict/bank.c --seed 1                 | \"ruleId\": \"data-race\"",
                "livelock livelock/fig1b.c --engine explicit     | \"ruleId\": \"livelock\"",
                "check check/peterson.c --max-states 2 --engine explicit | \"level\": \"warning\"",
            })
    void sarifOfEveryKindOfAnswer(String command, String part) throws IOException {
        String[] words = command.split(" ");
        words[1] = EXAMPLES + words[1];
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--report", "sarif=" + out("r.sarif")));
        moirai(all.toArray(String[]::new));
        assertThat(read("r.sarif")).contains(part);
    }

    /** Both stacks, in text, JSON and SARIF. */
    @Test
    void aRaceShowsTheCallsThatLedToIt() throws IOException {
        String program = file("race.c", """
            #include <pthread.h>
            int x;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void set(int v) {
              x = v;
            }
            void twice(int v) {
              set(v);
            }
            void *careful(void *a) {
              pthread_mutex_lock(&m);
              twice(1);
              pthread_mutex_unlock(&m);
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, careful, 0);
              set(2);
              return 0;
            }
            """);
        var found = moirai(
                "check",
                program,
                "--engine",
                "explicit",
                "--property",
                "data-race",
                "--report",
                "sarif=" + out("r.sarif"));
        assertThat(found.out())
                .contains("called by twice (line 8)")
                .contains("called by careful (line 12)")
                .contains("called by main (line 19)")
                .contains("holding m (step ");
        assertThat(read("r.sarif")).contains("\"stacks\"");
        String json = moirai("check", program, "--engine", "explicit", "--property", "data-race", "--json")
                .out();
        assertThat(json).contains("\"calls\"").contains("\"cause\": \"");
    }

    @Test
    void reportOfSeveralPrograms() throws IOException {
        moirai("check", "--each", RACE, EXAMPLES + "check/counter.c", "--report", "html=" + out("all.html"));
        assertThat(read("all.html")).contains("href=\"#entry-1\"").contains("HOLDS");
    }

    @Test
    void severalFindingsHaveAnIndex() throws IOException {
        moirai("predict", EXAMPLES + "predict/bank.c", "--seed", "1", "--report", "html=" + out("found.html"));
        assertThat(read("found.html"))
                .contains("<li><a href=\"#run-0\">assertion at ")
                .contains("<li><a href=\"#run-1\">data-race at ")
                .contains("<section class=\"run\" id=\"run-1\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "check a.c --report html          | where does the report go? Say --report html=FILE",
                "check a.c --report pdf -o x.pdf  | 'pdf' is none of html, sarif, junit, markdown",
                "check a.c -o x.html              | -o x.html needs a --report before it",
                "check a.c --report html=no/such/x.html | cannot write no/such/x.html: no such file or folder",
                "record a.c --report html=x.html  | record gives no verdict about a program: it has no --report",
            })
    void reportsThatCannotBeAreRefusedBeforeAnyWork(String words, String message) {
        moirai(words.split(" +")).refusedWith(message);
    }

    /** The problem matcher of docs/ci.md picks a violation out of what is printed. */
    @Test
    void problemMatcherFindsTheViolation() throws IOException {
        var said =
                Pattern.compile("\"regexp\": \"(.*?)\", \"file\"").matcher(Files.readString(Path.of("../docs/ci.md")));
        assertThat(said.find()).isTrue();
        var matcher = Pattern.compile(said.group(1).replace("\\\\", "\\"));
        List<String> found = moirai("check", RACE, "--engine", "explicit")
                .out()
                .lines()
                .filter(matcher.asPredicate())
                .toList();
        assertThat(found).hasSize(1);
        var parts = matcher.matcher(found.getFirst());
        assertThat(parts.matches()).isTrue();
        assertThat(parts.group(1)).isEqualTo(RACE);
        assertThat(parts.group(2)).containsOnlyDigits();
        assertThat("src/Transfer.java:8: deadlock (thread there)").matches(matcher);
    }
}
