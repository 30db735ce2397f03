package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many runs of a JVM program have as long as they can be expected to take, unless the user says how long. */
class ReplayTimeTest {
    private static final Duration RUN = Duration.ofSeconds(3);

    @Test
    void manyRunsHaveLonger() {
        assertThat(time(List.of(), 100)).isBetween(Duration.ofSeconds(290), Duration.ofSeconds(300));
    }

    @Test
    void aFewHaveTheUsualTime() {
        assertThat(time(List.of(), 1)).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
    }

    @Test
    void theUserHasTheLastWord() {
        assertThat(time(List.of("--time", "20s"), 100)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
        assertThat(time(List.of("--time", "none"), 100)).isEqualTo(Duration.ofDays(1));
    }

    private static Duration time(List<String> words, int runs) {
        var syntax = new Syntax();
        var common = new CommonOptions(syntax, Property.defaults());
        syntax.parse(words);
        return common.budgetOf(runs, RUN).limit().atMost(Duration.ofDays(1));
    }
}
