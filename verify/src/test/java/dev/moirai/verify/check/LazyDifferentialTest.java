package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sample of the campaign that {@code bench/differential} runs. */
class LazyDifferentialTest {
    private static final long SEEDS = Long.getLong("moirai.campaign.seeds", 15);
    private static final long FIRST = Long.getLong("moirai.campaign.first", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(Long.getLong("moirai.campaign.patience", 3));

    @TempDir
    Path folder;

    @Test
    void explicitAndLazyAgree() throws IOException {
        var campaign = new LazyDifferential(folder, PATIENCE);
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            campaign.compare(seed);
            boolean announces = SEEDS >= 100 && (seed - FIRST + 1) % 50 == 0;
            if (announces) System.out.println(seed - FIRST + 1 + " programs, " + campaign.differences());
        }
        if (SEEDS >= 100) campaign.counts().forEach((what, count) -> System.out.printf("%6d  %s%n", count, what));
        assertThat(campaign.differences()).isEmpty();
        assertThat(campaign.counts()).containsEntry("programs", (int) SEEDS);
        assertThat(campaign.compared()).as("questions compared").isGreaterThan((int) SEEDS * 10);
        assertThat(campaign.counts().keySet())
                .as("violations are among what is compared")
                .contains("2 rounds, all: violation", "3 rounds, all: no violation");
    }

    /** The last four once had a thread interrupted inside its atomic section. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 119, 319, 334, 340})
    void withLocksOfTheirOwn(long seed) throws IOException {
        var campaign = new LazyDifferential(folder, PATIENCE);
        campaign.compareLocks(seed);
        assertThat(campaign.differences()).isEmpty();
        assertThat(campaign.compared()).as("questions compared").isPositive();
    }
}
