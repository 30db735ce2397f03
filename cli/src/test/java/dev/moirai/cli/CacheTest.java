package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --cache} gives the answer of before if nothing has changed, and never otherwise. */
class CacheTest {
    private static final String FROM_CACHE = "(from the cache)";

    @TempDir
    private Path folder;

    private Shell check(String... more) {
        var words = new ArrayList<>(List.of("check", "--engine", "explicit", "--cache", cache().toString()));
        words.addAll(List.of(more));
        return Shell.moirai(words.toArray(String[]::new));
    }

    private Path cache() {
        return folder.resolve("cache");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.walk(cache())) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String withoutCost(String text) {
        return text.replaceAll("(?m)^explicit.*\n", "");
    }

    @Test
    void theSameQuestionIsAnsweredFromIt() {
        for (String example : List.of("peterson.c", "lost-wakeup.c")) {
            String file = "../examples/check/" + example;
            var first = check(file);
            var second = check(file);
            assertThat(first.out()).doesNotContain(FROM_CACHE);
            assertThat(second.out()).contains(FROM_CACHE);
            assertThat(withoutCost(second.out())).isEqualTo(withoutCost(first.out()));
            assertThat(second.exitCode()).isEqualTo(first.exitCode());
        }
        assertThat(check("../examples/check/peterson.c", "--json").out()).contains("\"cached\": true");
        assertThat(check("../examples/check/peterson.c", "--no-cache").out()).doesNotContain(FROM_CACHE);
        assertThat(check("../examples/boogie/counter.bpl").out()).doesNotContain(FROM_CACHE);
        assertThat(check("../examples/boogie/counter.bpl").out()).contains(FROM_CACHE);
    }

    @Test
    void whateverChangesTheProgramOrTheQuestionCounts() throws IOException {
        Path header = write("second/limit.h", "#define LIMIT 2\n");
        Path program = write("p.c", """
            #include <assert.h>
            #include "limit.h"
            int main(void) { int x = 1; assert(x < LIMIT); }
            """);
        String[] words = {program.toString(), "-I" + folder.resolve("first"), "-I" + folder.resolve("second")};
        assertThat(check(words).lastLine()).isEqualTo("VERDICT: HOLDS");
        assertThat(check(words).out()).contains(FROM_CACHE);
        // Another property, another macro, another header before the first: each is another question.
        var other = check(program.toString(), "-I" + folder.resolve("second"), "--property", "memory");
        assertThat(other.out()).doesNotContain(FROM_CACHE);
        assertThat(check(program.toString(), "-I" + folder.resolve("second"), "-DNDEBUG")
                        .out())
                .doesNotContain(FROM_CACHE);
        write("first/limit.h", "#define LIMIT 1\n");
        assertThat(check(words).lastLine()).startsWith("VERDICT: VIOLATED assertion");
        Files.delete(folder.resolve("first/limit.h"));
        assertThat(check(words).out()).contains(FROM_CACHE).contains("VERDICT: HOLDS");
        Files.writeString(header, "#define LIMIT 0\n");
        assertThat(check(words).lastLine()).startsWith("VERDICT: VIOLATED assertion");
    }

    /** Numbers beyond 64 bits have names in the engines, which must not stand for other numbers. */
    @Test
    void hugeNumbersAreTheirValues() throws IOException {
        String text =
                "procedure {:entrypoint} main() { var x: int; x := NUMBER; assert x == 1180591620717411303424; }\n";
        Path right = write("p.bpl", text.replace("NUMBER", "1180591620717411303424"));
        assertThat(check(right.toString()).lastLine()).isEqualTo("VERDICT: HOLDS");
        Path wrong = write("p.bpl", text.replace("NUMBER", "1180591620717411303425"));
        assertThat(check(wrong.toString()).lastLine()).startsWith("VERDICT: VIOLATED assertion");
    }

    @Test
    void whatIsDamagedOrMisplacedIsNotBelieved() throws IOException {
        Path right = write("right.c", "#include <assert.h>\nint x = 1;\nint main(void) { assert(x == 1); }\n");
        Path wrong = write("wrong.c", "#include <assert.h>\nint x = 2;\nint main(void) { assert(x == 1); }\n");
        check(right.toString());
        Path holds = kept().getFirst();
        check(wrong.toString());
        Path violated =
                kept().stream().filter(file -> !file.equals(holds)).findFirst().orElseThrow();
        String entry = Files.readString(violated);
        Files.writeString(violated, Files.readString(holds));
        var moved = check(wrong.toString());
        assertThat(moved.lastLine()).startsWith("VERDICT: VIOLATED");
        assertThat(moved.out()).doesNotContain(FROM_CACHE);
        Files.writeString(violated, entry.replace("violated\n", "holds\n"));
        assertThat(check(wrong.toString()).lastLine()).startsWith("VERDICT: VIOLATED");
        Files.writeString(violated, "");
        assertThat(check(wrong.toString()).lastLine()).startsWith("VERDICT: VIOLATED");
    }

    @Test
    void whatTimeCutShortIsNotKept() throws IOException {
        Path program = write("p.c", "int x;\nint main(void) { while (1) x++; }\n");
        check(program.toString(), "--max-states", "100");
        assertThat(kept()).isEmpty();
        var bounded = Shell.moirai(
                "check", program.toString(), "--engine", "order", "--unwind", "2", "--cache", cache().toString());
        assertThat(bounded.lastLine()).isEqualTo("VERDICT: HOLDS WITHIN unwind=2");
        assertThat(kept()).hasSize(1);
        Files.writeString(folder.resolve("file"), "");
        Shell.moirai(
                        "check",
                        program.toString(),
                        "--cache",
                        folder.resolve("file").toString())
                .refusedWith("cannot keep answers in");
    }
}
