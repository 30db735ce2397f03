package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds endless runs that repeat a state late or never, and does not find any in programs that only seem to have them. */
class RecurrenceTest {
    @TempDir
    Path folder;

    private Program program(String text) throws IOException {
        return Preparation.prepare(CPrograms.of(
                folder,
                "#include <pthread.h>\n"
                        + "#include <semaphore.h>\n"
                        + "#include <stdatomic.h>\n"
                        + "extern int __VERIFIER_nondet_int(void);\n"
                        + "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; unsigned n, k; int i; atomic_uint c;\n"
                        + text
                        + "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);"
                        + " pthread_join(t, 0); pthread_join(u, 0); return 0; }"));
    }

    private Optional<EndlessRun> search(String text) throws IOException {
        return RecurringRuns.search(program(text), "a", false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "void *a(void *p) { for (;;) n++; } void *b(void *p) { return 0; }",
                "void *a(void *p) { for (;;) n++; } void *b(void *p) { for (;;) n += 3; }",
                "void *a(void *p) { while (n != 7) n += 2; return 0; } void *b(void *p) { return 0; }",
                "void *a(void *p) { unsigned l = 0; while (l < 4294967295u) l += 2; return 0; }"
                        + " void *b(void *p) { return 0; }",
                "void *a(void *p) { for (;;) atomic_fetch_add(&c, 5); } void *b(void *p) { return 0; }",
                "void *a(void *p) { for (;;) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); } }"
                        + " void *b(void *p) { for (;;) { pthread_mutex_lock(&m); k = n; pthread_mutex_unlock(&m); } }",
                "sem_t s; void *a(void *p) { sem_init(&s, 0, 1); for (;;) { sem_wait(&s); n++; sem_post(&s); } }"
                        + " void *b(void *p) { return 0; }",
                "sem_t s, q; void *a(void *p) { sem_init(&s, 0, 1); sem_init(&q, 0, 0); c = 1;"
                        + " for (;;) { sem_wait(&s); n++; sem_post(&q); } }"
                        + " void *b(void *p) { while (!c) ; for (;;) { sem_wait(&q); k = n; sem_post(&s); } }",
                "unsigned twice(unsigned x) { return 2 * x; } void *a(void *p) { for (n = 1; n | 1; n++) k = twice(n);"
                        + " return 0; } void *b(void *p) { return 0; }",
            })
    void aSetThatIsNeverLeft(String text) throws IOException {
        Optional<EndlessRun> run = search(text);
        assertThat(run).isPresent();
        assertThat(run.get().fair()).isTrue();
        assertThat(run.get().set()).isPresent();
    }

    @Test
    void whatTheSetSays() throws IOException {
        String text = "void *a(void *p) { while (n != 7) n += 2; return 0; } void *b(void *p) { return 0; }";
        assertThat(search(text).orElseThrow().set().orElseThrow().words()).containsExactly("n = 0 modulo 2");
    }

    /** The run is endless only if b never runs. */
    @Test
    void aSetThatAFairSchedulerLeaves() throws IOException {
        String text = "atomic_int stop; void *a(void *p) { while (!stop) n++; return 0; } void *b(void *p) { stop = 1;"
                + " return 0; }";
        assertThat(search(text).orElseThrow().fair()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Signed numbers do not grow for ever: they overflow, which has no meaning in C.
                "void *a(void *p) { for (;;) i++; } void *b(void *p) { return 0; }",
                "void *a(void *p) { while (i >= 0) i++; return 0; } void *b(void *p) { return 0; }",
                "void *a(void *p) { for (;;) { n++; i = i + 1; } } void *b(void *p) { return 0; }",
                "void *a(void *p) { int l = 1; for (;;) l = 3 * l; } void *b(void *p) { return 0; }",
                // These programs end, but only after many steps.
                "void *a(void *p) { while (n != 6) n += 2; return 0; } void *b(void *p) { return 0; }",
                "void *a(void *p) { while (n != 7) n += 3; return 0; } void *b(void *p) { return 0; }",
                "void *a(void *p) { while (n < 4000000000u) n++; return 0; } void *b(void *p) { return 0; }",
                "void *a(void *p) { for (;;) { n++; if (n == 0) return 0; } } void *b(void *p) { return 0; }",
                // The division fails when n has wrapped.
                "void *a(void *p) { for (n = 1;; n++) k = 9 / n; } void *b(void *p) { return 0; }",
                // The semaphore lets a go on only 900 times.
                "sem_t s; void *a(void *p) { sem_init(&s, 0, 900); for (;;) { sem_wait(&s); n++; } }"
                        + " void *b(void *p) { return 0; }",
                "sem_t s; void *a(void *p) { int v; sem_init(&s, 0, 900); do { n++; sem_trywait(&s); sem_getvalue(&s,"
                        + " &v); } while (v); return 0; } void *b(void *p) { return 0; }",
                // The mutex lets a go on only once.
                "void *a(void *p) { for (;;) { pthread_mutex_lock(&m); n++; } } void *b(void *p) { return 0; }",
            })
    void aSetThatIsLeft(String text) throws IOException {
        RecurringRuns.assertNone(program(text), "a", false);
    }

    /**
     * On programs with few states the explicit search is complete: wherever there is a recurrence set, it finds a
     * lasso.
     */
    @Test
    void theExplicitSearchAgrees() throws IOException {
        int found = 0;
        for (int seed = 0; seed < Integer.getInteger("recurrence.seeds", 12); seed++) {
            var random = new Random(seed);
            Program program = program(thread("a", random) + thread("b", random));
            Optional<EndlessRun> run = EndlessRun.recurring(program, "a", false, Duration.ofMillis(500));
            if (run.isEmpty()) continue;
            found++;
            var search = EndlessRun.of(program, "a", false, 50_000, Duration.ofSeconds(10));
            assertThat(search.run()).as("seed %d", seed).isPresent();
            if (run.get().fair())
                assertThat(search.run().get().fair()).as("seed %d", seed).isTrue();
        }
        assertThat(found).isPositive();
    }

    /** A loop over two numbers modulo four. */
    private static String thread(String name, Random random) {
        var text = new StringBuilder("void *" + name + "(void *p) { while (" + condition(random) + ") {");
        for (int steps = random.nextInt(2) + 1; steps > 0; steps--) {
            String target = random.nextBoolean() ? "n" : "k";
            String other = random.nextBoolean() ? "n" : "k";
            text.append(random.nextInt(3) == 0 ? "if (" + condition(random) + ") " : "")
                    .append(target + " = (" + other + " + " + random.nextInt(4) + ") % 4;");
        }
        return text.append("} return 0; }").toString();
    }

    private static String condition(Random random) {
        String operator = switch (random.nextInt(3)) {
            case 0 -> " < ";
            case 1 -> " != ";
            default -> " >= ";
        };
        return (random.nextBoolean() ? "n" : "k") + operator + random.nextInt(4);
    }
}
