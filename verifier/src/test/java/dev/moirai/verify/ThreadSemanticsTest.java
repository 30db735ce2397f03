package dev.moirai.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.LibraryOptions.Allocation;
import dev.moirai.generate.Section;
import dev.moirai.ir.Instr.Wakeup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each primitive of the thread library means, as small programs with their verdicts. In the tables a line {@code ?
 * PROPERTIES [OPTION...] VERDICT} is a question; a case may have several.
 */
class ThreadSemanticsTest {
    @TempDir
    Path folder;

    record Question(String name, String program, List<String> words) {
        LibraryOptions library() {
            return new LibraryOptions(
                    words.contains("malloc-may-fail") ? Allocation.MAY_FAIL : Allocation.SUCCEEDS,
                    words.contains("no-spurious") ? Wakeup.SIGNALLED_ONLY : Wakeup.SPURIOUS);
        }

        @Override
        public String toString() {
            return name + ": " + String.join(" ", words);
        }
    }

    static Stream<Question> questions() {
        String prelude = Section.read("/dev/moirai/threads/prelude.h");
        return Stream.of("threads", "locks", "waiting", "atomics")
                .flatMap(theme -> Section.of("/dev/moirai/threads/" + theme + ".txt").stream())
                .flatMap(section -> questions(section, prelude));
    }

    private static Stream<Question> questions(Section section, String prelude) {
        var lines = section.text().lines().toList();
        String program = prelude
                + String.join(
                        "\n",
                        lines.stream().filter(line -> !line.startsWith("? ")).toList());
        return lines.stream()
                .filter(line -> line.startsWith("? "))
                .map(line -> new Question(
                        section.name(), program, Arrays.asList(line.substring(2).split(" "))));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void withReduction(Question question) throws IOException {
        check(question, Reduction.AMPLE);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void withoutReduction(Question question) throws IOException {
        check(question, Reduction.NONE);
    }

    private void check(Question question, Reduction reduction) throws IOException {
        Path file = Files.writeString(folder.resolve("case.c"), question.program);
        var asked = new Asked(file, Asked.properties(question.words.getFirst()), question.library(), reduction);
        assertThat(Asked.word(asked.verdict())).isEqualTo(question.words.getLast());
    }
}
