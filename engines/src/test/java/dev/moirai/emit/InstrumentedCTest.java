package dev.moirai.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.Gcc;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instrumented programs are C that the compiler has nothing to say about. */
class InstrumentedCTest {
    private static final Path RUNTIME = Path.of("..", "runtime-c", "src", "main", "c");
    private static final Path EXAMPLES = Path.of("..", "examples", "check");

    @TempDir
    Path folder;

    @BeforeAll
    static void needsGcc() {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed");
    }

    @Test
    void compilesWithoutWarnings() throws Exception {
        List<String> names = List.of(
                "michael-scott-queue.c",
                "bounded-buffer.c",
                "readers-writers.c",
                "once.c",
                "pthread-barrier.c",
                "refcount.c",
                "rcu-publish.c",
                "input-limit.c",
                "lock-before-init.c");
        var files = new ArrayList<String>();
        for (String name : names) {
            Program program = Preparation.prepare(CPrograms.of(EXAMPLES.resolve(name)));
            String text = InstrumentedC.write(program, EnumSet.allOf(Property.class));
            files.add(Files.writeString(folder.resolve(name), text).toString());
        }
        assertThat(complaints(files)).isEmpty();
    }

    @Test
    void theRuntimeToo() throws Exception {
        try (var files = Files.list(RUNTIME)) {
            assertThat(complaints(files.map(Path::toString)
                            .filter(name -> name.endsWith(".c"))
                            .toList()))
                    .isEmpty();
        }
    }

    private static String complaints(List<String> files) throws IOException {
        var command = new ArrayList<>(
                List.of("gcc", "-std=gnu11", "-Wall", "-Wextra", "-fsyntax-only", "-I", RUNTIME.toString()));
        command.addAll(files);
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
