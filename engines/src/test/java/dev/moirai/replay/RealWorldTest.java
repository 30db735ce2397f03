package dev.moirai.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.LibraryOptions.World;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from outside is read for real, kept in the log, and there again for the interpreter and under a script. */
class RealWorldTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    private Program read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text);
        var options = new COptions(
                COptions.DEFAULT.model(), CFlags.NONE, Set.of(), LibraryOptions.DEFAULT.in(World.REAL), List.of());
        return Preparation.prepare(CFrontend.translate(file, options));
    }

    /** Runs it natively, then by the interpreter, then under a script without the input; all must print the same. */
    private String printed(String text, String input) throws IOException {
        Program program = read(text);
        Path in = Files.writeString(folder.resolve("in.txt"), input);
        Path out = folder.resolve("out.txt");
        var machine = new Machine(program, MachineOptions.DEFAULT);
        try (var compiled = NativeProgram.build(program, Property.defaults())) {
            var order = new NativeOrder(new NativeOrder.Pace.Steady(0), 100_000, NativeOrder.Logging.ON);
            NativeRun run =
                    compiled.run(order, Streams.NONE.withInput(in.toFile()).withOutput(out.toFile()));
            assertThat(run.outcome()).isEqualTo(new NativeOutcome.Ended(0));
            String first = Files.readString(out);

            var again = new StringBuilder();
            var followed = Run.drive(
                    machine,
                    new LogFollower(machine, compiled.sites(), run.log()),
                    new Observer() {
                        @Override
                        public void printed(String more) {
                            again.append(more);
                        }
                    },
                    100_000);
            assertThat(followed.outcome()).isEqualTo(new Outcome.Ended(0));
            assertThat(again).hasToString(first);

            var script = ScriptWriter.write(machine, compiled.sites(), followed.schedule())
                    .script();
            var third = compiled.run(NativeOrder.scripted(script), Streams.NONE.withOutput(out.toFile()));
            assertThat(third.outcome()).isEqualTo(new NativeOutcome.Ended(0));
            assertThat(Files.readString(out)).isEqualTo(first);
            return first;
        }
    }

    @Test
    void inputIsRead() throws Exception {
        String text = """
            #include <pthread.h>
            #include <stdio.h>
            #include <unistd.h>
            int total;
            static void *worker(void *unused) { total += getchar(); return unused; }
            int main(void) {
                pthread_t thread;
                char line[16], word[8], raw[4];
                int number; long wide; double real;
                pthread_create(&thread, 0, worker, 0);
                pthread_join(thread, 0);
                printf("%c", total);
                if (fgets(line, sizeof line, stdin)) printf("%s", line);
                int got = scanf("%d %ld %7s %lf", &number, &wide, word, &real);
                printf("%d: %d %ld %s %.2f", got, number, wide, word, real);
                printf("%c", getchar());
                printf("%d\\n", getchar() == EOF);
                printf("%d\\n", (int) read(0, raw, sizeof raw));
                return 0;
            }
            """;
        assertThat(printed(text, "hello\n-3 4000000000 word 2.5\n"))
                .isEqualTo("hello\n4: -3 4000000000 word 2.50\n1\n0\n");
    }

    @Test
    void functionsOfTheLibraryAreCalled() throws Exception {
        String text = """
            #include <math.h>
            #include <stdio.h>
            #include <time.h>
            int access(const char *path, int mode);
            double atof(const char *text);
            int main(void) {
                double power = pow(2, 10);
                printf("%.0f %.1f %d %d\\n", power, atof("2.5"), access("/", 0), time(0) > 1000000000);
                return 0;
            }
            """;
        assertThat(printed(text, "")).isEqualTo("1024 2.5 0 1\n");
    }

    @Test
    void argumentsOfARealCallArePinned() throws Exception {
        Program program = read("int toascii(int c);\nint shared;\nint main(void) { return toascii(shared); }\n");
        // The instructions of the library's __moirai_pin stand where it is called.
        assertThat(program.functions()).containsKey("__moirai_real_same");
        assertThat(program.function("main").body()).anyMatch(instr -> instr instanceof Instr.Assume);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "struct s { int a; }; int f(struct s);\nint main(void) { struct s s = {0}; return f(s); }\n",
                "int f(int (*)(int)); int g(int x);\nint main(void) { return f(0); }\n",
                "int f();\nint main(void) { return f(0); }\n"
            })
    void aRunEndsWhereSomethingCannotBeHandedOver(String text) throws Exception {
        try (var compiled = NativeProgram.build(read(text), Property.defaults())) {
            var order = new NativeOrder(new NativeOrder.Pace.Steady(0), 100_000, NativeOrder.Logging.OFF);
            assertThat(compiled.run(order, Streams.NONE).outcome())
                    .isInstanceOfSatisfying(
                            NativeOutcome.LimitReached.class,
                            limit -> assertThat(limit.what()).contains("call of f, which has no body", "program.c:2"));
        }
    }

    @Test
    void whatNoLibraryHasIsRefusedByName() throws Exception {
        Program program = read("int no_such_function(int);\nint main(void) { return no_such_function(0); }\n");
        assertThatThrownBy(() -> NativeProgram.build(program, Property.defaults()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no_such_function");
    }

    @Test
    void whatAFunctionWritesIsWritten() throws Exception {
        String text = """
            #include <stdio.h>
            void swab(const void *from, void *to, long n);
            double frexp(double value, int *exponent);
            int main(void) {
                char a[5] = "abcd", b[5];
                int exponent;
                swab(a, b, 4);
                b[4] = 0;
                double half = frexp(12.0, &exponent);
                printf("%s %.2f %d\\n", b, half, exponent);
                return 0;
            }
            """;
        assertThat(printed(text, "")).isEqualTo("badc 0.75 4\n");
    }

    /** Zeros too: what was not written before is known afterwards, whatever is written. */
    @Test
    void aStructIsFilled() throws Exception {
        String text = """
            #include <stdio.h>
            #include <sys/stat.h>
            #include <errno.h>
            int main(void) {
                struct stat about;
                int failed = stat("/no/such/file", &about);
                printf("%d %d", failed, errno == ENOENT);
                printf(" %d %d\\n", stat("/dev/null", &about), S_ISCHR(about.st_mode) && about.st_size == 0);
                return 0;
            }
            """;
        assertThat(printed(text, "")).isEqualTo("-1 1 0 1\n");
    }

    @Test
    void filesAreReadAndWritten() throws Exception {
        Path file = folder.resolve("file.txt");
        String text = """
            #include <fcntl.h>
            #include <stdio.h>
            #include <string.h>
            #include <unistd.h>
            int main(void) {
                char line[32], word[8];
                int number;
                FILE *out = fopen("%1$s", "w");
                fprintf(out, "%%d %%s %%.1f\\n", 42, "words", 2.5);
                fputs("second\\n", out);
                fwrite("third", 1, 5, out);
                fclose(out);
                FILE *in = fopen("%1$s", "r");
                if (fscanf(in, "%%d %%7s", &number, word) == 2) printf("%%d %%s;", number, word);
                printf("%%s", fgets(line, sizeof line, in));
                printf("%%s", fgets(line, sizeof line, in));
                memset(line, 0, sizeof line);
                printf("%%d ", (int) fread(line, 1, sizeof line, in));
                printf("%%s %%d\\n", line, feof(in) != 0);
                fclose(in);
                int file = open("%1$s", O_RDWR | O_CREAT, 0644);
                printf("%%d ", (int) lseek(file, 3, SEEK_SET));
                int got = (int) read(file, line, 5);
                printf("%%d %%.5s ", got, line);
                printf("%%d ", (int) pwrite(file, "xy", 2, 0));
                close(file);
                printf("%%d\\n", fopen("/no/such/file", "r") == 0);
                return 0;
            }
            """.formatted(file);
        assertThat(printed(text, "")).isEqualTo("42 words; 2.5\nsecond\n5 third 1\n3 5 words 2 1\n");
        assertThat(Files.readString(file)).startsWith("xy words 2.5");
    }

    /** Results that point somewhere: into an argument, to a text of the library, to what only the library can follow. */
    @Test
    void pointersAreReturned() throws Exception {
        String text = """
            #include <dirent.h>
            #include <libgen.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            char *basename(char *path);
            char *gai_strerror(int code);
            int main(void) {
                char path[] = "/usr/lib", here[64];
                printf("%s ", basename(path));
                printf("%d ", gai_strerror(0)[0] != 0);
                if (chdir("/")) return 1;
                printf("%s ", getcwd(here, sizeof here));
                DIR *folder = opendir("/");
                printf("%d %d\\n", folder != 0, closedir(folder));
                return 0;
            }
            """;
        assertThat(printed(text, "")).isEqualTo("lib 1 / 1 0\n");
    }

    /** One thread waits in read for what another writes; a third goes on meanwhile. */
    @Test
    void aCallThatWaitsLetsOthersMove() throws Exception {
        String text = """
            #include <pthread.h>
            #include <stdio.h>
            #include <sys/socket.h>
            #include <unistd.h>
            int ends[2], steps;
            static void *counter(void *unused) {
                for (int i = 0; i < 100; i++) steps++;
                char go = 'g';
                if (write(ends[1], &go, 1) != 1) return 0;
                return unused;
            }
            int main(void) {
                pthread_t thread;
                char seen = 0;
                if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
                pthread_create(&thread, 0, counter, 0);
                int got = (int) read(ends[0], &seen, 1);
                pthread_join(thread, 0);
                printf("%d %c %d\\n", got, seen, steps);
                return 0;
            }
            """;
        assertThat(printed(text, "")).isEqualTo("1 g 100\n");
    }

    @Test
    void aBufferThatIsTooSmallIsAnError() throws Exception {
        String text = """
            #include <unistd.h>
            int main(void) { char small[4]; return (int) read(0, small, 8); }
            """;
        Path in = Files.writeString(folder.resolve("in.txt"), "12345678");
        try (var compiled = NativeProgram.build(read(text), Property.defaults())) {
            var order = new NativeOrder(new NativeOrder.Pace.Steady(0), 100_000, NativeOrder.Logging.OFF);
            assertThat(compiled.run(order, Streams.NONE.withInput(in.toFile()))
                            .outcome()
                            .inWords())
                    .contains("violated memory")
                    .contains("program.c:2");
        }
    }
}
