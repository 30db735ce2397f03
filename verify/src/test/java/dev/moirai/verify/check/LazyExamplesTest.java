package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.check.ExamplesTest.Row;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Within two rounds and two iterations, the verdicts of lazy sequentialization about the examples do not contradict
 * their table.
 */
class LazyExamplesTest {
    private static final Bounds BOUNDS = new Bounds(2, 2);

    /** Three philosophers are made in a loop; two iterations make two, who do not form a circle. */
    private static final Set<String> BEYOND = Set.of("check/philosophers.c");

    static List<Row> rows() throws IOException {
        return ExamplesTest.rows().stream()
                .filter(row -> row.properties().equals("default"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void agrees(Row row) {
        var program = new Input(Path.of("..", "examples", row.file()), InputOptions.DEFAULT, Dump.NOTHING).read();
        Verdict verdict = new Asking(program, Property.defaults(), SearchBounds.of(BOUNDS)).by(CheckEngine.LAZY);
        String word = switch (verdict) {
            case Verdict.Violated(var violation, var _) -> violation.property().word();
            case Verdict.Holds _, Verdict.HoldsWithin _ -> "holds";
            case Verdict.Unsupported(var construct, var _) -> "unsupported " + construct;
            case Verdict.Unknown unknown -> "unknown: " + unknown.words();
        };
        assertThat(word).isEqualTo(BEYOND.contains(row.file()) ? "holds" : row.verdict());
    }
}
