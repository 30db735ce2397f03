package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final String RACE = "../examples/check/counter-race.c";
    private static final String COUNTER = "../examples/check/counter.c";

    @TempDir
    Path folder;

    @Test
    void holds() {
        var result = moirai("check", COUNTER);
        assertThat(result.lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void violationIsShownAndItsWitnessRuns() {
        Path witness = folder.resolve("w.json");
        var result = moirai("check", RACE, "--witness", witness.toString());
        assertThat(result.out())
                .contains("saw counter = 0")
                .contains("increment#2")
                .contains("assertion failed");
        assertThat(result.lastLine()).startsWith("VERDICT: VIOLATED assertion at " + RACE + ":");
        assertThat(result.exitCode()).isEqualTo(1);
        var again = moirai("run", RACE, "--schedule", witness.toString());
        assertThat(again.lastLine()).isEqualTo(result.lastLine());
    }

    @Test
    void propertiesAreChosen() {
        assertThat(moirai("check", RACE, "--property", "data-race").lastLine())
                .startsWith("VERDICT: VIOLATED data-race");
        assertThat(moirai("check", RACE, "--property", "deadlock,memory").lastLine())
                .isEqualTo("VERDICT: HOLDS");
    }

    @Test
    void loopsAreListedAndBoundedByName() {
        String buffer = "../examples/check/bounded-buffer.c";
        assertThat(moirai("check", buffer, "--show-loops").out())
                .contains("loop       put.1       " + buffer + ":21 in put")
                .contains("thread     producer    " + buffer + ":61 in main");
        var within = moirai("check", buffer, "--engine", "lazy", "--rounds", "1", "--unwindset", "put.1:1,get.1:3");
        assertThat(within.lastLine()).isEqualTo("VERDICT: HOLDS WITHIN rounds=1 unwindset=get.1:3,put.1:1");
        moirai("check", buffer, "--engine", "lazy", "--unwindset", "put.7:1").refusedWith("is named 'put.7'");
        moirai("check", buffer, "--engine", "lazy", "--unwindset", "put.1:x").refusedWith("'x' is not a whole number");
        moirai("check", buffer, "--engine", "explicit", "--unwindset", "put.7:3")
                .refusedWith("is named 'put.7'");
        moirai("check", buffer, "--engine", "order", "--rounds", "3").refusedWith("or say --engine lazy");
    }

    @Test
    void threadsAreBounded() {
        var one = moirai("check", RACE, "--engine", "lazy", "--rounds", "2", "--threads", "1");
        assertThat(one.lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN threads=1: 2 of 2 threads never started,"
                        + " 1 of 1 assertions never reached");
        assertThat(moirai("check", RACE, "--engine", "lazy", "--rounds", "2", "--threads", "3")
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void everyBoundTriedIsListed() {
        var text = moirai("check", COUNTER, "--engine", "lazy", "--time", "2s", "--statistics");
        assertThat(text.out())
                .containsPattern("unwind +rounds +threads +instructions +terms +variables +clauses +bounding s")
                .containsPattern("\n +1 +1 +2 .* clean");
        var json = JsonReader.read(
                moirai("check", RACE, "--engine", "lazy", "--json").out());
        assertThat(json.toString()).contains("attempts").contains("encoding");
    }

    @Test
    void lazyEngineProvesWhatNeedsFewRounds() throws IOException {
        Path file = folder.resolve("one.c");
        Files.writeString(file, """
            #include <assert.h>
            #include <pthread.h>
            int x;
            void *f(void *p) { x = 1; return 0; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, f, 0);
                assert(x <= 1);
                pthread_join(t, 0);
                assert(x == 1);
            }
            """);
        assertThat(moirai("check", file.toString(), "--engine", "lazy").lastLine())
                .isEqualTo("VERDICT: HOLDS");
    }

    @Test
    void lazyEngine() {
        var violated = moirai("check", RACE, "--engine", "lazy", "--unwind", "2", "--rounds", "2");
        assertThat(violated.lastLine()).startsWith("VERDICT: VIOLATED assertion at " + RACE + ":");
        assertThat(violated.exitCode()).isEqualTo(1);
        assertThat(moirai("check", RACE, "--engine", "lazy").lastLine()).isEqualTo(violated.lastLine());
        var clean = moirai("check", COUNTER, "--engine", "lazy", "--unwind", "2", "--rounds", "2");
        assertThat(clean.lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN unwind=2 rounds=2: 1 of 1 assertions never reached, loop at "
                        + COUNTER + ":25 never left");
        assertThat(clean.exitCode()).isZero();
        assertThat(moirai("check", COUNTER, "--rounds", "2").lastLine()).isEqualTo(clean.lastLine());
    }

    @Test
    void withoutReductionTheSame() {
        assertThat(moirai("check", RACE, "--no-reduction").exitCode()).isEqualTo(1);
        assertThat(moirai("check", COUNTER, "--no-reduction").lastLine()).isEqualTo("VERDICT: HOLDS");
    }

    @Test
    void racesAreNotLazysBusiness() {
        moirai("check", RACE, "--engine", "lazy", "--property", "data-race")
                .refusedWith("does not look for data races");
        var found = moirai("check", RACE, "--engine", "order", "--unwind", "2", "--property", "data-race");
        assertThat(found.lastLine()).startsWith("VERDICT: VIOLATED data-race at ");
    }

    @Test
    void statesAreLimited() {
        var result = moirai("check", COUNTER, "--engine", "explicit", "--max-states", "3");
        assertThat(result.lastLine()).isEqualTo("VERDICT: UNKNOWN limit of 3 states reached");
    }

    @Test
    void timeIsLimited() throws IOException {
        Path file = Files.writeString(folder.resolve("large.c"), """
            #include <pthread.h>
            int x;
            void *f(void *a) { for (int i = 0; i < 1000; i++) x = x * 3 + i; return a; }
            int main(void) {
              pthread_t t[4];
              for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0);
              for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
              return 0;
            }
            """);
        var result = moirai("check", file.toString(), "--engine", "explicit", "--time", "700ms");
        assertThat(result.lastLine()).isEqualTo("VERDICT: UNKNOWN time limit of 700 ms reached");
        assertThat(result.exitCode()).isEqualTo(3);
    }

    @Test
    void severalFilesGiveALineEachAndTheHighestExitCode() {
        var result = moirai("check", "--each", COUNTER, RACE, COUNTER, "--jobs", "2");
        assertThat(result.out().lines()).hasSize(4);
        assertThat(result.out()).contains(COUNTER + ": HOLDS (").contains(RACE + ": VIOLATED assertion at ");
        assertThat(result.lastLine()).isEqualTo("3 files: 2 without violation, 1 violated");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void jsonOfOneAndOfSeveral() {
        assertThat(JsonReader.read(moirai("check", RACE, "--json").out()))
                .isInstanceOfSatisfying(Json.Obj.class, object -> {
                    assertThat(object.members()).containsKeys("violation", "schedule", "replayed", "statistics");
                    assertThat(object.members().get("replayed")).isEqualTo(new Json.Bool(true));
                });
        assertThat(JsonReader.read(
                        moirai("check", "--each", RACE, COUNTER, "--json").out()))
                .isInstanceOfSatisfying(
                        Json.Arr.class, array -> assertThat(array.elements()).hasSize(2));
        assertThat(JsonReader.read(moirai("check", "nowhere.c", "--json").out()))
                .isInstanceOfSatisfying(
                        Json.Obj.class,
                        object -> assertThat(object.members().get("verdict")).isEqualTo(Json.of("unsupported")));
    }

    @Test
    void statisticsAreNumbers() {
        assertThat(moirai("check", COUNTER, "--statistics").out()).containsPattern("states +[0-9,]+\n");
    }
}
