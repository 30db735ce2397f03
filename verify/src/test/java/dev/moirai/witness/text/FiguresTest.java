package dev.moirai.witness.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures are what {@link String#format} would write. */
class FiguresTest {
    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                7,
                999,
                1_000,
                12_345,
                999_999,
                1_000_000,
                -1,
                -999,
                -1_000,
                -123_456,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void wholeNumbersAreGrouped(long number) {
        assertThat(Figures.grouped(number)).isEqualTo(String.format(Locale.ROOT, "%,d", number));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.07, 0.099, 0.5, 0.996, 1, 9.99, 59.96, 1234.567})
    void secondsAreRounded(double seconds) {
        assertThat(Figures.hundredths(seconds)).isEqualTo(String.format(Locale.ROOT, "%.2f", seconds));
        assertThat(Figures.tenths(seconds)).isEqualTo(String.format(Locale.ROOT, "%.1f", seconds));
    }
}
