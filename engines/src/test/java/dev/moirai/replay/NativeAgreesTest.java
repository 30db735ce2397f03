package dev.moirai.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.property.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated programs run natively by chance do, step by step, what the interpreter does under the recorded schedule, and
 * the other way round. {@code -Dmoirai.seeds=500} makes it a campaign.
 */
class NativeAgreesTest {
    private static final long SEEDS = Long.getLong("moirai.seeds", 12);
    private static final int RUNS = 4;

    @TempDir
    Path folder;

    @BeforeAll
    static void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    @Test
    void onGeneratedPrograms() throws Exception {
        Map<String, Integer> endings = new HashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            String text = ConcurrentPrograms.of(seed);
            Path file = Files.writeString(folder.resolve("seed" + seed + ".c"), text);
            var program = Preparation.prepare(CPrograms.of(file));
            Set<Property> watched = seed % 4 == 0
                    ? EnumSet.allOf(Property.class)
                    : EnumSet.complementOf(EnumSet.of(Property.DATA_RACE));
            try (var both = new BothWays(program, watched, folder)) {
                for (int run = 0; run < RUNS; run++) {
                    NativeOrder.Pace pace = switch (run) {
                        case 0 -> new NativeOrder.Pace.Free(seed);
                        case 1 -> new NativeOrder.Pace.Steady(seed);
                        default -> new NativeOrder.Pace.Shuffled(seed * RUNS + run);
                    };
                    note(endings, both.nativeThenInterpreted(pace));
                    note(endings, both.interpretedThenNative(seed * RUNS + run));
                }
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
        }
        assertThat(endings).containsKeys("Ended", "Violated");
    }

    /** What generated programs do not do: odd layouts, thread-local data, function pointers, early ends of threads. */
    @Test
    void onTrickyC() throws Exception {
        String text = """
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            struct empty {};
            struct odd { char before; unsigned three : 3, thirty : 30, five : 5; char after; struct empty nothing; int last; };
            union either { int whole; short halves[2]; };
            static _Thread_local int own = 5;
            static struct odd odd = {1, 2, 3, 4, 5, {}, 6};
            static float single = 2.5f;
            static pthread_key_t key;
            static pthread_once_t once = PTHREAD_ONCE_INIT;
            static int deep(int n) { int here[2] = {n, n + 1}; int *at = &here[n & 1]; return n ? *at + deep(n - 1) : 0; }
            static int twice(int x) { return 2 * x; }
            static int thrice(int x) { return 3 * x; }
            static int (*volatile chosen)(int) = twice;
            static void destroy(void *value) { printf("destroyed %d\\n", *(int *) value); free(value); }
            static void prepare(void) { pthread_key_create(&key, destroy); chosen = thrice; }
            static void stop(int value) { pthread_exit((void *) (long) value); }
            static void *worker(void *argument) {
                pthread_once(&once, prepare);
                int *mine = malloc(sizeof *mine);
                *mine = ++own + *(int *) argument;
                pthread_setspecific(key, mine);
                odd.thirty += chosen(own);
                if (own) stop(*mine);
                return NULL;
            }
            int main(void) {
                pthread_t threads[2];
                void *result;
                int arguments[2] = {10, 20}, garbage;
                char *text = malloc(3);
                for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &arguments[i]);
                for (int i = 0; i < 2; i++) {
                    pthread_join(threads[i], &result);
                    printf("%ld ", (long) result);
                }
                strcpy(text, "ab");
                text = realloc(text, 10);
                strcat(text, "cd");
                union either either = {0x12345678};
                printf("%s %d %d %d|%5.2f|%-4x|%s\\n", text, text[7] & 1, garbage & 1, deep(5), -(-single),
                       either.halves[0], odd.after == 5 ? "kept" : "spoilt");
                printf("%d %u %u %u %d %d\\n", odd.before, odd.three, odd.thirty, odd.five, odd.last, own);
                free(text);
                return own;
            }
            """;
        Path file = Files.writeString(folder.resolve("tricky.c"), text);
        var program = Preparation.prepare(CPrograms.of(file));
        try (var both = new BothWays(program, EnumSet.complementOf(EnumSet.of(Property.DATA_RACE)), folder)) {
            assertThat(both.nativeThenInterpreted(new NativeOrder.Pace.Steady(0)))
                    .isEqualTo(new NativeOutcome.Ended(5));
            for (int seed = 1; seed <= RUNS; seed++) {
                both.nativeThenInterpreted(new NativeOrder.Pace.Shuffled(seed));
                both.interpretedThenNative(seed);
            }
        }
    }

    private static void note(Map<String, Integer> endings, NativeOutcome outcome) {
        endings.merge(outcome.getClass().getSimpleName(), 1, Integer::sum);
    }
}
