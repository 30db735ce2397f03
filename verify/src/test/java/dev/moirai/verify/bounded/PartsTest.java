package dev.moirai.verify.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a question have the same answer as the whole. */
class PartsTest {
    private static final Set<Property> PROPERTIES = Set.of(Property.ASSERTION, Property.DEADLOCK, Property.MEMORY);
    private static final Bounds BOUNDS = new Bounds(2, 2);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {71, 72, 73, 74, 75, 76, 77, 78, 79, 81, 82})
    void together(long seed) throws Exception {
        var generated = ThreadedPrograms.of(seed);
        Path file = Files.writeString(folder.resolve("p.c"), generated.text());
        var program = Preparation.prepare(CFrontend.translate(file, generated.options()));
        var question = new BoundedQuestion(program, PROPERTIES, SearchBounds.of(BOUNDS));
        Limit limit = Limit.of(Duration.ofSeconds(20));
        try (BoundedQuery lazy = LazyMethod.solving(question, "auto").open(LazyBounds.of(BOUNDS), limit)) {
            agree(lazy, limit);
        }
        try (BoundedQuery order = new OrderMethod(question, "auto").open(BOUNDS.unwind(), limit)) {
            agree(order, limit);
        }
    }

    private static void agree(BoundedQuery query, Limit limit) {
        BoundedQuery.Result whole = query.ask(limit);
        List<BoundedPart> parts = query.parts(8);
        assertThat(parts).hasSizeBetween(1, 8);
        List<BoundedQuery.Result> answers = new ArrayList<>();
        new LocalWorkforce(2).ask(parts, limit, (_, answer) -> {
            answers.add(answer);
            return Wanted.MORE;
        });
        assertThat(answers).hasSameSizeAs(parts);
        boolean isViolated = answers.stream().anyMatch(BoundedQuery.Result.Violated.class::isInstance);
        assertThat(isViolated).isEqualTo(whole instanceof BoundedQuery.Result.Violated);
        if (!isViolated && whole instanceof BoundedQuery.Result.Clean(var beyond)) {
            assertThat(answers).allSatisfy(answer -> assertThat(answer).isInstanceOf(BoundedQuery.Result.Clean.class));
            assertThat(answers.stream()
                            .flatMap(answer -> ((BoundedQuery.Result.Clean) answer).beyond().stream()))
                    .hasSameElementsAs(beyond);
        }
    }
}
