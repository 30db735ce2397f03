package dev.moirai.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.predict.PredictionAgainstAllOrders.Source;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ends a run in another order, what a thread hands over when it ends, and what it keeps for itself: as the enumeration of
 * all orders has it.
 */
class EndsOfRunsTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <pthread.h>
        extern void __VERIFIER_assume(int);
        int x, y = 1, z = 2;
        """;

    @TempDir
    Path folder;

    private void agrees(String threads, String main, String... violations) throws IOException {
        agrees(0, threads, main, violations);
    }

    /** @param seed the chance under which the run is recorded */
    private void agrees(long seed, String threads, String main, String... violations) throws IOException {
        String text = HEAD + threads + "int main(void) {\npthread_t a, b; void *back;\n" + main + "\nreturn 0; }\n";
        var comparison = PredictionAgainstAllOrders.compare(Source.plain(text), seed, folder);
        assertThat(comparison.skipped()).as(text).isFalse();
        assertThat(comparison.undecided()).as(text).isEmpty();
        assertThat(comparison.predicted()).as(text).isEqualTo(comparison.enumerated());
        for (String violation : violations) {
            assertThat(comparison.predicted()).as(text).anyMatch(each -> each.startsWith(violation));
        }
        if (violations.length == 0)
            assertThat(comparison.predicted()).as(text).noneMatch(each -> each.startsWith("assertion"));
    }

    @Test
    void nothingComesAfterADivisionByZero() throws IOException {
        String divides = "static void *one(void *p) { int d = 8 / x; y = d; return 0; }\n"
                + "static void *other(void *p) { x = 1; x = 2; return 0; }\n";
        String begin = "x = 4; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0);";
        String end = "pthread_join(a, 0); pthread_join(b, 0);";
        agrees(divides, begin + end + " assert(y != 8);", "assertion [0]");
        agrees(divides, begin + end + " assert(y != 0);");
        // Who divides must come first for main to get to its assertion with this value.
        String later = "static void *one(void *p) { int d = 6 % (z - 1); y = d; return 0; }\n"
                + "static void *other(void *p) { x = 3; return 0; }\n";
        String race = "pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0); z = x ^ 2; ";
        agrees(later, race + end + " assert(z != 1);", "assertion [0]");
        agrees(later, race + end + " assert(y == 0);");
        // The least number divided by -1 has no result either.
        String least = later.replace("6 %", "(-2147483647 - 1) /").replace("z - 1", "z - 2 - 1 + 2 * (z == 2)");
        agrees(least, race + end + " assert(z != 1);", "assertion [0]");
    }

    @Test
    void aDivisionCountsAlsoWhereNobodyWantsItsResult() throws IOException {
        String divides = "static int part(int of, int by) { return of / by; }\n"
                + "static void *one(void *p) { part(6, x); y = 7; return 0; }\n"
                + "static void *other(void *p) { x = 1; return 0; }\n";
        // Without the division the race could come before the other thread has done anything.
        String run = "x = 0; pthread_create(&b, 0, other, 0); pthread_create(&a, 0, one, 0); y = z;"
                + " pthread_join(a, 0); pthread_join(b, 0);";
        for (int seed = 0; seed < 8; seed++) agrees(seed, divides, run);
    }

    @Test
    void nothingComesAfterAnAssumptionThatFails() throws IOException {
        String assumes = "static void *one(void *p) { int seen = x; __VERIFIER_assume(seen == 0); y = 3; return 0; }\n"
                + "static void *other(void *p) { x = 1; return 0; }\n";
        String run = "pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0);"
                + " pthread_join(b, 0); pthread_join(a, 0);";
        agrees(assumes, run + " assert(y != 3);");
        agrees(assumes, run + " assert(x + y == 4);");
    }

    @Test
    void whatThreadsReturnIsWhatTheyHaveRead() throws IOException {
        String begin = "pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0);";
        for (String end : new String[] {"return (void *)(long)seen;", "pthread_exit((void *)(long)seen);"}) {
            String returns = "static void *one(void *p) { int seen = x; " + end + " }\n"
                    + "static void *other(void *p) { x = 1; x = 2; return 0; }\n";
            agrees(
                    returns,
                    begin + " pthread_join(a, &back); pthread_join(b, 0); assert((long)back != 1);",
                    "assertion [0]");
            agrees(returns, begin + " pthread_join(a, &back); pthread_join(b, 0); assert((long)back < 3);");
            // A thread that ends with another value has ended all the same.
            agrees(
                    returns,
                    begin + " pthread_join(a, 0); int now = x; pthread_join(b, 0); assert(now != 1);",
                    "assertion [0]");
        }
    }

    @Test
    void whatIsPutIntoThreadLocalMemoryMayDiffer() throws IOException {
        agrees(
                "static _Thread_local int own;\n"
                        + "static void *one(void *p) { own = x; y = own; return 0; }\n"
                        + "static void *other(void *p) { x = 1; x = 2; return 0; }\n",
                "pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0);"
                        + " pthread_join(a, 0); pthread_join(b, 0); assert(y != 1);",
                "assertion [0]");
    }

    @Test
    void locksAreNotDestroyedWhileOthersHoldThem() throws IOException {
        String holds = "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                + "static void *one(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n"
                + "static void *other(void *p) { return 0; }\n";
        agrees(
                holds,
                "pthread_create(&a, 0, one, 0); pthread_create(&b, 0, other, 0); pthread_join(b, 0);"
                        + " pthread_mutex_destroy(&m);",
                "lock-misuse main",
                "lock-misuse one");
    }
}
