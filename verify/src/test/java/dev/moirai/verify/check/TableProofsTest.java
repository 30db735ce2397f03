package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of long arrays, proofs know between which numbers all elements lie. */
class TableProofsTest {
    private static final String SHARED_STACK = """
        #include <assert.h>
        #include <pthread.h>
        #include <string.h>
        int top, a[100], other[100];
        unsigned char *bytes = (unsigned char *)a;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static void *push(void *x) {
            for (int i = 0; i < 100; i++) {
                pthread_mutex_lock(&m);
                if (top < 100) { FILL top++; }
                pthread_mutex_unlock(&m);
            }
            return 0;
        }
        static void *pop(void *x) {
            for (;;) {
                pthread_mutex_lock(&m);
                if (top > 0) { top--; assert(CLAIM); }
                pthread_mutex_unlock(&m);
            }
        }
        int main(void) {
            pthread_t one, two;
            pthread_create(&one, 0, push, 0);
            pthread_create(&two, 0, pop, 0);
            pthread_join(one, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a[top] = i; | a[top] >= 0 && a[top] < 100",
                "a[top] = 7; a[3] = 9; | a[top] <= 9",
                "| a[top] == 0",
                "other[i] = top; a[top] = other[99 - i]; | a[top] <= 99",
                "int *p = a; p[top] = 3; | a[top] != 4",
                "a[top] = (i + 1) % 7; | a[top] < 7",
                "a[top] = i & 3; | a[top] != 4"
            })
    void whatAllElementsKeepIsProved(String given) throws IOException {
        assertThat(ask(given, Duration.ofSeconds(40))).isInstanceOf(Verdict.Holds.class);
    }

    /** Each of them fails in some run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a[top] = i - 5; | a[top] != -2",
                "a[top] = i; | a[top] < 99",
                "a[top] = (i + 1) % 7; | a[top] < 6",
                "a[top] = (i - 9) % 7; | a[top] > -2",
                "a[top] = 7; a[0] = 9; | a[top] == 7",
                "a[top] = 7; bytes[1] = 1; | a[top] <= 7",
                "a[top] = 7; memset(a, 1, sizeof a); | a[top] <= 7",
                "a[top] = 7; __atomic_fetch_add(&a[top], i, 5); | a[top] <= 7",
                "a[top] = 7; *(unsigned *)&a[top] = 8; | a[top] <= 7"
            })
    void whatSomeElementBreaksIsNot(String given) throws IOException {
        assertThat(ask(given, Duration.ofSeconds(1))).isNotInstanceOf(Verdict.Holds.class);
    }

    private Verdict ask(String given, Duration patience) throws IOException {
        String[] parts = given.split("\\|", 2);
        var program =
                Asking.program(folder, SHARED_STACK.replace("FILL", parts[0]).replace("CLAIM", parts[1]));
        return new Asking(program, Set.of(Property.ASSERTION), SearchBounds.GROWING, patience).by(CheckEngine.MODULAR);
    }
}
