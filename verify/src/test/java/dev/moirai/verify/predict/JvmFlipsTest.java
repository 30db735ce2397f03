package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.verify.engine.Budget;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long exploration may think about recorded runs. */
class JvmFlipsTest {
    private static final Duration LONG = Duration.ofDays(1);

    @Test
    void chanceHasHalfOfTheTime() {
        var budget = Budget.of(Optional.of(Duration.ofSeconds(100)));
        assertThat(JvmFlips.limit(budget).atMost(LONG)).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(50));
        assertThat(budget.limit().atMost(LONG)).isGreaterThan(Duration.ofSeconds(90));
    }

    @Test
    void withoutALimitThereIsNone() {
        assertThat(JvmFlips.limit(Budget.of(Optional.empty())).atMost(LONG)).isEqualTo(LONG);
    }
}
