package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sample of the campaign: what is predicted is exactly what some feasible order of the trace's steps does. */
class PredictionAgainstAllOrdersTest {
    private static final int PROGRAMS = 40;
    private static final long FIRST = 1000;

    @TempDir
    Path folder;

    @Test
    void predictsWhatSomeOrderDoesAndNothingElse() throws IOException {
        int violations = 0;
        for (long seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
            var comparison = PredictionAgainstAllOrders.compare(seed, folder);
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
