package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.predict.PredictionAgainstAllOrders.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of the campaign: what is predicted is exactly what some feasible order of the trace's steps does. */
class PredictionAgainstAllOrdersTest {
    private static final int PROGRAMS = 60;
    private static final long FIRST = 1000;
    /**
     * A recording that an assumption stopped; an atomic section left on another way than in the trace; a deadlock that a third
     * thread's assertion forestalls unless it comes early.
     */
    private static final List<Long> ONCE_WRONG = List.of(7186L, 9922L, 9229L);

    @TempDir
    Path folder;

    @Test
    void predictsWhatSomeOrderDoesAndNothingElse() throws IOException {
        int violations = 0;
        var comparisons = new LinkedHashMap<Long, Source>();
        ONCE_WRONG.forEach(seed -> comparisons.put(seed, Source.CONCURRENT));
        for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) comparisons.put(seed, Source.of(seed));
        for (var each : comparisons.entrySet()) {
            long seed = each.getKey();
            var comparison = PredictionAgainstAllOrders.compare(each.getValue(), seed, folder);
            if (comparison.skipped()) continue;
            assertThat(comparison.predicted())
                    .as("seed %d:\n%s", seed, comparison.text())
                    .isEqualTo(comparison.enumerated());
            assertThat(comparison.undecided()).as("seed %d", seed).isEmpty();
            violations += comparison.enumerated().size();
        }
        assertThat(violations).as("violations in the sample").isGreaterThan(20);
    }
}
