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

/** Finds runs in which threads are started for ever, and does not find any in programs that only seem to have them. */
class RoundsThatBeginThreadsTest {
    @TempDir
    Path folder;

    private Program program(String text) throws IOException {
        return Preparation.prepare(CPrograms.of(
                folder,
                "#include <pthread.h>\n#include <stdatomic.h>\nextern int __VERIFIER_nondet_int(void);\n"
                        + "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; unsigned n, k; atomic_int stop;\n"
                        + text));
    }

    private Optional<EndlessRun> search(String text) throws IOException {
        return RecurringRuns.search(program(text), "main", false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "void *w(void *p) { return 0; }"
                        + "int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, w, 0); }",
                "void *w(void *p) { n++; return 0; }int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0, w,"
                        + " 0); pthread_join(t, 0); } }",
                "void *w(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }"
                        + "int main(void) { pthread_t t[2]; for (;;) { pthread_create(&t[0], 0, w, 0);"
                        + " pthread_create(&t[1], 0, w, 0); pthread_join(t[1], 0); pthread_join(t[0], 0); } }",
                "void *w(void *p) { pthread_exit((void *)4); }"
                        + "int main(void) { pthread_t t; void *r; for (;;) { pthread_create(&t, 0, w, 0);"
                        + " pthread_join(t, &r); if (r != (void *)4) return 0; } }",
                "void *w(void *p) { pthread_detach(pthread_self()); return 0; }"
                        + "int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, w, 0); }",
                "void *w(void *p) { return 0; }int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0, w, 0);"
                        + " pthread_detach(t); } }",
                // The thread gets an argument, changes what it points to, and returns it.
                "void *w(void *p) { *(unsigned *)p += 2; return p; }"
                        + "int main(void) { pthread_t t; void *r; while (n != 7) { pthread_create(&t, 0, w, &n);"
                        + " pthread_join(t, &r); if (r != &n) return 0; } }",
                "void *w(unsigned *p) { *p += 2; return p; }int main(void) { pthread_t t; while (n != 7) {"
                        + " pthread_create(&t, 0, (void *(*)(void *))w, &n); pthread_join(t, 0); } }",
                // A thread that starts another.
                "void *v(void *p) { n++; return 0; }void *w(void *p) { pthread_t t; pthread_create(&t, 0, v, 0);"
                    + " pthread_join(t, 0); return 0; }int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0,"
                    + " w, 0); pthread_join(t, 0); } }",
                // The thread ends only after main has set a flag.
                "void *w(void *p) { while (!stop) ; return 0; }"
                        + "int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0, w, 0); stop = 1;"
                        + " pthread_join(t, 0); stop = 0; } }",
            })
    void forEver(String text) throws IOException {
        EndlessRun run = search(text).orElseThrow();
        assertThat(run.fair()).isTrue();
        assertThat(run.begun()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // If any of the threads moves, main ends.
                "void *w(void *p) { stop = 1; return 0; }"
                        + "int main(void) { pthread_t t; while (!stop) pthread_create(&t, 0, w, 0); return 0; }",
                // None of the threads ends, and a fair scheduler must let all of them run.
                "void *w(void *p) { for (;;) n++; }"
                        + "int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, w, 0); }",
            })
    void onlyIfTheyAreHeldBack(String text) throws IOException {
        assertThat(search(text).orElseThrow().fair()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A limited number of threads.
                "void *w(void *p) { return 0; }int main(void) { pthread_t t; for (int i = 0; i < 1000000; i++)"
                        + " pthread_create(&t, 0, w, 0); }",
                "void *w(void *p) { n++; return 0; }"
                        + "int main(void) { pthread_t t; while (n != 900) { pthread_create(&t, 0, w, 0);"
                        + " pthread_join(t, 0); } }",
                // There is no room for more handles.
                "pthread_t t[10]; void *w(void *p) { return 0; }"
                        + "int main(void) { for (int i = 0;; i++) pthread_create(&t[i], 0, w, 0); }",
                "void *w(void *p) { return 0; }int main(void) { pthread_t t[10]; unsigned i = 0; for (;;)"
                        + " pthread_create(&t[i++], 0, w, 0); }",
                // Whatever the schedule, the thread ends the loop.
                "void *w(void *p) { stop = 1; return 0; }"
                        + "int main(void) { pthread_t t; while (!stop) { pthread_create(&t, 0, w, 0);"
                        + " pthread_join(t, 0); } return 0; }",
                "void *w(void *p) { return (void *)(n++ > 900); }"
                        + "int main(void) { pthread_t t; void *r; for (;;) { pthread_create(&t, 0, w, 0);"
                        + " pthread_join(t, &r); if (r) return 0; } }",
                // The handle differs in each iteration.
                "void *w(void *p) { return 0; }"
                        + "int main(void) { pthread_t t; do pthread_create(&t, 0, w, 0); while (t < 2000); return 0; }",
                "void *w(void *p) { if (pthread_self() == 2000) stop = 1; return 0; }"
                        + "int main(void) { pthread_t t; while (!stop) { pthread_create(&t, 0, w, 0);"
                        + " pthread_join(t, 0); } return 0; }",
                // The first keeps the lock, so main waits for the second for ever.
                "void *w(void *p) { pthread_mutex_lock(&m); return 0; }int main(void) { pthread_t t; for (;;) {"
                        + " pthread_create(&t, 0, w, 0); pthread_join(t, 0); } }",
                // A function of another type is called as a start function.
                "int w(int p) { return p + (n++ > 900); }int main(void) { pthread_t t; void *r; for (;;) {"
                        + " pthread_create(&t, 0, (void *(*)(void *))w, 0); pthread_join(t, &r); if (r) return 0; } }",
                // Each thread has a variable of its own, and main compares the address of the last one with that before
                // it.
                "__thread unsigned own; unsigned *last; void *w(void *p) { last = &own; own = n++; return 0; }"
                        + "int main(void) { pthread_t t; unsigned *before = 0; do { before = last;"
                        + " pthread_create(&t, 0, w, 0); pthread_join(t, 0); } while (last != before); return 0; }",
                // A thread is joined twice.
                "void *w(void *p) { return 0; }int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); for (;;) {"
                        + " pthread_join(t, 0); n++; } }",
            })
    void notForEver(String text) throws IOException {
        RecurringRuns.assertNone(program(text), "main", false);
    }

