package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.replay.NativeProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native runs of programs of several files, of projects, and with libraries of their own. */
class NativeProjectsTest {
    private static final Path PROJECT = Path.of("..", "examples", "project");
    private static final String MAIN = PROJECT.resolve("main.c").toString();
    private static final String QUEUE = PROJECT.resolve("queue.c").toString();
    private static final String INCLUDE = "-I" + PROJECT.resolve("include");

    @TempDir
    Path folder;

    @BeforeEach
    void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    private String made(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void severalFilesWithFlagsAndArguments() {
        Shell run = moirai("run", "--native", "--json", MAIN, QUEUE, INCLUDE, "-DWAKE_ALL", "-O2", "--", "7", "8");
        assertThat(run.out()).contains("\"verdict\": \"holds-within\"", "job 7", "job 8");
        assertThat(run.exitCode()).isZero();

        Shell recorded =
                moirai("record", "--native", MAIN, QUEUE, INCLUDE, "-DWAKE_ALL", "-o", made("t"), "--", "7", "8");
        assertThat(recorded.out()).contains("the run ended with exit code 0");
        assertThat(moirai("predict", made("t")).lastLine()).isEqualTo("VERDICT: HOLDS WITHIN this trace");
    }

    @Test
    void aProjectByItsCommands() throws IOException {
        Path database = Files.writeString(folder.resolve("compile_commands.json"), """
            [{"directory": "%1$s", "command": "cc -Iinclude -c main.c -o main.o", "file": "main.c"},
             {"directory": "%1$s", "command": "cc -Iinclude -c queue.c -o queue.o", "file": "queue.c"}]
            """.formatted(
                        PROJECT.toAbsolutePath().normalize()));
        Shell checked = moirai("check", "-p", database.toString(), "--witness", made("w.json"));
        assertThat(checked.lastLine()).startsWith("VERDICT: VIOLATED deadlock");
        Shell replayed = moirai("replay", made("w.json"), "--native", "--repeat", "3");
        assertThat(replayed.out()).contains("native: 3 of 3 runs failed the same way");
        assertThat(moirai("run", "--native", "--json", "-p", database.toString(), "-DWAKE_ALL", "--", "5")
                        .out())
                .contains("job 5");
    }

    @Test
    void aLibraryOfItsOwnIsLinked() throws Exception {
        Path source = Files.writeString(folder.resolve("twice.c"), "int twice(int x) { return 2 * x; }\n");
        command("gcc", "-c", source.toString(), "-o", made("twice.o"));
        command("ar", "rcs", made("libtwice.a"), made("twice.o"));
        Path program = Files.writeString(folder.resolve("program.c"), """
            #include <assert.h>
            #include <pthread.h>
            int twice(int x);
            int shared;
            static void *worker(void *unused) { shared = twice(shared + 1); return unused; }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, worker, 0);
                pthread_create(&b, 0, worker, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                assert(shared != 6);
                return 0;
            }
            """);
        Shell run = moirai("run", "--native", program.toString(), "-L" + folder, "-ltwice", "--witness", made("w"));
        assertThat(run.lastLine()).startsWith("VERDICT: VIOLATED assertion at " + program + ":12");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(moirai("replay", made("w"), "--native").out()).contains("native: 1 of 1 run failed the same way");
        Shell without = moirai("run", "--native", program.toString());
        assertThat(without.err()).contains("twice");
        assertThat(without.exitCode()).isEqualTo(2);
    }

    /** A file, loopback sockets and threads: a run that goes well, recorded, shows what could go wrong. */
    @Test
    void filesAndSocketsAreRecordedPredictedAndReplayed() {
        String program = Path.of("..", "examples", "native", "loopback.c").toString();
        String lines = Path.of("..", "examples", "native", "loopback.txt").toString();
        Shell recorded = moirai("record", "--native", program, "-o", made("t"), "--", lines);
        assertThat(recorded.out()).contains("events of 4 threads").contains("the run ended with exit code 0");
        Shell predicted = moirai("predict", made("t"), "--property", "assertion", "--witness", made("w"));
        assertThat(predicted.lastLine()).startsWith("VERDICT: VIOLATED assertion at " + program + ":63");
        // Which of the two numbers gets lost depends on whose connection the machine accepts first.
        assertThat(predicted.out()).containsPattern("saw sum = (2|40)\\s");
        assertThat(moirai("replay", made("w"), "--native", "--repeat", "10").out())
                .contains("native: 10 of 10 runs failed the same way");
    }

    /** Of what a function is handed, only what it is known to read or has written can be part of a race. */
    @Test
    void whatAFunctionMayNotHaveReadIsNoRace() throws IOException {
        String text = """
            #include <arpa/inet.h>
            #include <netinet/in.h>
            #include <pthread.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <unistd.h>
            struct item { char name[64]; struct sockaddr_in address; int number; } items[2];
            static void *worker(void *unused) {
                gethostname(items[0].name, sizeof items[0].name);
                int socket_of = socket(AF_INET, SOCK_STREAM, 0);
                bind(socket_of, (struct sockaddr *) &items[0].address, sizeof items[0].address);
                close(socket_of);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                items[0].address.sin_family = AF_INET;
                pthread_create(&thread, 0, worker, 0);
                RACE
                items[1].number = 0;
                pthread_join(thread, 0);
                return 0;
            }
            """;
        String right = Files.writeString(folder.resolve("right.c"), text.replace("RACE", ""))
                .toString();
        assertThat(moirai("record", "--native", right, "-o", made("t")).out()).contains("ended with exit code 0");
        assertThat(moirai("predict", made("t"), "--property", "data-race").lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN this trace");
        assertThat(moirai("run", "--native", right, "--property", "data-race").lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN this run");
        for (String race : List.of("items[0].address.sin_port = 0;", "items[0].name[0] = 0;")) {
            String wrong = Files.writeString(folder.resolve("wrong.c"), text.replace("RACE", race))
                    .toString();
            moirai("record", "--native", wrong, "-o", made("u"));
            assertThat(moirai("predict", made("u"), "--property", "data-race").lastLine())
                    .startsWith("VERDICT: VIOLATED data-race");
        }
    }

    /** It stands in a branch that no run takes: nothing is wrong with that. */
    @Test
    void aFunctionThatNobodyDeclaresEndsTheRunThatComesToIt() throws IOException {
        String text = "#include <stdio.h>\nint main(int count, char **words) { if (count > 1) hstrerror(1); return 0; }\n";
        String program =
                Files.writeString(folder.resolve("undeclared.c"), text).toString();
        assertThat(moirai("run", "--native", program).lastLine()).isEqualTo("VERDICT: HOLDS WITHIN this run");
        assertThat(moirai("run", "--native", program, "--", "a").lastLine())
                .startsWith("VERDICT: UNKNOWN")
                .contains("hstrerror", "its parameters are not declared");
    }

    /** What a library's pointer leads to is not the program's: the answer is open, and no error of the program's. */
    @Test
    void memoryOfALibraryIsNotLookedInto() throws IOException {
        Path program = Files.writeString(folder.resolve("foreign.c"), """
            struct group { char *name, *password; unsigned number; };
            struct group *getgrent(void);
            int main(void) { return getgrent()->number == 1; }
            """);
        Shell run = moirai("run", "--native", program.toString());
        assertThat(run.lastLine()).startsWith("VERDICT: UNKNOWN the program looks into memory of a library");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(moirai("record", "--native", program.toString(), "-o", made("t"))
                        .err())
                .contains("looks into memory of a library");
    }

    /** Nobody answers: the run is cut after its time, and what happened by then is told. */
    @Test
    void aServerThatWaitsForEverIsCutShort() throws IOException {
        Path program = Files.writeString(folder.resolve("server.c"), """
            #include <pthread.h>
            #include <unistd.h>
            int ends[2], ready;
            static void *wait_for_more(void *unused) { char c; ready++; read(ends[0], &c, 1); return unused; }
            int main(void) {
                pthread_t a, b;
                if (pipe(ends)) return 1;
                pthread_create(&a, 0, wait_for_more, 0);
                pthread_create(&b, 0, wait_for_more, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                return 0;
            }
            """);
        assertThat(moirai("run", "--native", program.toString(), "--time", "10s")
                        .lastLine())
                .matches("VERDICT: HOLDS WITHIN the first \\d+ steps of this run");
        Shell recorded = moirai("record", "--native", program.toString(), "--time", "10s", "-o", made("t"));
        assertThat(recorded.out()).contains("recorded");
        assertThat(moirai("predict", made("t"), "--property", "data-race").lastLine())
                .startsWith("VERDICT: VIOLATED data-race");
    }

    /** A program is the same whenever it is read. */
    @Test
    void theTimeOfDayIsNoPartOfAProgram() throws IOException {
        Path program = Files.writeString(
                folder.resolve("built.c"),
                "#include <stdio.h>\nint main(void) { printf(\"%s %s\\n\", __DATE__, __TIME__); return 0; }\n");
        assertThat(moirai("run", program.toString()).out()).startsWith("Jan  1 1970 00:00:00");
    }

    @Test
    void stepsAndTimeLimitARun() throws IOException {
        // Unsigned, as a fast machine counts to an overflow within the time.
        Path program = Files.writeString(
                folder.resolve("endless.c"), "volatile unsigned x;\nint main(void) { for (;;) x++; }\n");
        assertThat(moirai("run", "--native", program.toString(), "--max-steps", "100")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN the first 100 steps of this run");
        assertThat(moirai("run", "--native", program.toString(), "--time", "10s")
                        .lastLine())
                .matches("VERDICT: HOLDS WITHIN the first \\d+ steps of this run");
    }

    @Test
    void whatIsForTheInterpreterOnlyIsRefused() {
        for (String option : List.of("--schedule=x.json", "--scheduler=pct")) {
            assertThat(moirai("run", "--native", MAIN, option).exitCode()).isEqualTo(2);
        }
        assertThat(moirai("run", "--free", MAIN).err()).contains("add --native");
    }

    private static void command(String... words) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
    }
}
