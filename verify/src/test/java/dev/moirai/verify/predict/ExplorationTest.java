package dev.moirai.verify.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.predict.Predictor;
import dev.moirai.predict.TraceSlicing;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bugs that lie behind a branch which the recorded run has not taken. */
class ExplorationTest {
    private static final String BEHIND_A_BRANCH = """
        #include <assert.h>
        #include <pthread.h>
        int ready, data;
        void *producer(void *p) { data = 1; ready = 1; data = 2; return 0; }
        void *consumer(void *p) { if (ready) assert(data == 2); return 0; }
        int main(void) {
            pthread_t c, p;
            pthread_create(&c, 0, consumer, 0);
            pthread_create(&p, 0, producer, 0);
            pthread_join(c, 0); pthread_join(p, 0);
            return 0;
        }
        """;

    private static final String BEHIND_TWO_BRANCHES = """
        #include <assert.h>
        #include <pthread.h>
        int first, second, data;
        void *producer(void *p) { first = 1; data = 1; second = 1; data = 0; return 0; }
        void *consumer(void *p) {
            if (!first) return 0;
            if (!second) return 0;
            assert(data == 0);
            return 0;
        }
        int main(void) {
            pthread_t c, p;
            pthread_create(&c, 0, consumer, 0);
            pthread_create(&p, 0, producer, 0);
            pthread_join(c, 0); pthread_join(p, 0);
            return 0;
        }
        """;

    private static final String DEADLOCK_BEHIND_A_BRANCH = """
        #include <pthread.h>
        pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
        int reversed;
        void *one(void *p) {
            pthread_mutex_lock(&a); pthread_mutex_lock(&b);
            pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
            return 0;
        }
        void *other(void *p) {
            if (!reversed) return 0;
            pthread_mutex_lock(&b); pthread_mutex_lock(&a);
            pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
            return 0;
        }
        void *reverse(void *p) { reversed = 1; return 0; }
        int main(void) {
            pthread_t x, y, z;
            pthread_create(&y, 0, other, 0);
            pthread_create(&x, 0, one, 0);
            pthread_create(&z, 0, reverse, 0);
            pthread_join(x, 0); pthread_join(y, 0); pthread_join(z, 0);
            return 0;
        }
        """;

    @TempDir
    Path folder;

    private Prediction.Result explored(String text, Property property, int runs) throws IOException {
        Path file = Files.writeString(folder.resolve("program.c"), text);
        var input = new Input(file, InputOptions.DEFAULT, Dump.NOTHING);
        var extent = new Recording.Extent(10_000, Budget.of(Optional.empty()));
        var recorded = Recording.inMemory(input, OptionalLong.empty(), extent);
        Set<Property> properties = EnumSet.of(property);
        var options = new Predictor.Options(
                properties,
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                TraceSlicing.BY_CLAIM,
                "moirai",
                1);
        return BranchExploration.of(new ProgramSubject(recorded), options, runs, Limit.none(), _ -> {});
    }

    @Test
    void whatOneTraceCannotShowAnotherDoes() throws IOException {
        assertThat(explored(BEHIND_A_BRANCH, Property.ASSERTION, 1).found()).isEmpty();
        assertThat(explored(BEHIND_A_BRANCH, Property.ASSERTION, 10).found()).hasSize(1);
    }

    @Test
    void turnedBranchesLeadToOthers() throws IOException {
        assertThat(explored(BEHIND_TWO_BRANCHES, Property.ASSERTION, 2).found()).isEmpty();
        var result = explored(BEHIND_TWO_BRANCHES, Property.ASSERTION, 10);
        assertThat(result.found()).hasSize(1);
        assertThat(result.explored().orElseThrow().runs()).isEqualTo(3);
    }

    @Test
    void deadlocksToo() throws IOException {
        assertThat(explored(DEADLOCK_BEHIND_A_BRANCH, Property.DEADLOCK, 1).found())
                .isEmpty();
        assertThat(explored(DEADLOCK_BEHIND_A_BRANCH, Property.DEADLOCK, 10).found())
                .hasSize(1);
    }

    @Test
    void endsWhenNothingIsLeftToTurn() throws IOException {
        String safe = BEHIND_A_BRANCH.replace("data = 1; ready = 1; data = 2;", "data = 2; ready = 1;");
        var result = explored(safe, Property.ASSERTION, 1000);
        assertThat(result.found()).isEmpty();
        var how = result.explored().orElseThrow();
        assertThat(how.isComplete()).isTrue();
        assertThat(how.ways()).isEqualTo(2);
        assertThat(how.runs()).isLessThan(10);
    }

    @Test
    void isTheSameEveryTime() throws IOException {
        var first = explored(BEHIND_TWO_BRANCHES, Property.ASSERTION, 10);
        var second = explored(BEHIND_TWO_BRANCHES, Property.ASSERTION, 10);
        assertThat(first.explored()).isEqualTo(second.explored());
        assertThat(first.found().getFirst().witness().get().schedule())
                .isEqualTo(second.found().getFirst().witness().get().schedule());
    }

    /** A sample of the campaign. */
    @Test
    void findsWhatTheSearchOverAllStatesFinds() throws IOException {
        int needed = 0;
        for (long seed = 1; seed <= 25; seed++) {
            var comparison = ExplorationCampaign.compare(seed, folder);
            assertThat(comparison.result())
                    .as("seed %d:\n%s", seed, comparison.text())
                    .isNotIn(ExplorationCampaign.Result.MISSED, ExplorationCampaign.Result.INVENTED);
            if (comparison.result() == ExplorationCampaign.Result.BOTH_FIND && comparison.isNeeded()) needed++;
        }
        assertThat(needed).as("those that the first trace does not show").isPositive();
    }
}
