package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.Environs;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.generate.Gcc;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.source.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that use library functions: single-threaded ones print what they print with glibc, those with threads
 * violate no assertion.
 */
class LibraryRunsTest {
    private static final long MAX_STEPS = 100_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "strings",
                "memory",
                "numbers",
                "wide",
                "math",
                "formatting",
                "scanning",
                "lists",
                "files",
                "gnu",
                "dates",
                "seeded",
                "system",
                "reals",
                "builtins",
                "atomics",
                "errors",
                "assembly",
                "literals",
                "machine",
                "wide_numbers",
                "computed_goto",
                "jumps",
                "signals",
                "rounding",
                "addresses",
                "folders",
                "hosts",
                "messages",
                "elementary",
                "paths",
                "odd_names",
                "stream-scan",
                "extended-nan",
                "fused",
                "vectors",
                "multibyte",
                "extensions",
                "lanes"
            })
    void programsAlonePrintWhatTheyPrintWithGlibc(String name) throws IOException {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: library functions were not compared with glibc's");
        String program = text("alone/" + name + ".c");
        String expected = Gcc.outputs(folder, List.of(program), "-O1").getFirst();
        assertThat(firstDifference(expected, seeded(program))).isEmpty();
    }

    /** Not compared by gcc here, as several programs are compiled into one; this is what it prints alone. */
    @Test
    void whatIsLeftForTheEndRunsThere() throws IOException {
        assertThat(seeded(text("alone/ending.c")))
                .isEqualTo("0\n0\n0\nagain\nlater\nended with 0\nfirst\nlast of all\n");
    }

    @Test
    void anErrorMessageEndsTheProgram() throws IOException {
        assertThat(seeded("""
            #define _GNU_SOURCE
            #include <err.h>
            #include <errno.h>
            #include <stdio.h>
            #include <unistd.h>
            int main(void) {
                dup2(1, 2);
                program_invocation_name = program_invocation_short_name = "prog";
                errx(0, "bye %d", 1);
                puts("never");
            }
            """)).isEqualTo("prog: bye 1\n");
    }

    /** glibc's generator has the seed 1 in a program that does not choose another. */
    private String seeded(String program) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "program", ".c"), program);
        var outside = new Environs(List.of(), Optional.empty(), List.of(), OptionalInt.of(1), Environs.Clock.FREE, 0);
        var options =
                new COptions(DataModel.LP64, CFlags.NONE, Set.of(), LibraryOptions.DEFAULT.with(outside), List.of());
        return Interpreted.output(CFrontend.translate(file, options));
    }

    private static String firstDifference(String expected, String found) {
        String[] wanted = expected.split("\n", -1);
        String[] got = found.split("\n", -1);
        for (int i = 0; i < Math.min(wanted.length, got.length); i++) {
            if (!wanted[i].equals(got[i])) return "line %d: %s instead of %s".formatted(i + 1, got[i], wanted[i]);
        }
        return wanted.length == got.length ? "" : got.length + " lines instead of " + wanted.length;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "once",
                "keys",
                "cleanup",
                "c11",
                "semaphores",
                "locks",
                "attributes",
                "input",
                "cancel",
                "cancel_types",
                "queues",
                "signals",
                "system",
                "joining",
                "named_semaphores"
            })
    void programsWithThreadsKeepTheirPromises(String name) throws IOException {
        promisesAreKept(name, DataModel.LP64, 40);
        promisesAreKept(name, DataModel.ILP32, 5);
    }

    private void promisesAreKept(String name, DataModel model, int seeds) throws IOException {
        var watched = EnumSet.copyOf(Property.defaults());
        watched.add(Property.DATA_RACE);
        watched.add(Property.OVERFLOW);
        var machine =
                new Machine(translated("threads/" + name + ".c", model), MachineOptions.DEFAULT.watching(watched));
        int ended = 0;
        for (long seed = 0; seed < seeds; seed++) {
            Outcome outcome = Run.drive(machine, new RandomScheduler(seed), Observer.NONE, MAX_STEPS)
                    .outcome();
            // Inputs are random, so an assumption of the model about them may fail.
            if (name.equals("input") && outcome instanceof Outcome.Pruned) continue;
            assertThat(outcome).as("%s, seed %d", model, seed).isEqualTo(new Outcome.Ended(0));
            ended++;
        }
        assertThat(ended).as("runs that ended").isPositive();
    }

    @ParameterizedTest
    @EnumSource(DataModel.class)
    void everyHeaderCanBeIncluded(DataModel model) throws IOException {
        String[] names = {
            "assert ctype errno float inttypes limits locale malloc math memory moirai pthread sched semaphore signal",
            "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/time"
                    + " sys/types",
            "threads time unistd wchar alloca"
        };
        var all = new StringBuilder();
        for (String name : String.join(" ", names).split(" "))
            all.append("#include <").append(name).append(".h>\n");
        assertThat(Interpreted.output(folder, all + "int main(void) { return 0; }\n", model))
                .isEmpty();
    }

    @Test
    void aRoutineThatWaitsForItselfDeadlocks() throws IOException {
        Program program = fromText("""
            #include <pthread.h>
            static pthread_once_t control = PTHREAD_ONCE_INIT;
            static void again(void) { pthread_once(&control, again); }
            int main(void) { pthread_once(&control, again); return 0; }
            """, DataModel.LP64);
        var machine = new Machine(program, MachineOptions.DEFAULT);
        assertThat(Run.drive(machine, new RandomScheduler(1), Observer.NONE, MAX_STEPS)
                        .outcome())
                .isInstanceOfSatisfying(
                        Outcome.Violated.class,
                        violated -> assertThat(violated.violation().property()).isEqualTo(Property.DEADLOCK));
    }

    @Test
    void whoCanBeCancelledAtAnyMomentMustNotBe() throws IOException {
        Program program = fromText("""
            #include <pthread.h>
            static void *work(void *given) {
                pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
                return given;
            }
            int main(void) {
                pthread_t worker;
                pthread_create(&worker, 0, work, 0);
                pthread_cancel(worker);
                return 0;
            }
            """, DataModel.LP64);
        var machine = new Machine(program, MachineOptions.DEFAULT);
        int stopped = 0;
        for (long seed = 0; seed < 20; seed++) {
            Outcome outcome = Run.drive(machine, new RandomScheduler(seed), Observer.NONE, MAX_STEPS)
                    .outcome();
            if (outcome.equals(new Outcome.Ended(0))) continue;
            assertThat(outcome.toString()).contains("pthread_cancel of a thread that can be cancelled at any moment");
            stopped++;
        }
        assertThat(stopped).isPositive();
    }

    @Test
    void aRunEndsAtASystemCallByNumber() throws IOException {
        Program program = fromText("""
            #include <sys/syscall.h>
            #include <unistd.h>
            int main(void) { return syscall(SYS_gettid) == getpid() ? (int) syscall(SYS_futex, 0, 0, 0) : 7; }
            """, DataModel.LP64);
        var machine = new Machine(program, MachineOptions.DEFAULT);
        assertThat(Run.drive(machine, new RandomScheduler(1), Observer.NONE, MAX_STEPS)
                        .outcome()
                        .toString())
                .contains("a system call other than SYS_gettid");
    }

    @Test
    void refusalsNameTheFunctionAndThePlace() {
        assertThatThrownBy(() -> fromText("""
            #include <pthread.h>
            int main(void) {
                pthread_mutex_consistent(0);
                return 0;
            }
            """, DataModel.LP64))
                .isInstanceOfSatisfying(
                        InputException.class,
                        e -> assertThat(e.diagnostics()).singleElement().satisfies(d -> {
                            assertThat(d.message())
                                    .isEqualTo("pthread_mutex_consistent: robust mutexes are not supported");
                            assertThat(d.span().line()).isEqualTo(3);
                        }));
    }

    private Program translated(String name, DataModel model) throws IOException {
        return fromText(text(name), model);
    }

    private Program fromText(String text, DataModel model) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text);
        var options =
                new COptions(model, CFlags.NONE, COptions.DEFAULT.assumePure(), COptions.DEFAULT.library(), List.of());
        return new Passes(Preparation.passes()).run(CFrontend.translate(file, options));
    }

    private static String text(String name) throws IOException {
        try (var in = LibraryRunsTest.class.getResourceAsStream("/dev/moirai/library/" + name)) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
