package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.LibraryOptions.Allocation;
import dev.moirai.frontend.c.library.LibraryOptions.WeakExchange;
import dev.moirai.generate.Section;
import dev.moirai.ir.Instr.Wakeup;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The meaning of each primitive of the thread library, as small programs with their verdicts. In the tables a line
 * {@code ? PROPERTIES [OPTION...] VERDICT} is a question; a case may have several.
 */
class ThreadSemanticsTest {
    private static final SearchBounds REACH = SearchBounds.of(new Bounds(4, 4));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    record Question(String name, String program, List<String> words) {
        Set<Property> properties() {
            return Asked.properties(words.getFirst());
        }

        LibraryOptions library() {
            return new LibraryOptions(
                            words.contains("malloc-may-fail") ? Allocation.MAY_FAIL : Allocation.SUCCEEDS,
                            words.contains("no-spurious") ? Wakeup.SIGNALLED_ONLY : Wakeup.SPURIOUS)
                    .with(words.contains("no-spurious") ? WeakExchange.FAILS_IF_DIFFERENT : WeakExchange.MAY_FAIL);
        }

        @Override
        public String toString() {
            return name + ": " + String.join(" ", words);
        }
    }

    static Stream<Question> questions() {
        String prelude = Section.read("/dev/moirai/threads/prelude.h");
        return Stream.of("threads", "locks", "waiting", "atomics", "choices")
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

    /** For programs with endless loops a bound is part of the answer. */
    @ParameterizedTest
    @MethodSource("questions")
    void byTheOrderOfEvents(Question question) throws IOException {
        check(
                question,
                (program, properties) -> new Asking(program, properties, REACH, PATIENCE).by(CheckEngine.ORDER));
    }

    /** Lazy sequentialization does not look for races. */
    static Stream<Question> questionsWithoutRaces() {
        return questions().filter(question -> !question.properties().contains(Property.DATA_RACE));
    }

    @ParameterizedTest
    @MethodSource("questionsWithoutRaces")
    void byLazySequentialization(Question question) throws IOException {
        check(question, (program, properties) -> new Asking(program, properties, REACH, PATIENCE).by(CheckEngine.LAZY));
    }

    private void check(Question question, BiFunction<Program, Set<Property>, Verdict> engine) throws IOException {
        Path file = Files.writeString(folder.resolve("case.c"), question.program);
        var program = new Asked(file, question.properties(), question.library(), Reduction.AMPLE).program();
        Verdict verdict = engine.apply(program, question.properties());
        String word = verdict instanceof Verdict.HoldsWithin ? "holds" : Asked.word(verdict);
        assertThat(word).isEqualTo(question.words.getLast());
    }

    private void check(Question question, Reduction reduction) throws IOException {
        Path file = Files.writeString(folder.resolve("case.c"), question.program);
        var asked = new Asked(file, question.properties(), question.library(), reduction);
        assertThat(Asked.word(asked.verdict())).isEqualTo(question.words.getLast());
    }
}
