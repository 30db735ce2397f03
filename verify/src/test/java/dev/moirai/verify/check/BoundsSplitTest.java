package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.generate.ThreadedPrograms;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.LocalWorkforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import dev.moirai.witness.EngineId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many bounds at once say what they say one after the other. */
class BoundsSplitTest {
    @TempDir
    Path folder;

    private CheckQuestion question(long seed) throws Exception {
        var generated = ThreadedPrograms.of(seed);
        Path file = Files.writeString(folder.resolve("p.c"), generated.text());
        return new CheckQuestion(
                Preparation.prepare(CFrontend.translate(file, generated.options())),
                Set.of(Property.ASSERTION, Property.DEADLOCK),
                SearchBounds.GROWING,
                new Backend.Embedded("auto"),
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {71, 72, 73})
    void agreeWithTheExplicitSearch(long seed) throws Exception {
        CheckQuestion question = question(seed);
        Budget budget = Budget.of(Optional.of(Duration.ofSeconds(30))).with(new LocalWorkforce(2));
        Finding<Shown> together = BoundsSplit.search(CheckEngine.AUTO, question, budget, Account.ignored());
        Finding<Shown> all =
                CheckEngine.EXPLICIT.ask(question, Budget.of(Optional.of(Duration.ofSeconds(30))), Account.ignored());
        if (together.verdict() instanceof Verdict.Violated) {
            assertThat(all.verdict()).isInstanceOf(Verdict.Violated.class);
        } else if (all.verdict() instanceof Verdict.Violated) {
            assertThat(together.verdict()).isNotInstanceOf(Verdict.Holds.class);
        }
    }

    private static CheckPart.Found found(Verdict verdict) {
        return new CheckPart.Found(new EngineId("order"), verdict, Optional.empty(), Map.of(), List.of(), List.of());
    }

    @Test
    void theLargestBoundsCountAndMissingOnesAreTold() throws Exception {
        List<CheckPart> parts = BoundsSplit.of(CheckEngine.ORDER, question(71), 4);
        assertThat(parts.stream()
                        .map(part -> part.question()
                                .searchBounds()
                                .bounds()
                                .orElseThrow()
                                .unwind()))
                .containsExactly(1, 2, 3, 5);
        var reason = Budget.of(Optional.of(Duration.ofSeconds(1))).reason();
        var some = new BoundsSplit.Combination(parts);
        assertThat(some.finding(CheckEngine.ORDER, Optional.of(reason)).verdict())
                .isEqualTo(new Verdict.Unknown(reason));
        assertThat(some.take(2, found(new Verdict.HoldsWithin("unwind=3")))).isEqualTo(Wanted.MORE);
        assertThat(List.of(some.isWanted(0), some.isWanted(1), some.isWanted(3)))
                .containsExactly(false, false, true);
        var within = new Within(List.of("unwind=3"), List.of(), Optional.of(new Within.Stopped(reason.words(), "")));
        assertThat(some.finding(CheckEngine.ORDER, Optional.of(reason)).verdict())
                .isEqualTo(new Verdict.HoldsWithin(within));
        some.take(3, found(new Verdict.HoldsWithin("unwind=5")));
        assertThat(some.finding(CheckEngine.ORDER, Optional.of(reason)).verdict())
                .isEqualTo(new Verdict.HoldsWithin("unwind=5"));
        assertThat(some.take(1, found(new Verdict.Holds()))).isEqualTo(Wanted.NO_MORE);
        assertThat(some.finding(CheckEngine.ORDER, Optional.of(reason)).verdict())
                .isEqualTo(new Verdict.Holds());
    }
}
