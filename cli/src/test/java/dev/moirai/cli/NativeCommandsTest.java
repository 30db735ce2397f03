package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.replay.NativeProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code record --native} and {@code replay --native}, as users call them. */
class NativeCommandsTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    @TempDir
    Path folder;

    @BeforeEach
    void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    /** Violations predicted from a run that did not fail happen in every replay on the real program. */
    @ParameterizedTest
    @ValueSource(strings = {"overdraft", "lost-update", "lock-order"})
    void aPredictionFailsEveryTime(String name) {
        String file = EXAMPLES.resolve("predict/" + name + ".c").toString();
        String witness = folder.resolve("w.json").toString();
        assertThat(moirai("predict", file, "--witness", witness).exitCode()).isEqualTo(1);
        Shell replay = moirai("replay", witness, "--native", "--repeat", "100");
        assertThat(replay.out()).contains("native: 100 of 100 runs failed the same way");
        assertThat(replay.lastLine()).startsWith("VERDICT: VIOLATED");
        assertThat(replay.exitCode()).isEqualTo(1);
    }

    /** If gcc has no 32-bit libraries, the message says so; else the result is the same as with 64 bits. */
    @Test
    void thirtyTwoBitsNeedTheirLibraries() {
        String file = EXAMPLES.resolve("predict/lost-update.c").toString();
        String trace = folder.resolve("lost.trace").toString();
        Shell recorded = moirai("record", file, "--native", "--32", "-o", trace);
        if (recorded.exitCode() == 0) {
            assertThat(moirai("predict", trace).exitCode()).isEqualTo(1);
        } else {
            assertThat(recorded.exitCode()).isEqualTo(2);
            assertThat(recorded.err()).contains("gcc-multilib");
        }
    }

    @Test
    void aBrokenTransactionAndARaceToo() {
        String witness = folder.resolve("w.json").toString();
        String file = EXAMPLES.resolve("predict/figure-5.c").toString();
        moirai("predict", file, "--property", "atomicity", "--transactions", "annotated", "--witness", witness);
        assertThat(moirai("replay", witness, "--native").out()).contains("native: 1 of 1 run failed the same way");
        String race = EXAMPLES.resolve("predict/value-race.c").toString();
        moirai("predict", race, "--witness", witness);
        assertThat(moirai("replay", witness, "--native").out()).contains("native: 1 of 1 run failed the same way");
    }

    @Test
    void theWitnessKnowsHowItsProgramWasRead() throws Exception {
        Path file = Files.writeString(
                folder.resolve("defined.c"),
                "#include <assert.h>\nint main(int count, char **words) {\n"
                        + "    assert(count + LIMIT != 4 || words[1][0] != 'a');\n    return 0;\n}\n");
        String witness = folder.resolve("w.json").toString();
        Shell run = moirai("run", file.toString(), "-D", "LIMIT=2", "--witness", witness, "--", "a");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(moirai("replay", witness, "--native").exitCode()).isEqualTo(1);
        Files.writeString(file, Files.readString(file) + "/* changed */\n");
        assertThat(moirai("replay", witness).err()).contains("defined.c has changed since the witness was made");
    }

    @Test
    void aProgramThatWasMendedDoesNotReplay() throws Exception {
        Path file = folder.resolve("mended.c");
        String text = Files.readString(EXAMPLES.resolve("check/counter-race.c"));
        Files.writeString(file, text);
        String witness = folder.resolve("w.json").toString();
        assertThat(moirai("check", file.toString(), "--witness", witness).exitCode())
                .isEqualTo(1);
        Files.writeString(file, text.replace("counter == 2", "counter >= 1"));
        Shell replay = moirai("replay", witness, "--native");
        assertThat(replay.err()).contains("has changed");
        assertThat(replay.lastLine()).startsWith("VERDICT: UNKNOWN the witness does not replay");
        assertThat(replay.exitCode()).isEqualTo(3);
    }

    @Test
    void aNativeRunIsRecorded() {
        String trace = folder.resolve("run.trace").toString();
        String file = EXAMPLES.resolve("predict/overdraft.c").toString();
        Shell record = moirai("record", file, "--native", "-o", trace);
        assertThat(record.err()).isEmpty();
        assertThat(record.out()).startsWith("recorded ").contains("4 threads", "ended with exit code 0");
        assertThat(moirai("predict", trace).lastLine()).startsWith("VERDICT: VIOLATED assertion at");
    }

    @Test
    void theSameEventsAsOfTheInterpreter() {
        String file = EXAMPLES.resolve("predict/bank.c").toString();
        String trace = folder.resolve("run.trace").toString();
        Shell interpreted = moirai("record", file, "-o", trace);
        Shell natively = moirai("record", file, "--native", "-o", trace);
        assertThat(natively.out().lines().findFirst())
                .isEqualTo(interpreted.out().lines().findFirst());
    }

    @Test
    void badUsage() {
        String witness = folder.resolve("w.json").toString();
        moirai("check", EXAMPLES.resolve("check/counter-race.c").toString(), "--witness", witness);
        moirai("replay", witness, "--repeat", "3").refusedWith("--repeat is for --native");
        moirai("record", "x.c", "--free").refusedWith("add --native");
    }
}
