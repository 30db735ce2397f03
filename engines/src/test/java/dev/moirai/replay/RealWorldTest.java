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
        assertThat(program.function("toascii").body()).anyMatch(instr -> instr instanceof Instr.Assume);
    }

    @Test
    void whatTakesMoreThanNumbersAndTextsIsRefused() {
        assertThatThrownBy(() -> read("struct s; int f(struct s *);\nint main(void) { return f(0); }\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("function f has no body")
                .satisfies(e -> assertThat(((InputException) e)
                                .diagnostics()
                                .getFirst()
                                .span()
                                .line())
                        .isEqualTo(2));
    }

    @Test
    void whatNoLibraryHasIsRefusedByName() throws Exception {
        Program program = read("int no_such_function(int);\nint main(void) { return no_such_function(0); }\n");
        assertThatThrownBy(() -> NativeProgram.build(program, Property.defaults()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no_such_function");
    }

    @Test
    void aFunctionThatWritesIntoATextIsFoundOut() throws Exception {
        String text = "char *strcpy(char *, const char *);\nvoid swab(char *from, char *to, long n);\n"
                + "int main(void) { char a[3] = \"ab\", b[3] = \"cd\"; swab(a, b, 2); return 0; }\n";
        try (var compiled = NativeProgram.build(read(text), Property.defaults())) {
            var order = new NativeOrder(new NativeOrder.Pace.Steady(0), 100_000, NativeOrder.Logging.OFF);
            assertThat(compiled.run(order, Streams.NONE).outcome().inWords())
                    .contains("a function of the library wrote into its argument");
        }
    }
}
