package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A producer draws any number, a consumer takes it: the explicit search tries one value, unless somebody looks at it. */
class IdleChoicesTest {
    private static final String PASSING = """
        #include <assert.h>
        #include <pthread.h>
        #include <stdlib.h>
        void __VERIFIER_assume(int);
        int slot, isFull, got, sum;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static void *producer(void *p) {
            int v = rand();
            pthread_mutex_lock(&m);
            slot = v;
            isFull = 1;
            pthread_mutex_unlock(&m);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, producer, 0);
            pthread_mutex_lock(&m);
            if (isFull) { got = slot; LOOK }
            pthread_mutex_unlock(&m);
            pthread_join(t, 0);
            assert(isFull == 1);
        }
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "__VERIFIER_assume(got < 800);",
                "__VERIFIER_assume(got != 77777); sum = got;",
                "sum = got + 3;",
                "sum = got % 7 > 2;",
                "sum = got >> 3; got = slot;"
            })
    void whatNobodyLooksAtIsTriedOnce(String look) throws IOException {
        assertThat(explicitly(look)).isInstanceOf(Verdict.Holds.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "assert(got != 77777);",
                "__VERIFIER_assume(got == 77777); isFull = 2;",
                "__VERIFIER_assume(3 / (got - 77777) < 5);",
                "__VERIFIER_assume(got < 99999); assert(got != 77777);",
                "if (got == 77777) isFull = 2;",
                "sum = 3 / (got - 77777);",
                "int two[2]; two[got & 3] = 1;",
                "sum = got + 1; assert(sum != 77778);"
            })
    void whatSomebodyLooksAtIsNot(String look) throws IOException {
        assertThat(explicitly(look)).isNotInstanceOf(Verdict.Holds.class);
    }

    /** {@code IdleChoicesCampaign} tries more of them. */
    @Test
    void noGeneratedProgramThatFailsIsProved() throws IOException {
        var campaign = new IdleChoicesCampaign();
        for (long seed = 1; seed <= 60; seed++) {
            assertThat(campaign.agree(folder, seed)).as("seed %d", seed).isTrue();
        }
        assertThat(campaign.failing()).isGreaterThan(5);
        assertThat(campaign.proved()).isGreaterThan(20);
    }

    private Verdict explicitly(String look) throws IOException {
        var program = Asking.program(folder, PASSING.replace("LOOK", look));
        var asking = new Asking(program, Property.defaults(), SearchBounds.GROWING, Duration.ofSeconds(20));
        return asking.by(CheckEngine.EXPLICIT);
    }
}
