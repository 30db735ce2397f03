package dev.moirai.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobalValuesTest {
    private static final String WORKER = """
        #include <pthread.h>
        #include <stdio.h>
        void *worker(void *p) { return 0; }
        static void start(void) { pthread_t t; pthread_create(&t, 0, worker, 0); }
        """;

    @TempDir
    Path folder;

    private BoundedProgram bounded(String text, int unwind) {
        return Bounding.bound(Preparation.prepare(CPrograms.of(folder, text)), BoundOptions.unwind(unwind));
    }

    private static boolean isCut(BoundedProgram program) {
        return program.main().body().stream().anyMatch(Instr.Cut.class::isInstance);
    }

    private static long reads(BoundedThread thread, String global) {
        return thread.body().stream()
                .filter(instr -> instr instanceof Instr.Load load
                        && load.address() instanceof Expr.GlobalAddress(var name, var _)
                        && name.equals(global))
                .count();
    }

    @Test
    void asManyThreadsStartAsAVariableSaysThatOnlyAnotherWayWrites() {
        var program = bounded(WORKER + """
            int workers = 70;
            int main(int argc, char **argv) {
                if (argc != 1) sscanf(argv[1], "%d", &workers);
                for (int i = 0; i < workers; i++) start();
            }
            """, 80);
        assertThat(program.threads().size()).isEqualTo(71);
        assertThat(isCut(program)).isFalse();
    }

    @Test
    void storesOnTheWayCount() {
        var program = bounded(WORKER + """
            int workers = 70;
            int main(void) {
                workers = 2;
                for (int i = 0; i < workers; i++) start();
            }
            """, 5);
        assertThat(program.threads().size()).isEqualTo(3);
        assertThat(isCut(program)).isFalse();
    }

    @Test
    void whatTwoWaysWriteDifferentlyIsNotKnown() {
        var program = bounded(WORKER + """
            int workers = 1;
            int __VERIFIER_nondet_int(void);
            int main(void) {
                if (__VERIFIER_nondet_int()) workers = 5;
                for (int i = 0; i < workers; i++) start();
            }
            """, 2);
        assertThat(isCut(program)).isTrue();
    }

    @Test
    void storesThroughPointersCount() {
        var program = bounded(WORKER + """
            int workers = 1, other = 1, *p;
            int __VERIFIER_nondet_int(void);
            int main(void) {
                p = __VERIFIER_nondet_int() ? &workers : &other;
                *p = 5;
                for (int i = 0; i < workers; i++) start();
            }
            """, 2);
        assertThat(isCut(program)).isTrue();
    }

    @Test
    void exchangesAndCallsThatWriteCount() {
        var program = bounded(WORKER + """
            int workers = 1, more = 1;
            static void set(int *at, int value) { *at = value; }
            int main(void) {
                set(&workers, 4);
                __sync_fetch_and_add(&more, 3);
                for (int i = 0; i < workers; i++) start();
                for (int i = 0; i < more; i++) start();
            }
            """, 6);
        assertThat(isCut(program)).isTrue();
        assertThat(reads(program.main(), "more")).isPositive();
    }

    @Test
    void whatOthersWriteWhileThreadsRunIsNotKnown() {
        var program = bounded("""
            #include <pthread.h>
            int n = 1;
            void *worker(void *p) { n = 5; return 0; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                return n;
            }
            """, 2);
        assertThat(reads(program.main(), "n")).isEqualTo(1);
    }

    @Test
    void anotherThreadKnowsOnlyWhatNobodyWrites() {
        var program = bounded("""
            #include <pthread.h>
            int set = 1, never = 3;
            void *worker(void *p) { return set + never ? p : 0; }
            int main(void) {
                pthread_t t;
                set = 2;
                pthread_create(&t, 0, worker, 0);
                return 0;
            }
            """, 2);
        BoundedThread worker = program.threads().get(1);
        assertThat(reads(worker, "set")).isEqualTo(1);
        assertThat(reads(worker, "never")).isZero();
    }
}
