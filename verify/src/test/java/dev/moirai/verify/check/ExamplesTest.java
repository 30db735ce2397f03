package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example has the verdict that {@code examples/verdicts.csv} gives it, with and without partial-order reduction. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    record Row(String file, String properties, String verdict, String at) {
        static Row of(String line) {
            String[] cells = line.split(",", -1);
            return new Row(cells[0], cells[1], cells[2], cells[3]);
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void withReduction(Row row) throws IOException {
        check(row, Reduction.AMPLE);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void withoutReduction(Row row) throws IOException {
        check(row, Reduction.NONE);
    }

    private static void check(Row row, Reduction reduction) throws IOException {
        Path file = EXAMPLES.resolve(row.file);
        Verdict verdict =
                new Asked(file, Asked.properties(row.properties), LibraryOptions.DEFAULT, reduction).verdict();
        assertThat(Asked.word(verdict)).isEqualTo(row.verdict);
        if (verdict instanceof Verdict.Violated(var violation, var schedule)) {
            String line = Files.readAllLines(file).get(violation.span().line() - 1);
            assertThat(line).contains(row.at);
            assertThat(schedule.steps()).isNotEmpty();
        }
    }

    @Test
    void everyExampleToCheckStandsInTheTable() throws IOException {
        Set<String> listed = rows().stream().map(Row::file).collect(Collectors.toSet());
        try (var files = Files.list(EXAMPLES.resolve("check"))) {
            assertThat(files.map(file -> "check/" + file.getFileName())).isSubsetOf(listed);
        }
    }
}
