package dev.moirai.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.generate.Gcc;
import dev.moirai.generate.Interpreted;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.Run;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Passes;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Library functions at work: programs alone print what they print with glibc, programs with threads keep their promises. */
class LibraryRunsTest {
    private static final int SEEDS = 40;
    private static final long MAX_STEPS = 100_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"strings", "memory", "numbers", "math", "formatting", "scanning", "builtins", "atomics"})
    void programsAlonePrintWhatTheyPrintWithGlibc(String name) throws IOException {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: library functions were not compared with glibc's");
        String program = text("alone/" + name + ".c");
        String expected = Gcc.outputs(folder, List.of(program), "-O1").getFirst();
        assertThat(firstDifference(expected, Interpreted.output(folder, program, DataModel.LP64)))
                .isEmpty();
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
    @ValueSource(strings = {"once", "keys", "cleanup", "c11", "semaphores", "locks", "attributes", "input"})
    void programsWithThreadsKeepTheirPromises(String name) throws IOException {
        Program program = translated("threads/" + name + ".c", DataModel.LP64);
        var watched = EnumSet.copyOf(Property.defaults());
        watched.add(Property.DATA_RACE);
        watched.add(Property.OVERFLOW);
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        for (long seed = 0; seed < SEEDS; seed++) {
            Outcome outcome = Run.drive(machine, new RandomScheduler(seed), Observer.NONE, MAX_STEPS)
                    .outcome();
            // Whoever reads input may be asked for nothing further: an assumption about it fails.
            if (name.equals("input") && outcome instanceof Outcome.Pruned) continue;
            assertThat(outcome).as("seed %d", seed).isEqualTo(new Outcome.Ended(0));
        }
    }

    @ParameterizedTest
    @EnumSource(DataModel.class)
    void everyHeaderCanBeIncluded(DataModel model) throws IOException {
        String[] names = {
            "assert ctype errno float inttypes limits locale malloc math memory moirai pthread sched semaphore signal",
            "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/time"
                    + " sys/types",
            "threads time unistd alloca"
        };
        var all = new StringBuilder();
        for (String name : String.join(" ", names).split(" "))
            all.append("#include <").append(name).append(".h>\n");
        assertThat(Interpreted.output(folder, all + "int main(void) { return 0; }\n", model))
                .isEmpty();
    }

    private Program translated(String name, DataModel model) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text(name));
        var options = new COptions(
                model, List.of(), List.of(), COptions.DEFAULT.assumePure(), COptions.DEFAULT.library(), List.of());
        return new Passes(Preparation.passes()).run(CFrontend.translate(file, options));
    }

    private static String text(String name) throws IOException {
        try (var in = LibraryRunsTest.class.getResourceAsStream("/dev/moirai/library/" + name)) {
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
