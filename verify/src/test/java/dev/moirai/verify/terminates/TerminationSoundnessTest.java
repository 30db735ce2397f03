package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Program;
import dev.moirai.property.Schedulers;
import dev.moirai.rely.horn.HornEngine;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.refine.RefineEngine;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No engine proves what must not be proved, even if no refutation comes first; and certificates are checked. */
class TerminationSoundnessTest {
    @TempDir
    Path folder;

    static List<Prover> engines() {
        return List.of(new HornEngine(), new RefineEngine());
    }

    private Program program(String text) throws IOException {
        return Preparation.prepare(
                CPrograms.of(folder, "#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n" + text));
    }

    private static ProofResult ask(Prover engine, Program program, String thread, Schedulers schedulers) {
        return engine.prove(question(program, thread, schedulers), Limit.of(Duration.ofSeconds(60)));
    }

    private static ProofQuestion question(Program program, String thread, Schedulers schedulers) {
        TransitionSystem system = Systems.of(program, Purpose.TERMINATION, Limit.none());
        int number = system.threads().stream()
                .filter(t -> t.name().equals(thread))
                .mapToInt(ThreadSystem::number)
                .findFirst()
                .orElseThrow();
        return new ProofQuestion(system, number, schedulers);
    }

    /** On how many rungs of the ladder an engine had a proof, had none, and ran out of time. */
    private record Rungs(int proved, int open, int outOfTime) {
        static Rungs of(Prover engine, ProofQuestion question, Duration each) {
            int proved = 0;
            int open = 0;
            int outOfTime = 0;
            for (Exposure rung : Exposure.values()) {
                if (!question.has(rung)) continue;
                Limit limit = Limit.of(each);
                boolean isProved = engine.climb(question, rung, limit) instanceof ProofResult.Proved;
                if (isProved) proved++;
                else if (limit.isReached()) outOfTime++;
                else open++;
            }
            return new Rungs(proved, open, outOfTime);
        }

        boolean isDecided() {
            return proved + open > 0;
        }
    }

    /**
     * Asserts that no rung has a proof, and not only because time was too short: on one of them the engine found that
     * there is none.
     */
    private static void assertIsOpen(Prover engine, Program program, Schedulers schedulers) {
        ProofQuestion question = question(program, "a", schedulers);
        Rungs rungs = Rungs.of(engine, question, Duration.ofMillis(400));
        if (!rungs.isDecided()) rungs = Rungs.of(engine, question, Duration.ofSeconds(20));
        assertThat(rungs.proved()).isZero();
        assertThat(rungs.open()).as("decided, of %s", rungs).isPositive();
    }

    private static final String TWO = "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0);"
            + " pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }";

