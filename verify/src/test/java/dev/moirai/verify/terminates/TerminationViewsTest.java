package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PROGTERM's C6: programs of which no thread alone shows that it ends, and such that must not be proved by it. */
class TerminationViewsTest {
    /** Thread {@code a} counts to a limit that {@code b} moves. */
    private static final String COUNTS = "int limit; void *a(void *p) { for (int i = 0; i < limit; i++) ; return 0; }";

    @TempDir
    Path folder;

    static List<Prover> engines() {
        return List.of(new HornEngine(), new RefineEngine());
    }

    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** The least time for what must not be proved, and how many times that of a proof it has. */
    private static final Duration SOME = Duration.ofSeconds(1);

    private static final int TIMES_A_PROOF = 4;

    /** Two views prove that {@code a} ends. */
    private static final String PROVABLE = COUNTS
            + "void *b(void *p) { for (int k = 9; k > 0; k--) { __VERIFIER_atomic_begin();"
            + " limit = limit + 1; __VERIFIER_atomic_end(); } return 0; }";

    private ProofResult climb(Prover engine, String text, Duration time, Exposure plain, Exposure reduced)
            throws IOException {
        TransitionSystem system = Systems.of(
                Preparation.prepare(CPrograms.of(
                        folder,
                        "#include <pthread.h>\n"
                                + "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_atomic_begin(void);"
                                + " extern void __VERIFIER_atomic_end(void);\n" + text
                                + "int main(void) { pthread_t t, u; limit = __VERIFIER_nondet_int();"
                                + " pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0); }")),
                Limit.none());
        var question = new ProofQuestion(system, 1, Schedulers.ALL);
        return engine.climb(question, question.has(plain) ? plain : reduced, Limit.of(time));
    }

    private ProofResult views(Prover engine, String text, Duration time) throws IOException {
        return climb(engine, text, time, Exposure.VIEWS, Exposure.SECTION_VIEWS);
    }

    /** Engines do not see that there is no proof; they have several times the time that a proof takes them here and now. */
    private Duration patience(Prover engine) throws IOException {
        long start = System.nanoTime();
        assertThat(views(engine, PROVABLE, AMPLE)).isInstanceOf(ProofResult.Proved.class);
        Duration proof = Duration.ofNanos(System.nanoTime() - start);
        Duration patience = proof.multipliedBy(TIMES_A_PROOF);
        return patience.compareTo(SOME) < 0 ? SOME : patience;
    }

    private void isNotProved(Prover engine, String text) throws IOException {
        assertThat(views(engine, text, patience(engine))).isInstanceOf(ProofResult.Open.class);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void twoViewsProveWhatOneCannot(Prover engine) throws IOException {
        assertThat(climb(engine, PROVABLE, patience(engine), Exposure.MODULAR, Exposure.MODULAR))
                .isInstanceOf(ProofResult.Open.class);
        var proved = (ProofResult.Proved) views(engine, PROVABLE, AMPLE);
        Certificate certificate = Certificate.of(proved.proof());
        assertThat(certificate.text())
                .contains("; premise C6 a comes back to line")
                .contains("; premise C6 b is back where it stood");
        assertThat(certificate.check(Limit.none())).isInstanceOf(Certificate.Check.Valid.class);
        String without = certificate.text().replaceAll("\\(B2_(\\d+) [^()]*\\)", "true");
        assertThat(without).isNotEqualTo(certificate.text());
        assertThat(new Certificate(without).check(Limit.none())).isInstanceOf(Certificate.Check.Invalid.class);
    }

    /** What b counts down it counts up again. */
    @ParameterizedTest
    @MethodSource("engines")
    void aThreadThatLooksOnMustItselfComeToAnEnd(Prover engine) throws IOException {
        String text = COUNTS + "void *b(void *p) { int k = 9; for (;;) { __VERIFIER_atomic_begin();"
                + " if (k > 0) { k--; limit = limit + 1; } else k = 9; __VERIFIER_atomic_end(); } }";
        isNotProved(engine, text);
    }

    /** b is back where it stood only if it is: between two visits of the same place it may have been round. */
    @ParameterizedTest
    @MethodSource("engines")
    void whoStandsAtTheSamePlaceMayHaveMoved(Prover engine) throws IOException {
        String text = COUNTS + "void *b(void *p) { for (;;) { __VERIFIER_atomic_begin(); limit = limit + 1;"
                + " __VERIFIER_atomic_end(); } }";
        isNotProved(engine, text);
    }

    /**
     * It ends, but that needs to know both threads' locals at once: what a sees after a write of b goes with what b sees
     * when it has not written. Such a tuple is no run; it must neither be left out nor be taken for one.
     */
    @ParameterizedTest
    @MethodSource("engines")
    void aSpuriousTupleLeavesTheQuestionOpen(Prover engine) throws IOException {
        String text = "int x, limit; void *a(void *p) { while (x < limit) x = x + 1; return 0; }"
                + "void *b(void *p) { while (x < limit) x = x + 2; return 0; }";
        isNotProved(engine, text);
        assertThat(climb(new RefineEngine(), text, AMPLE, Exposure.FULL, Exposure.FULL))
                .isInstanceOf(ProofResult.Proved.class);
    }
}
