package dev.moirai.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.frontend.c.COptions;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines side by side: who answers what, and what happens when they contradict each other. */
class PortfolioTest {
    @TempDir
    Path folder;

    private static Report check(Path file, Reach reach, Duration time) {
        var options = new Check.Options(
                Set.of(Property.ASSERTION),
                Check.Engine.AUTO,
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE,
                reach,
                new Backend.Embedded("auto"),
                _ -> {},
                Optional.of(time));
        return Check.check(new Input(file, COptions.DEFAULT, Dump.NOTHING), options);
    }

    @Test
    void smallProgramsNeedOnlyTheExplicitSearch() {
        Report report = check(Path.of("../examples/check/counter-race.c"), Reach.GROWING, Duration.ofSeconds(30));
        assertThat(report.verdict()).isInstanceOf(Verdict.Violated.class);
        assertThat(report.engine()).isEqualTo("explicit");
    }

    /** A free int is far too much to enumerate, and the loop has no end: only the bounded question has an answer. */
    private Path manyValues(String condition) throws Exception {
        return Files.writeString(folder.resolve("values.c"), """
            #include <assert.h>
            #include <pthread.h>
            extern int __VERIFIER_nondet_int(void);
            int x, y;
            void *writer(void *p) { while (1) { int v = __VERIFIER_nondet_int(); x = v; y = v; } return p; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, writer, 0);
                int a = x, b = y;
                assert(%s);
                return 0;
            }
            """.formatted(condition));
    }

    @Test
    void aBoundedQuestionIsAnsweredWithinItsBounds() throws Exception {
        Reach twice = Reach.of(new Bounds(2, 2));
        Report clean = check(manyValues("b != 77 || b + 1 != 77"), twice, Duration.ofSeconds(60));
        assertThat(clean.verdict()).isEqualTo(new Verdict.HoldsWithin("unwind=2"));
        assertThat(clean.engine()).isEqualTo("order");
        Report failing = check(manyValues("a + b != 12345"), twice, Duration.ofSeconds(60));
        assertThat(failing.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void whatIsKnownWhenTheTimeIsOverIsSaid() throws Exception {
        Report report = check(manyValues("b != 77 || b + 1 != 77"), Reach.GROWING, Duration.ofSeconds(8));
        assertThat(report.verdict()).isInstanceOf(Verdict.HoldsWithin.class);
    }

    @Test
    void enginesThatContradictEachOtherAreAnInternalError() {
        var violation = new Violation(Property.ASSERTION, "assertion failed", SourceSpan.NOWHERE, "main", "main");
        var violated =
                new Finding("explicit", new Verdict.Violated(violation, Schedule.of("f.c", List.of())), Map.of());
        var holds = new Finding("order", new Verdict.Holds(), Map.of());
        var unknown = new Finding("lazy", new Verdict.Unknown("time"), Map.of());
        Portfolio.refuseDisagreement(List.of(violated, unknown));
        Portfolio.refuseDisagreement(List.of(holds, unknown));
        assertThatThrownBy(() -> Portfolio.refuseDisagreement(List.of(holds, unknown, violated)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("explicit")
                .hasMessageContaining("order");
    }
}
