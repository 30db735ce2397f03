package dev.moirai.rely.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.property.Reason;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Premise C6 of PROGTERM: programs for which the views of all threads together prove that a thread ends though no view
 * alone does, and programs for which they must not. Loops start at any number, so that an engine sees after a few steps
 * that no rank exists: it decides each case within seconds, and no test passes because time is up.
 */
class ViewsRuleTest {
    /** Thread {@code a} counts to a limit that {@code b} moves. */
    private static final String COUNTS =
            "int limit; void *a(void *p) { for (int i = __VERIFIER_nondet_int(); i < limit; i++) ; return 0; }";

    /** Two views prove that {@code a} ends. */
    private static final String PROVABLE = COUNTS
            + "void *b(void *p) { for (int k = 9; k > 0; k--) { __VERIFIER_atomic_begin();"
            + " limit = limit + 1; __VERIFIER_atomic_end(); } return 0; }";

    private static final Duration AMPLE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    static List<Prover> engines() {
        return List.of(new HornEngine(), new RefineEngine());
    }

    private ProofResult climb(Prover engine, String text, Exposure plain, Exposure reduced) throws IOException {
        TransitionSystem system = Systems.of(
                Preparation.prepare(CPrograms.of(
                        folder,
                        "#include <pthread.h>\n"
                                + "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_atomic_begin(void);"
                                + " extern void __VERIFIER_atomic_end(void);\n" + text
                                + "int main(void) { pthread_t t, u; limit = __VERIFIER_nondet_int();"
                                + " pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0); }")),
                Purpose.TERMINATION,
                Limit.none());
        var question = new ProofQuestion(system, 1, Schedulers.ALL);
        return engine.climb(question, question.has(plain) ? plain : reduced, Limit.of(AMPLE));
    }

    private ProofResult views(Prover engine, String text) throws IOException {
        return climb(engine, text, Exposure.VIEWS, Exposure.SECTION_VIEWS);
    }

    /** Asserts that the engine has found a way round a loop for which there is no rank. */
    private static void isNotProved(ProofResult result) {
        assertThat(result).isInstanceOfSatisfying(ProofResult.Open.class, open -> {
            assertThat(open.reason())
                    .isEqualTo(new Reason(Reason.Kind.UNDECIDED, "no linear rank for a way round a loop"));
            assertThat(open.path()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("engines")
    void twoViewsProveWhatOneCannot(Prover engine) throws IOException {
        isNotProved(climb(engine, PROVABLE, Exposure.MODULAR, Exposure.MODULAR));
        var proved = (ProofResult.Proved) views(engine, PROVABLE);
        Certificate certificate = Certificate.of(proved.proof());
        assertThat(certificate.text())
                .contains("; premise C6 a comes back to line")
                .contains("; premise C6 b is back where it stood");
        assertThat(certificate.check(Limit.none())).isInstanceOf(Certificate.Check.Valid.class);
        String without = certificate.text().replaceAll("\\(B2_(\\d+) [^()]*\\)", "true");
        assertThat(without).isNotEqualTo(certificate.text());
        assertThat(new Certificate(without).check(Limit.none())).isInstanceOf(Certificate.Check.Invalid.class);
    }

    /** What {@code b} counts down it counts up again, so its view has no rank either. */
    @ParameterizedTest
    @MethodSource("engines")
    void aThreadThatLooksOnMustItselfComeToAnEnd(Prover engine) throws IOException {
        isNotProved(views(
                engine,
                COUNTS + "void *b(void *p) { int k = 2; for (;;) { __VERIFIER_atomic_begin();"
                        + " if (k > 0) { k--; limit = limit + 1; } else k = 2; __VERIFIER_atomic_end(); } }"));
    }

    /** Between two visits of the same place {@code b} may have gone round its loop: it has not stood still. */
    @ParameterizedTest
    @MethodSource("engines")
    void whoStandsAtTheSamePlaceMayHaveMoved(Prover engine) throws IOException {
        isNotProved(views(
                engine,
                COUNTS + "void *b(void *p) { for (;;) { __VERIFIER_atomic_begin(); limit = limit + 1;"
                        + " __VERIFIER_atomic_end(); } }"));
    }

    /**
     * The program ends, but a proof needs both threads' locals at once: the views allow {@code a} to see a write of
     * {@code b} while {@code b} sees that it has not written. No run does that, but the rule must count it all the same.
     */
    @ParameterizedTest
    @MethodSource("engines")
    void viewsThatNoRunHasTogetherLeaveTheQuestionOpen(Prover engine) throws IOException {
        String text = "int limit; void *a(void *p) { while (limit > 0) limit = limit - 1; return 0; }"
                + "void *b(void *p) { while (limit > 0) limit = limit - 2; return 0; }";
        isNotProved(views(engine, text));
        assertThat(climb(new RefineEngine(), text, Exposure.FULL, Exposure.FULL))
                .isInstanceOf(ProofResult.Proved.class);
    }
}
