package dev.moirai.verify.livelock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Fairness;
import dev.moirai.verify.livelock.LassoCampaign.Comparison;
import dev.moirai.verify.livelock.LassoCampaign.Outcome;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample of {@link LassoCampaign}: both searches agree, and the judge confirms what either of them finds. */
class LassoAgainstExplicitSearchTest {
    static LongStream seeds() {
        return LongStream.range(0, 24);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void stronglyFair(long seed) throws IOException {
        agree(LassoCampaign.compare(seed, Fairness.STRONG));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void weaklyFair(long seed) throws IOException {
        agree(LassoCampaign.compare(seed + 100, Fairness.WEAK));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void unfair(long seed) throws IOException {
        agree(LassoCampaign.compare(seed + 200, Fairness.NONE));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void responses(long seed) throws IOException {
        agree(LassoCampaign.compareResponse(seed + 400, Fairness.STRONG));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withTimeouts(long seed) throws IOException {
        agree(LassoCampaign.compareTimed(seed + 600, Fairness.STRONG));
    }

    private static final Set<Outcome> SEEN = EnumSet.noneOf(Outcome.class);

    @AfterAll
    static void bothAnswersOccur() {
        assertThat(SEEN).contains(Outcome.BOTH_FIND, Outcome.BOTH_DO_NOT);
    }

    private static void agree(Comparison comparison) {
        SEEN.add(comparison.outcome());
        assertThat(comparison.outcome()).as(comparison.detail()).isIn(Outcome.BOTH_FIND, Outcome.BOTH_DO_NOT);
    }
}
