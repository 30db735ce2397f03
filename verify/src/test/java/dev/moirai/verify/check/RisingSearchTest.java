package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of states that differ in numbers of which more is worse, the search keeps the worst. */
class RisingSearchTest {
    /** Two threads add to each other's number, which comes to the Fibonacci number 10946 at most. */
    private static final String SUMS = """
        #include <assert.h>
        #include <pthread.h>
        int i = 1, j = 1, other;
        static void *left(void *x) {
            for (int k = 0; k < 9; k++) { i += j; EXTRA }
            return 0;
        }
        static void *right(void *x) {
            for (int k = 0; k < 9; k++) j += i;
            return 0;
        }
        int main(void) {
            pthread_t one, two;
            pthread_create(&one, 0, left, 0);
            pthread_create(&two, 0, right, 0);
            int n = i, m = j;
            if (n > LIMIT || m > LIMIT) assert(0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    @Test
    void sumsThatStaySmallEnoughAreProved() throws IOException {
        assertThat(search("", 6765)).isInstanceOf(Verdict.Holds.class);
    }

    @Test
    void sumsThatBecomeTooLargeAreFound() throws IOException {
        assertThat(search("", 6764)).isInstanceOf(Verdict.Violated.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (i == 3) other = 1;",
                "i -= 1;",
                "other = -1; i = other;",
                "assert(i > 0);",
                "int *p = &i; *p = 0;",
                "other = i / 2;",
                "i = (int)(unsigned)j;",
                "if (j > 1) i = 0;",
                "__atomic_fetch_add(&i, 1, __ATOMIC_SEQ_CST);"
            })
    void numbersForWhichLessMayBeWorseDoNotRise(String extra) throws IOException {
        var program = Asking.program(folder, text(extra, 6765));
        assertThat(RisingCampaign.rising(program, Property.defaults())).isLessThan(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"assert(i < 99999);", "if (j >= 99999) assert(0);", "other = i + 3;", "i = j + (k > 3);"})
    void numbersOfWhichMoreIsWorseRise(String extra) throws IOException {
        var program = Asking.program(folder, text(extra, 6765));
        assertThat(RisingCampaign.rising(program, Property.defaults())).isGreaterThanOrEqualTo(2);
    }

    @Test
    void whatIsNotWatchedEndsARunSilently() throws IOException {
        var program = Asking.program(folder, text("", 6765));
        assertThat(RisingCampaign.rising(program, Set.of(Property.DEADLOCK))).isZero();
    }

    /** A sum that has overflowed is small again. */
    @Test
    void nothingIsSaidOfSumsThatOverflow() throws IOException {
        String text = text("i += 2000000000;", 2147483647).replace("k < 9", "k < 2");
        assertThat(ask(text, Set.of(Property.ASSERTION))).isInstanceOf(Verdict.Unknown.class);
    }

    /** {@code RisingCampaign} tries more of them. */
    @Test
    void generatedProgramsAreAnsweredAsWithoutReduction() throws IOException {
        var campaign = new RisingCampaign();
        for (long seed = 1; seed <= 120; seed++) {
            assertThat(campaign.agree(folder, seed)).as("seed %d", seed).isTrue();
        }
        assertThat(campaign.failing()).isGreaterThan(20);
        assertThat(campaign.holding()).isGreaterThan(5);
    }

    private Verdict search(String extra, int limit) throws IOException {
        return ask(text(extra, limit), Property.defaults());
    }

    private Verdict ask(String text, Set<Property> properties) throws IOException {
        var program = Asking.program(folder, text);
        return new Asking(program, properties, SearchBounds.GROWING, Duration.ofSeconds(20)).by(CheckEngine.RISING);
    }

    private static String text(String extra, int limit) {
        return SUMS.replace("EXTRA", extra).replace("LIMIT", "" + limit);
    }
}