    /** Figure 4 of the paper, as printed, misses what the first step of another thread enables. */
    @ParameterizedTest
    @MethodSource("engines")
    void whatOnlyTheFirstStepOfAnotherEnables(Prover engine) throws IOException {
        Program program = program("int flag; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
                + "void *a(void *x) { pthread_mutex_lock(&m); for (;;) ; }"
                + "void *b(void *x) { pthread_mutex_unlock(&m); return 0; }"
                + "int main(void) { pthread_t t, u; pthread_mutex_lock(&m); pthread_create(&t, 0, a, 0);"
                + " pthread_create(&u, 0, b, 0); pthread_exit(0); }");
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void unsignedNumbersWrap(Prover engine) throws IOException {
        Program program = program("unsigned x; void *a(void *p) { while (x < 4294967295u) x += 1073741824u; return 0; }"
                + "void *b(void *p) { return 0; }" + TWO);
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void narrowNumbersWrap(Prover engine) throws IOException {
        Program program = program("void *a(void *p) { signed char i = 0; while (i < 1000) i += 64; return 0; }"
                + "void *b(void *p) { return 0; }" + TWO);
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    /** The store goes through a pointer; an engine that ignores that it may write n proves too much. */
    @ParameterizedTest
    @MethodSource("engines")
    void writesThroughPointersCount(Prover engine) throws IOException {
        Program program = program("int n = 3, other; int *p = &other;"
                + "void *a(void *x) { while (n > 0) n = n - 1; return 0; }"
                + "void *b(void *x) { if (__VERIFIER_nondet_int()) p = &n; for (;;) *p = 3; }" + TWO);
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    /**
     * Each call has a lock of its own, though all have the same name; an engine that takes them for one lock never
     * reaches the loop.
     */
    @ParameterizedTest
    @MethodSource("engines")
    void locksOfTheSameNameAreOthers(Prover engine) throws IOException {
        Program program = program("void once(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
                + " pthread_mutex_lock(&m); } void *a(void *p) { once(); once(); once(); for (;;) ; }"
                + "void *b(void *p) { return 0; }" + TWO);
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    /** If one thread does not take the lock, the critical sections of the other are no single steps. */
    @ParameterizedTest
    @MethodSource("engines")
    void sectionsThatSomebodyIgnoresAreNoSteps(Prover engine) throws IOException {
        Program program = program("int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;void *a(void *p) {"
            + " pthread_mutex_lock(&m); while (x > 0) x = x - 1; pthread_mutex_unlock(&m); return 0; }void *b(void *p)"
            + " { for (;;) { x = 1; } }" + TWO);
        assertIsOpen(engine, program, Schedulers.ALL);
    }

    /** Each of three threads keeps its own counter, whatever the two others do. */
    @ParameterizedTest
    @MethodSource("engines")
    void othersLeaveLocalsAlone(Prover engine) throws IOException {
        Program program = program("int s; void *a(void *p) { int k = __VERIFIER_nondet_int();"
                + " while (k > 0) { s = k; k--; } return 0; }"
                + "int main(void) { pthread_t t, u, v; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0);"
                + " pthread_create(&v, 0, a, 0); pthread_exit(0); }");
        assertThat(ask(engine, program, "a#2", Schedulers.ALL)).isInstanceOf(ProofResult.Proved.class);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aFairSchedulerEndsAWaitThatOthersEnd(Prover engine) throws IOException {
        String waits = "int f; void *a(void *p) { while (!f) ; return 0; } void *b(void *p) { ";
        Program ends = program(waits + "f = 1; return 0; }" + TWO);
        assertIsOpen(engine, ends, Schedulers.ALL);
        assertThat(ask(engine, ends, "a", Schedulers.STRONGLY_FAIR)).isInstanceOf(ProofResult.Proved.class);
        Program never = program(waits + "if (__VERIFIER_nondet_int()) f = 1; return 0; }" + TWO);
        assertIsOpen(engine, never, Schedulers.STRONGLY_FAIR);
    }

    @Test
    void aCertificateThatWasTamperedWithIsInvalid() throws IOException {
        Program program = program("void *a(void *p) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; return 0; }"
                + "void *b(void *p) { return 0; }" + TWO);
        var proved = (ProofResult.Proved) ask(new HornEngine(), program, "a", Schedulers.ALL);
        String text = Certificate.of(proved.proof()).text();
        Limit limit = Limit.none();
        assertThat(new Certificate(text).check(limit)).isInstanceOf(Certificate.Check.Valid.class);
        String other = text.replaceAll("(?m)^\\(define-fun (T\\w*) (.*) Bool .*\\)$", "(define-fun $1 $2 Bool true)");
        assertThat(other).isNotEqualTo(text);
        assertThat(new Certificate(other).check(limit)).isInstanceOf(Certificate.Check.Invalid.class);
        assertThat(new Certificate("(check-sat)").check(limit)).isInstanceOf(Certificate.Check.Malformed.class);
    }

    /** How many of the generated programs with a lasso must be decided, and how many of those without. */
    private static final int DECIDED = 2;

    /**
     * On programs with few states the explicit search is complete: programs with a lasso are not proved, and some of
     * the others are. Programs that are not decided in time count for neither. {@code -Dtermination.seeds=N} asks about
     * more.
     */
    @Test
    void whatHasALassoIsNotProved() throws IOException {
        int refuted = 0;
        int proved = 0;
        for (int seed = 0; seed < Integer.getInteger("termination.seeds", 16); seed++) {
            var random = new Random(seed);
            Program program = program("int x, y;" + thread("a", random) + thread("b", random)
                    + "int main(void) { x = " + random.nextInt(3) + "; y = " + random.nextInt(3) + ";"
                    + " pthread_t t, u; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);"
                    + " pthread_join(t, 0); pthread_join(u, 0); return 0; }");
            Prover engine = engines().get(seed % 2);
            boolean hasLasso = EndlessRun.of(program, "a", false, 50_000, Duration.ofSeconds(10))
                    .run()
                    .isPresent();
            // A proof that a terminating program ends is no mistake: once there are enough of them, time is spent on
            // the others.
            if (!hasLasso && proved == DECIDED) continue;
            ProofQuestion question = question(program, "a", Schedulers.ALL);
            Rungs rungs = Rungs.of(engine, question, Duration.ofMillis(250));
            if (!rungs.isDecided() && (hasLasso ? refuted : proved) < DECIDED) {
                rungs = Rungs.of(engine, question, Duration.ofSeconds(2));
            }
            if (!hasLasso) {
                if (rungs.proved() > 0) proved++;
                continue;
            }
            assertThat(rungs.proved()).as("seed %d by %s", seed, engine.name()).isZero();
            if (rungs.open() > 0) refuted++;
        }
        assertThat(proved).as("proved").isGreaterThanOrEqualTo(DECIDED);
        assertThat(refuted).as("found open").isGreaterThanOrEqualTo(DECIDED);
    }

    /** A loop over two small numbers, which the assignments keep small. */
    private static String thread(String name, Random random) {
        var text = new StringBuilder("void *" + name + "(void *p) { while (" + condition(random) + ") {");
        for (int i = random.nextInt(2) + 1; i > 0; i--) {
            String target = random.nextBoolean() ? "x" : "y";
            String other = random.nextBoolean() ? "x" : "y";
            text.append(
                    switch (random.nextInt(4)) {
                        case 0 -> "if (" + condition(random) + ") " + target + " = " + random.nextInt(3) + ";";
                        case 1 -> "if (" + other + " > 0) " + target + " = " + other + " - 1;";
                        case 2 -> "if (" + other + " < 3) " + target + " = " + other + " + 1;";
                        default -> target + " = " + other + ";";
                    });
        }
        return text.append("} return 0; }").toString();
    }

    private static String condition(Random random) {
        String variable = random.nextBoolean() ? "x" : "y";
        return variable + (random.nextBoolean() ? " > " : " < ") + random.nextInt(3);
    }
}
