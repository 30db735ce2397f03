package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.Answer;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines side by side: which engine answers what, and what happens if one fails. */
class TogetherTest {
    @TempDir
    Path folder;

    private static Answer check(Path file, SearchBounds searchBounds, Duration time) {
        return check(file, CheckEngine.AUTO, searchBounds, time);
    }

    private static Answer check(Path file, CheckEngine engine, SearchBounds searchBounds, Duration time) {
        var options = new Check.Options(
                Set.of(Property.ASSERTION),
                engine,
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE,
                searchBounds,
                new Backend.Embedded("auto"),
                _ -> {},
                Optional.of(time),
                Workforce.ALONE,
                Check.Split.INTERLEAVINGS);
        return Check.check(new Input(file, InputOptions.DEFAULT, Dump.NOTHING), options);
    }

    @Test
    void smallProgramsNeedOnlyTheExplicitSearch() {
        Answer answer =
                check(Path.of("../examples/check/counter-race.c"), SearchBounds.GROWING, Duration.ofSeconds(30));
        assertThat(answer.verdict()).isInstanceOf(Verdict.Violated.class);
        assertThat(answer.cost().engine().word()).isEqualTo("explicit");
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
        SearchBounds twice = SearchBounds.of(new Bounds(2, 2));
        Answer clean = check(manyValues("b != 77 || b + 1 != 77"), twice, Duration.ofSeconds(60));
        assertThat(clean.verdict()).isEqualTo(new Verdict.HoldsWithin("unwind=2"));
        assertThat(clean.cost().engine().word()).isEqualTo("order");
        Answer failing = check(manyValues("a + b != 12345"), twice, Duration.ofSeconds(60));
        assertThat(failing.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    /** Nobody comes to the assertion in so few turns: of that only a proof can say something. */
    @Test
    void whereBoundsReachNothingAProofIsLookedFor() throws Exception {
        Path file = Files.writeString(folder.resolve("far.c"), """
            #include <assert.h>
            #include <pthread.h>
            int x;
            void *writer(void *p) { while (1) x = 3; return p; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, writer, 0);
                for (int i = 0; i < 50; i++) {}
                assert(x < 4);
                return 0;
            }
            """);
        SearchBounds twice = SearchBounds.of(new Bounds(2, 2));
        Answer alone = check(file, CheckEngine.LAZY, twice, Duration.ofSeconds(60));
        assertThat(alone.verdict()).isInstanceOf(Verdict.Unknown.class);
        Answer proved = check(file, CheckEngine.ROUNDS, twice, Duration.ofSeconds(60));
        assertThat(proved.verdict()).isInstanceOf(Verdict.Holds.class);
        assertThat(proved.cost().engine().word()).isEqualTo("modular");
    }

    /** What lazy sequentialization has to say comes from it alone. */
    @Test
    void withinRoundsLazyAnswersFirst() throws Exception {
        SearchBounds twice = SearchBounds.of(new Bounds(2, 2));
        Answer clean = check(manyValues("b != 77 || b + 1 != 77"), CheckEngine.ROUNDS, twice, Duration.ofSeconds(60));
        assertThat(clean.verdict()).isInstanceOf(Verdict.HoldsWithin.class);
        assertThat(clean.cost().engine().word()).isEqualTo("lazy");
        Answer failing = check(manyValues("a + b != 12345"), CheckEngine.ROUNDS, twice, Duration.ofSeconds(60));
        assertThat(failing.verdict()).isInstanceOf(Verdict.Violated.class);
    }

    @Test
    void whatIsKnownWhenTheTimeIsOverIsSaid() throws Exception {
        // Too many values to search, and no linear invariant: only bounds remain.
        Answer answer = check(manyValues("(b * b & 3) != 2"), SearchBounds.GROWING, Duration.ofSeconds(8));
        assertThat(answer.verdict())
                .isInstanceOfSatisfying(
                        Verdict.HoldsWithin.class,
                        holds -> assertThat(holds.within().stopped())
                                .hasValueSatisfying(
                                        stopped -> assertThat(stopped.why()).isEqualTo("time is up")));
    }

    // ---- engines that fail, refuse, or take long -------------------------------------------------------------------

    private static final Verdict FLOATS =
            new Verdict.Unsupported("floating-point arithmetic", new SourceSpan("f.c", 3, 1));
    /** An engine that does the given work. */
    private record Fake(EngineId id, BiFunction<EngineId, Budget, Verdict> work)
            implements Engine<CheckQuestion, Shown> {
        Fake(String name, BiFunction<EngineId, Budget, Verdict> work) {
            this(new EngineId(name), work);
        }

        @Override
        public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
            return new Finding<>(id, work.apply(id, budget), Map.of());
        }
    }

    private static Fake says(String name, Verdict verdict) {
        return new Fake(name, (_, _) -> verdict);
    }

    private static Fake fails(String name, String message) {
        return new Fake(name, (_, _) -> {
            throw new IllegalStateException(message);
        });
    }

    /** An engine that works until it is stopped in its first turn (a glance, then within bounds), and answers at once in the second. */
    private static Fake needsASecondTurn(Verdict verdict) {
        var tried = new AtomicInteger();
        return new Fake("explicit", (_, budget) -> {
            if (tried.getAndIncrement() >= 2) return verdict;
            while (!Thread.currentThread().isInterrupted() && !budget.limit().isReached()) Thread.onSpinWait();
            return new Verdict.Unknown("interrupted");
        });
    }

    private static Fake after(Duration time, Fake engine) {
        return new Fake(engine.id(), (id, budget) -> {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return engine.work().apply(id, budget);
        });
    }

    private static Finding<Shown> together(boolean bounded, Fake explicit, Fake order, Fake lazy) {
        return together(bounded, explicit, order, lazy, says("modular", new Verdict.Unknown("no proof")));
    }

    private static Finding<Shown> together(boolean bounded, Fake explicit, Fake order, Fake lazy, Fake modular) {
        Verdict nothing = new Verdict.Unknown("nothing");
        var engines = new Together(
                explicit,
                order,
                lazy,
                says("run", nothing),
                modular,
                says("learning", nothing),
                says("rising", nothing));
        SearchBounds searchBounds = bounded ? SearchBounds.of(new Bounds(2, 2)) : SearchBounds.GROWING;
        var program = new Input(Path.of("../examples/check/counter.c"), InputOptions.DEFAULT, Dump.NOTHING).read();
        var question = new CheckQuestion(
                program,
                Set.of(Property.ASSERTION),
                searchBounds,
                new Backend.Embedded("auto"),
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE);
        return engines.run(question, Budget.of(Optional.empty()), Account.ignored());
    }

    @Test
    void aProofWithoutBoundsSettlesTheQuestion() {
        var open = new Verdict.Unknown("too many states");
        Finding<Shown> finding = together(
                false,
                says("explicit", open),
                says("order", open),
                says("lazy", open),
                says("modular", new Verdict.Holds()));
        assertThat(finding.verdict()).isEqualTo(new Verdict.Holds());
        assertThat(finding.engine().word()).isEqualTo("modular");
    }

    @Test
    void oneEnginesFailureLeavesTheQuestionToTheOthers() {
        for (boolean bounded : List.of(false, true)) {
            Finding<Shown> finding = together(
                    bounded,
                    fails("explicit", "explicit broke"),
                    fails("order", "order broke"),
                    says("lazy", new Verdict.Holds()));
            assertThat(finding.verdict()).isEqualTo(new Verdict.Holds());
            assertThat(finding.failures()).extracting(Failure::engine).containsExactlyInAnyOrder("explicit", "order");
            assertThat(finding.failures()).extracting(Failure::what).contains("IllegalStateException: order broke");
        }
    }

    @Test
    void whereAllFailThatIsTheReason() {
        Finding<Shown> finding = together(false, fails("explicit", "a"), fails("order", "b"), says("lazy", FLOATS));
        assertThat(finding.verdict())
                .isEqualTo(new Verdict.Unknown(List.of(
                        new Reason(Reason.Kind.INTERNAL_ERROR, "explicit, order: internal error"),
                        new Reason(Reason.Kind.UNSUPPORTED, "lazy: unsupported: floating-point arithmetic at f.c:3"))));
        assertThat(finding.failures()).hasSize(2);
    }

    @Test
    void anInputErrorThatAnEngineNoticesIsNotItsFailure() {
        BiFunction<EngineId, Budget, Verdict> refuses = (_, _) -> {
            throw new InputException(Diagnostic.error(SourceSpan.NOWHERE, "no loop is named so"));
        };
        assertThatThrownBy(() ->
                        together(true, fails("explicit", "a"), new Fake("order", refuses), new Fake("lazy", refuses)))
                .isInstanceOf(InputException.class);
    }

    @Test
    void whoMadeRoomHasItsTurnAgainWhenTheOthersCannotAnswer() {
        Fake refusesLate = after(Duration.ofMillis(250), says("order", FLOATS));
        Finding<Shown> proved =
                together(true, needsASecondTurn(new Verdict.Holds()), refusesLate, says("lazy", FLOATS));
        assertThat(proved.verdict()).isEqualTo(new Verdict.Holds());
        Finding<Shown> open = together(
                true, needsASecondTurn(new Verdict.Unknown("too many values")), refusesLate, says("lazy", FLOATS));
        assertThat(open.verdict())
                .isEqualTo(new Verdict.Unknown(List.of(
                        new Reason(
                                Reason.Kind.UNSUPPORTED,
                                "order, lazy: unsupported: floating-point arithmetic at f.c:3"),
                        new Reason(Reason.Kind.UNDECIDED, "explicit: too many values"))));
    }

    private static Fake endless(String name) {
        return new Fake(name, (_, budget) -> {
            while (!Thread.currentThread().isInterrupted() && !budget.limit().isReached()) Thread.onSpinWait();
            return new Verdict.Unknown("interrupted");
        });
    }

    @Test
    void whoMadeRoomHasItsTurnAgainWhereTheOtherTakesLong() {
        for (Fake lazy : List.of(says("lazy", FLOATS), says("lazy", new Verdict.HoldsWithin("unwind=2 rounds=2")))) {
            Finding<Shown> proved = together(true, needsASecondTurn(new Verdict.Holds()), endless("order"), lazy);
            assertThat(proved.verdict()).isEqualTo(new Verdict.Holds());
            assertThat(proved.engine().word()).isEqualTo("explicit");
        }
    }

    /** The prover is not kept waiting for its time: it would begin after three seconds. */
    @Test
    void whereBoundsSayNothingTheOthersBeginAtOnce() {
        var nothing = new Verdict.Unknown("nothing that was asked about is reached within unwind=2");
        long began = System.nanoTime();
        Finding<Shown> proved = together(
                true,
                endless("explicit"),
                says("order", nothing),
                says("lazy", nothing),
                says("modular", new Verdict.Holds()));
        assertThat(proved.engine().word()).isEqualTo("modular");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(2900));
    }

    @Test
    void withinBoundsTheLazyAnswerIsEnoughWhenOrderHasNone() {
        var endless = new Fake("explicit", (_, budget) -> {
            while (!budget.limit().isReached()) Thread.onSpinWait();
            return new Verdict.Unknown("time limit of 9 s reached");
        });
        var within = new Verdict.HoldsWithin("unwind=2 rounds=2");
        Finding<Shown> finding = together(true, endless, fails("order", "order broke"), says("lazy", within));
        assertThat(finding.verdict()).isEqualTo(within);
        assertThat(finding.failures()).hasSize(1);
    }

    @Test
    void whatAllRefuseIsUnsupported() {
        Finding<Shown> finding = together(false, says("explicit", FLOATS), says("order", FLOATS), says("lazy", FLOATS));
        assertThat(finding.verdict()).isEqualTo(FLOATS);
    }
}
