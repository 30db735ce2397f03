package dev.moirai.sequentialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvenSwitchesTest {
    private static final String PROGRAM = """
        #include <pthread.h>
        int a, b, seen;
        void *six(void *unused) { a = b; a = b; a = b; return 0; }
        void *two(void *unused) { b = a; return 0; }
        int main(void) {
          pthread_t one, other;
          pthread_create(&one, 0, six, 0);
          pthread_create(&other, 0, two, 0);
          seen = a;
          seen = b;
          return 0;
        }
        """;

    @TempDir
    Path folder;

    @Test
    void threadsAdvanceInEqualPartsAndCreatorsCreateFirst() throws IOException {
        var properties = EnumSet.of(Property.ASSERTION);
        var bounded = SyncLowering.lower(
                Bounding.bound(Preparation.prepare(CPrograms.of(folder, PROGRAM)), BoundOptions.unwind(1)), properties);
        Unrolled unrolled = Lazy.sequentialize(bounded, LazyOptions.rounds(3)).unrolled();
        Map<Integer, Integer> guesses = EvenSwitches.of(unrolled);

        Simulation six = unrolled.sequential().simulations().get(1);
        assertThat(six.size()).isEqualTo(6);
        assertThat(of("six", unrolled, guesses)).containsExactly(2, 4, 6);
        List<Integer> main = of("main", unrolled, guesses);
        assertThat(main).hasSize(3).containsOnly(main.getFirst());
        assertThat(main.getFirst()).isPositive();
        assertThat(guesses).hasSize(9);
    }

    private static List<Integer> of(String thread, Unrolled unrolled, Map<Integer, Integer> guesses) {
        return guesses.keySet().stream()
                .sorted()
                .filter(i ->
                        ((Instr.Nondet) unrolled.body().get(i)).source().words().startsWith("cs " + thread + " "))
                .map(guesses::get)
                .toList();
    }
}
