package dev.moirai.verify.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Desk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept between parts of one question, and when it is not. */
class DeskTest {
    private static final String PROGRAM = """
        #include <assert.h>
        #include <pthread.h>
        int x;
        void *add(void *p) { x += 1; x += 2; return 0; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, add, 0);
            pthread_create(&b, 0, add, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(x >= LEAST);
        }
        """;

    @TempDir
    Path folder;

    private BoundedQuestion question(int least) throws Exception {
        Path file = Files.writeString(
                folder.resolve("least" + least + ".c"), PROGRAM.replace("LEAST", String.valueOf(least)));
        var program = Preparation.prepare(CFrontend.translate(file, COptions.DEFAULT));
        return new BoundedQuestion(program, Set.of(Property.ASSERTION), SearchBounds.of(new Bounds(1, 1)));
    }

    private static List<BoundedPart> cubes(BoundedQuestion question) {
        try (BoundedQuery query = new OrderMethod(question, "auto").open(1, Limit.none())) {
            return query.parts(8);
        }
    }

    @Test
    void oneFormulaServesAllCubes() throws Exception {
        List<BoundedPart> parts = cubes(question(2));
        assertThat(parts).hasSizeGreaterThan(1);
        try (var desk = new Desk()) {
            assertThat(parts.getFirst().answer(Limit.none(), desk)).isInstanceOf(BoundedQuery.Result.Clean.class);
            Optional<OrderQuery> kept = desk.find(OrderQuery.class);
            assertThat(kept).isPresent();
            for (BoundedPart part : parts) {
                assertThat(part.answer(Limit.none(), desk)).isEqualTo(part.answer(Limit.none()));
                assertThat(desk.find(OrderQuery.class)).isEqualTo(kept);
            }
        }
    }

    /** A violation in one cube is no violation in the next. */
    @Test
    void eachCubeIsAskedForItself() throws Exception {
        List<BoundedPart> parts = cubes(question(4));
        try (var desk = new Desk()) {
            for (BoundedPart part : parts) {
                boolean isViolated = part.answer(Limit.none()) instanceof BoundedQuery.Result.Violated;
                assertThat(part.answer(Limit.none(), desk) instanceof BoundedQuery.Result.Violated)
                        .isEqualTo(isViolated);
            }
            assertThat(parts).anyMatch(part -> part.answer(Limit.none()) instanceof BoundedQuery.Result.Violated);
        }
    }

    @Test
    void anotherQuestionIsNotAnsweredByWhatLiesThere() throws Exception {
        BoundedPart holds = cubes(question(2)).getFirst();
        List<BoundedPart> fails = cubes(question(4));
        try (var desk = new Desk()) {
            holds.answer(Limit.none(), desk);
            Optional<OrderQuery> before = desk.find(OrderQuery.class);
            for (BoundedPart part : fails) {
                assertThat(part.answer(Limit.none(), desk).getClass())
                        .isEqualTo(part.answer(Limit.none()).getClass());
            }
            assertThat(desk.find(OrderQuery.class)).isPresent().isNotEqualTo(before);
        }
    }

    @Test
    void tilesLeaveNothingBehind() throws Exception {
        BoundedQuestion question = question(2);
        var bounds = new Bounds(1, 1);
        BoundedPart tile;
        try (BoundedQuery query = LazyMethod.solving(question, "auto").open(LazyBounds.of(bounds), Limit.none())) {
            tile = query.parts(4).getFirst();
        }
        try (var desk = new Desk()) {
            cubes(question).getFirst().answer(Limit.none(), desk);
            tile.answer(Limit.none(), desk);
            assertThat(desk.find(OrderQuery.class)).isEmpty();
        }
    }
}