    /** Threads are started for ever. In the first program that keeps one of them going, in the second it does not. */
    @Test
    void oneOfThem() throws IOException {
        String main = "int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, w, 0); }";
        String reset = "void *w(void *p) { if (__VERIFIER_nondet_int()) n = 3; while (n > 0) n--; return 0; }" + main;
        assertThat(RecurringRuns.search(program(reset), "w", true).orElseThrow().fair())
                .isTrue();
        String once = "void *w(void *p) { for (int i = 0; i < 3; i++) ; n++; return 0; }" + main;
        RecurringRuns.assertNone(program(once), "w", true);
    }

    /**
     * A thread that is started and joined at once is like a call: wherever there is a recurrence set with threads,
     * there is a lasso with calls.
     */
    @Test
    void aThreadJoinedAtOnceIsACall() throws IOException {
        int found = 0;
        for (int seed = 0; seed < Integer.getInteger("recurrence.seeds", 16); seed++) {
            var random = new Random(seed);
            String worker =
                    "void *w(void *p) {" + steps(random) + "return (void *)(unsigned long)" + cell(random) + "; }";
            String before = "int main(void) { void *r = 0; while (" + condition(random) + ") {" + steps(random);
            String after = steps(random) + (random.nextBoolean() ? "if (r == (void *)2) break;" : "") + "} return 0; }";
            String threads = worker + before + "pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, &r);" + after;
            Optional<EndlessRun> run = EndlessRun.recurring(program(threads), "main", false, Duration.ofMillis(500));
            if (run.isEmpty()) continue;
            found++;
            // With another thread in the program, the steps of main are visible.
            String calls = "void *idle(void *p) { return 0; }" + worker
                    + before.replaceFirst("\\{", "{ pthread_t u; pthread_create(&u, 0, idle, 0);") + "r = w(0);"
                    + after;
            var search = EndlessRun.of(program(calls), "main", false, 50_000, Duration.ofSeconds(10));
            assertThat(search.run()).as("seed %d: %s", seed, threads).isPresent();
            assertThat(run.get().fair()).as("seed %d: %s", seed, threads).isTrue();
        }
        assertThat(found).isPositive();
    }

    private static String steps(Random random) {
        var text = new StringBuilder();
        for (int steps = random.nextInt(3); steps > 0; steps--) {
            text.append(random.nextInt(3) == 0 ? "if (" + condition(random) + ") " : "")
                    .append(cell(random) + " = (" + cell(random) + " + " + random.nextInt(4) + ") % 4;");
        }
        return text.toString();
    }

    private static String cell(Random random) {
        return random.nextBoolean() ? "n" : "k";
    }

    private static String condition(Random random) {
        return cell(random) + (random.nextBoolean() ? " != " : " < ") + (1 + random.nextInt(4));
    }
}
