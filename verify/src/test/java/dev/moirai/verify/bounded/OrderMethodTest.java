package dev.moirai.verify.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What main does before its first thread. */
class OrderMethodTest {
    private static final String HEAD = """
        #include <assert.h>
        #include <pthread.h>
        static int table[100], sum;
        static void *work(void *p) { sum = table[9]; return p; }
        """;

    private static final String FILLED = """
        int main(void) {
            pthread_t t;
            for (int i = 0; i < 100; i++) table[i] = i;
            pthread_create(&t, 0, work, 0);
            pthread_join(t, 0);
            assert(sum == %d);
        }
        """;

    @TempDir
    Path folder;

    private ClimbingSearch<Integer> search(String main, Map<String, Integer> unwindSet) {
        var program = Preparation.prepare(CPrograms.of(folder, HEAD + main));
        var bounds = new SearchBounds(Optional.empty(), unwindSet, Optional.empty());
        var question = new BoundedQuestion(program, Set.of(Property.ASSERTION), bounds);
        return new ClimbingSearch<>(
                new OrderMethod(question, "auto"), question, Limit.of(Duration.ofSeconds(60)), _ -> {});
    }

    @Test
    void aTableThatIsFilledFirstNeedsNoUnwinding() {
        var wrong = search(FILLED.formatted(8), Map.of());
        assertThat(wrong.deepening()).isInstanceOf(Verdict.Violated.class);
        assertThat(wrong.attempts()).hasSize(1);
        var right = search(FILLED.formatted(9), Map.of());
        assertThat(right.deepening()).isInstanceOf(Verdict.Holds.class);
        assertThat(right.attempts()).hasSize(1);
    }

    @Test
    void whatTheUserSaysOfALoopCounts() {
        assertThat(search(FILLED.formatted(8), Map.of("main.1", 5)).deepening())
                .isNotInstanceOf(Verdict.Violated.class)
                .isNotInstanceOf(Verdict.Holds.class);
    }

    /** Formulas have other numbers for addresses, so that main begins otherwise there than in the interpreter. */
    @Test
    void aBeginningThatDependsOnNumbersOfAddressesIsForgotten() {
        var bits = new StringBuilder();
        for (int bit = 12; bit < 44; bit++) bits.append("if ((long) &table >> " + bit + " & 1) odd++;\n");
        var search = search("""
            int main(void) {
                int odd = 0;
                pthread_t t;
                %s
                for (int i = 0; i < 3; i++) table[i] = i;
                pthread_create(&t, 0, work, 0);
                pthread_join(t, 0);
                assert(odd >= 0 && sum == 0);
            }
            """.formatted(bits), Map.of());
        assertThat(search.deepening()).isInstanceOf(Verdict.Holds.class);
        assertThat(search.attempts()).hasSizeGreaterThan(1);
    }
}
