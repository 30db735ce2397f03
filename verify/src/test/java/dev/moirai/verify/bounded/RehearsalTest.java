package dev.moirai.verify.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    private static final String START = "for (int i = 0; i < threads; i++) pthread_create(&t, 0, work, 0);";

    @TempDir
    Path folder;

    private BoundedQuestion question(String main, Map<String, Integer> unwindSet) {
        var text = """
            #include <assert.h>
            #include <pthread.h>
            static int threads = 20, sum;
            static void *work(void *p) { int before = sum; sum = before + 1; return p; }
            int main(void) { pthread_t t; %s }
            """.formatted(main);
        var program = Preparation.prepare(CPrograms.of(folder, text));
        var bounds = new SearchBounds(Optional.empty(), unwindSet, Optional.empty());
        return new BoundedQuestion(program, Set.of(Property.ASSERTION), bounds);
    }

    private Map<String, Integer> turns(String main) {
        return new Rehearsal(question(main, Map.of()), Limit.none()).turns();
    }

    @Test
    void namesLoopsThatTurnOften() {
        assertThat(turns(START)).isEqualTo(Map.of("main.1", 32));
        assertThat(turns("for (int i = 0; i < 3; i++) for (int k = 0; k < 9; k++) sum++;"))
                .isEqualTo(Map.of("main.2", 16));
    }

    @Test
    void knowsNothingOfShortLoopsAndOfLongRuns() {
        assertThat(turns("for (int i = 0; i < 3; i++) sum++;")).isEmpty();
        assertThat(turns("for (int i = 0; i < 30000; i++) sum++;")).isEmpty();
        assertThat(turns("for (;;) sum = 0;")).isEmpty();
        assertThat(new Rehearsal(question(START, Map.of()), Limit.of(Duration.ZERO)).turns())
                .isEmpty();
        assertThat(new Rehearsal(question(START, Map.of("main.1", 5)), Limit.none()).turns())
                .isEmpty();
    }

    @Test
    void smallBoundsWithRehearsedLoopsShowWhatIsBehindALongLoop() {
        BoundedQuestion question = question(START + " assert(sum < 1);", Map.of());
        var method = LazyMethod.solving(question, "auto");
        method.ladders(Limit.none());
        var search = new ClimbingSearch<>(method, question, Limit.none(), _ -> {});
        var bounds = new Bounds(1, 1);
        assertThat(search.within(List.of(LazyBounds.of(bounds)))).isNotInstanceOf(Verdict.Violated.class);
        var rehearsed = new LazyBounds(bounds, LazyBounds.Loops.REHEARSED);
        assertThat(search.within(List.of(rehearsed))).isInstanceOf(Verdict.Violated.class);
    }
}
