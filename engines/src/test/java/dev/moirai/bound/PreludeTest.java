package dev.moirai.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreludeTest {
    private static final String WORKER = """
        #include <pthread.h>
        #include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        int table[50], sum;
        static void *worker(void *p) { sum = table[7]; return p; }
        static void start(void) { pthread_t t; pthread_create(&t, 0, worker, 0); }
        """;

    @TempDir
    Path folder;

    private Program program(String text) {
        return Preparation.prepare(CPrograms.of(folder, WORKER + text));
    }

    private static Prelude of(Program program) {
        return Prelude.of(program, Property.defaults(), () -> false);
    }

    private BoundedProgram bounded(String text) {
        Program program = program(text);
        return Bounding.bound(program, BoundOptions.unwind(1).after(of(program)));
    }

    private static List<CutReason> cuts(BoundedProgram program) {
        return program.threads().stream()
                .flatMap(thread -> thread.body().stream())
                .filter(Instr.Cut.class::isInstance)
                .map(instr -> ((Instr.Cut) instr).reason())
                .toList();
    }

    @Test
    void whatComesBeforeTheFirstThreadIsNotUnwound() {
        var program = bounded("int main(void) { for (int i = 0; i < 50; i++) table[i] = i * i; start(); }");
        assertThat(program.threads().size()).isEqualTo(2);
        assertThat(cuts(program)).noneMatch(CutReason.Loop.class::isInstance);
    }

    @Test
    void loopsRecursionAndPointersToFunctionsAreFollowed() {
        var program = bounded("""
            static int down(int n) { return n == 0 ? 1 : down(n - 1); }
            static int one(int n) { return n; }
            static int (*kinds[])(int) = {down, one};
            static void fill(int from) {
                for (int i = from; i < 50; i += 5) for (int k = 0; k < 3; k++) table[i] += kinds[i % 2](i / 10);
            }
            int main(void) { int *p = malloc(400); for (int i = 0; i < 5; i++) { fill(i); p[i] = i; } start(); free(p); }
            """);
        assertThat(program.threads().size()).isEqualTo(2);
        assertThat(cuts(program)).allMatch(Prelude::isLeft);
    }

    @Test
    void turnsOnTheWayDoNotCount() {
        String started = "int main(void) { for (int i = 0; i < 50; i++) { table[i] = i; if (i >= %s) start(); } }";
        var third = bounded(started.formatted("3"));
        assertThat(third.threads().size()).isGreaterThan(1).isLessThan(5);
        assertThat(cuts(third)).anyMatch(CutReason.Loop.class::isInstance);
    }

    @Test
    void aChoiceEndsTheWay() {
        var program = bounded("""
            int main(void) {
                int n = __VERIFIER_nondet_int();
                for (int i = 0; i < n; i++) table[i % 50] = i;
                start();
            }
            """);
        assertThat(cuts(program)).anyMatch(CutReason.Loop.class::isInstance).noneMatch(Prelude::isLeft);
    }

    @Test
    void whatIsWrongOnTheWayIsStillThere() {
        var program = bounded("""
            int main(void) {
                int *p = table;
                for (int i = 0; i <= 50; i++) p[i] = i;
                start();
            }
            """);
        long stores = program.main().body().stream()
                .filter(Instr.Store.class::isInstance)
                .count();
        assertThat(stores).isEqualTo(51);
    }

    @Test
    void thereIsNoneIfItIsLong() {
        Program endless = program("int main(void) { for (;;) sum++; }");
        assertThat(of(endless)).isSameAs(Prelude.NONE);
        assertThat(Prelude.of(endless, Property.defaults(), () -> true)).isSameAs(Prelude.NONE);
    }
}
