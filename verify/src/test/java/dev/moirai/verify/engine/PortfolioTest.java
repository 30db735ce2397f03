package dev.moirai.verify.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.frontend.c.COptions;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.solve.Limit;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.check.Check;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines side by side: who answers what, and what happens when they contradict each other. */
class PortfolioTest {
    @TempDir
    Path folder;

    private static Answer check(Path file, Reach reach, Duration time) {
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
        Answer answer = check(Path.of("../examples/check/counter-race.c"), Reach.GROWING, Duration.ofSeconds(30));
        assertThat(answer.verdict()).isInstanceOf(Verdict.Violated.class);
        assertThat(answer.cost().engine()).isEqualTo("explicit");
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
        Answer clean = check(manyValues("b != 77 || b + 1 != 77"), twice, Duration.ofSeconds(60));
        assertThat(clean.verdict()).isEqualTo(new Verdict.HoldsWithin("unwind=2"));
        assertThat(clean.cost().engine()).isEqualTo("order");
        Answer failing = check(manyValues("a + b != 12345"), twice, Duration.ofSeconds(60));
        assertThat(failing.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void whatIsKnownWhenTheTimeIsOverIsSaid() throws Exception {
        Answer answer = check(manyValues("b != 77 || b + 1 != 77"), Reach.GROWING, Duration.ofSeconds(8));
        assertThat(answer.verdict())
                .isInstanceOfSatisfying(
                        Verdict.HoldsWithin.class,
                        holds -> assertThat(holds.within().stopped())
                                .hasValueSatisfying(
                                        stopped -> assertThat(stopped.why()).isEqualTo("time is up")));
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

    // ---- engines that fail, refuse, or take long -------------------------------------------------------------------

    private static final Verdict FLOATS =
            new Verdict.Unsupported("floating-point arithmetic", new SourceSpan("f.c", 3, 1));
    private static final Finding NOTHING = new Finding(
            "auto", new Verdict.Unknown(new Reason(Reason.Kind.TIME, "time limit of 9 s reached")), Map.of());

    private static Portfolio.Engine says(String name, Verdict verdict) {
        return (_, _) -> new Finding(name, verdict, Map.of());
    }

    private static Portfolio.Engine fails(String message) {
        return (_, _) -> {
            throw new IllegalStateException(message);
        };
    }

    /** Works until it is stopped, the first time; then answers at once. */
    private static Portfolio.Engine needsASecondTry(Verdict verdict) {
        var tried = new AtomicBoolean();
        return (limit, _) -> {
            if (tried.getAndSet(true)) return new Finding("explicit", verdict, Map.of());
            while (!Thread.currentThread().isInterrupted() && !limit.isReached()) Thread.onSpinWait();
            return new Finding("explicit", new Verdict.Unknown("interrupted"), Map.of());
        };
    }

    private static Portfolio.Engine after(Duration time, Portfolio.Engine engine) {
        return (limit, soFar) -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return engine.run(limit, soFar);
        };
    }

    private static Finding together(
            boolean bounded, Portfolio.Engine explicit, Portfolio.Engine order, Portfolio.Engine lazy) {
        var team =
                new Portfolio.Team(explicit, explicit, order, lazy, says("run", new Verdict.Unknown("")), Limit::none);
        return new Portfolio(team, bounded, () -> NOTHING).search(_ -> {});
    }

    @Test
    void oneEnginesFailureLeavesTheQuestionToTheOthers() {
        for (boolean bounded : List.of(false, true)) {
            Finding finding =
                    together(bounded, fails("explicit broke"), fails("order broke"), says("lazy", new Verdict.Holds()));
            assertThat(finding.verdict()).isEqualTo(new Verdict.Holds());
            assertThat(finding.failures()).extracting(Failure::engine).containsExactlyInAnyOrder("explicit", "order");
            assertThat(finding.failures()).extracting(Failure::what).contains("IllegalStateException: order broke");
        }
    }

    @Test
    void whereAllFailThatIsTheReason() {
        Finding finding = together(false, fails("a"), fails("b"), says("lazy", FLOATS));
        assertThat(finding.verdict())
                .isEqualTo(new Verdict.Unknown(List.of(
                        new Reason(Reason.Kind.INTERNAL_ERROR, "explicit, order: internal error"),
                        new Reason(Reason.Kind.UNSUPPORTED, "lazy: unsupported: floating-point arithmetic at f.c:3"))));
        assertThat(finding.failures()).hasSize(2);
    }

    @Test
    void anInputErrorThatAnEngineNoticesIsNotItsFailure() {
        Portfolio.Engine refuses = (_, _) -> {
            throw new InputException(Diagnostic.error(SourceSpan.NOWHERE, "no loop is named so"));
        };
        assertThatThrownBy(() -> together(true, fails("a"), refuses, refuses)).isInstanceOf(InputException.class);
    }

    @Test
    void whoMadeRoomHasItsTurnAgainWhenTheOthersCannotAnswer() {
        Portfolio.Engine refusesLate = after(Duration.ofMillis(600), says("order", FLOATS));
        Finding proved = together(true, needsASecondTry(new Verdict.Holds()), refusesLate, says("lazy", FLOATS));
        assertThat(proved.verdict()).isEqualTo(new Verdict.Holds());
        Finding open = together(
                true, needsASecondTry(new Verdict.Unknown("too many values")), refusesLate, says("lazy", FLOATS));
        assertThat(open.verdict())
                .isEqualTo(new Verdict.Unknown(List.of(
                        new Reason(
                                Reason.Kind.UNSUPPORTED,
                                "order, lazy: unsupported: floating-point arithmetic at f.c:3"),
                        new Reason(Reason.Kind.UNDECIDED, "explicit: too many values"))));
    }

    @Test
    void withinBoundsTheLazyAnswerIsEnoughWhenOrderHasNone() {
        Portfolio.Engine endless = (limit, _) -> {
            while (!limit.isReached()) Thread.onSpinWait();
            return NOTHING;
        };
        var within = new Verdict.HoldsWithin("unwind=2 rounds=2");
        Finding finding = together(true, endless, fails("order broke"), says("lazy", within));
        assertThat(finding.verdict()).isEqualTo(within);
        assertThat(finding.failures()).hasSize(1);
    }

    @Test
    void whatAllRefuseIsUnsupported() {
        Finding finding = together(false, says("explicit", FLOATS), says("order", FLOATS), says("lazy", FLOATS));
        assertThat(finding.verdict()).isEqualTo(FLOATS);
    }

    @Test
    void timeThatIsUpComesBeforeOtherReasons() {
        var refused = new Finding("order", FLOATS, Map.of());
        assertThat(Reasons.together(List.of(refused), NOTHING, true).verdict())
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        unknown -> assertThat(unknown.words())
                                .isEqualTo("time limit of 9 s reached; order: unsupported: floating-point arithmetic at"
                                        + " f.c:3"));
        assertThat(Reasons.together(List.of(NOTHING), NOTHING, true)).isEqualTo(NOTHING);
        assertThat(Reasons.together(List.of(), NOTHING, true)).isEqualTo(NOTHING);
    }
}
