package dev.moirai.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.AlikeThreads;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.fixture.CPrograms;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which threads nobody can tell apart; and that nothing is lost if they begin in the order of their creation. */
class AlikeThreadsTest {
    private static final Set<Property> WATCHED = Set.of(Property.ASSERTION);
    private static final String TWO = "pthread_create(&t, 0, worker, 0); pthread_create(&t, 0, worker, 0);";

    @TempDir
    Path folder;

    private BoundedProgram unwound(String worker, String main) throws Exception {
        return Bounding.bound(
                Preparation.prepare(CPrograms.of(folder, """
                    #include <assert.h>
                    #include <pthread.h>
                    void __VERIFIER_atomic_begin(void);
                    void __VERIFIER_atomic_end(void);
                    int x, y, z;
                    int *p;
                    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
                    void *worker(void *q) { int a = 0; %s return q; }
                    int main(void) {
                        pthread_t t, u;
                        %s
                        return 0;
                    }
                    """.formatted(worker, main))), BoundOptions.unwind(2));
    }

    private List<List<Integer>> alike(String worker, String main) throws Exception {
        return AlikeThreads.of(unwound(worker, main));
    }

    @Test
    void copiesThatNobodyWaitsForAreAlike() throws Exception {
        assertThat(alike("x = x + 1;", TWO)).containsExactly(List.of(1, 2));
        assertThat(alike("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", TWO + TWO))
                .containsExactly(List.of(1, 2, 3, 4));
    }

    @Test
    void whoIsWaitedForIsKnown() throws Exception {
        assertThat(alike("x = 1;", TWO + "pthread_join(t, 0);")).isEmpty();
        assertThat(alike("x = 1;", TWO + "pthread_detach(t);")).isEmpty();
    }

    @Test
    void whoAsksWhoItIsCanTell() throws Exception {
        assertThat(alike("x = pthread_self() == 1;", TWO)).isEmpty();
    }

    @Test
    void handlesDoNotTell() throws Exception {
        assertThat(alike("y = x == 1;", TWO + "x = t == 1;")).containsExactly(List.of(1, 2));
    }

    @Test
    void argumentsTell() throws Exception {
        assertThat(alike(
                        "x = q != 0;", "pthread_create(&t, 0, worker, 0); pthread_create(&t, 0, worker, (void *) &y);"))
                .isEmpty();
        assertThat(alike("x = q != 0;", TWO)).containsExactly(List.of(1, 2));
    }

    @Test
    void numbersOfAddressesTell() throws Exception {
        assertThat(alike("p = &a; x = p < &y;", TWO)).isEmpty();
        assertThat(alike("p = &a; x = (unsigned long) p > 5;", TWO)).isEmpty();
    }

    @Test
    void nothingIsLost() throws Exception {
        int violated = 0;
        int grouped = 0;
        for (int seed = 1; seed <= 60; seed++) {
            var random = new Random(seed);
            BoundedProgram unwound = unwound(statements(random, 4, true), main(random));
            BoundedProgram program = SyncLowering.lower(unwound, WATCHED);
            List<List<Integer>> alike = AlikeThreads.of(unwound);
            if (!alike.isEmpty()) grouped++;
            boolean all = isViolated(program, List.of());
            assertThat(isViolated(program, alike)).as("seed " + seed).isEqualTo(all);
            if (all) violated++;
        }
        assertThat(grouped).isEqualTo(60);
        assertThat(violated).isBetween(15, 50);
    }

    /** A thread may stay before its first step there, and what fails is asked of each place. */
    @Test
    void noRaceAndNoDeadlockIsLost() throws Exception {
        var watched = Set.of(Property.ASSERTION, Property.DEADLOCK, Property.DATA_RACE);
        for (int seed = 101; seed <= 115; seed++) {
            var random = new Random(seed);
            BoundedProgram unwound = unwound(statements(random, 3, true), main(random));
            BoundedProgram program = SyncLowering.lower(unwound, watched);
            assertThat(failures(program, watched, AlikeThreads.of(unwound)))
                    .as("seed " + seed)
                    .isEqualTo(failures(program, watched, List.of()));
        }
    }

    private static Set<String> failures(BoundedProgram program, Set<Property> watched, List<List<Integer>> alike) {
        var pool = new TermPool();
        Encoding encoding = Encoding.of(program, watched, alike, pool);
        var failures = new TreeSet<String>();
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            for (Encoding.Claim claim : encoding.violations()) {
                if (solver.check(claim.condition()) instanceof Satisfiability.Sat)
                    failures.add(claim.property().word() + " " + where(program, claim));
            }
        }
        return failures;
    }

    /** Of two that race either may be named first. */
    private static String where(BoundedProgram program, Encoding.Claim claim) {
        if (claim.standing().isEmpty()) return claim.span().toString();
        return claim.standing().stream()
                .map(place -> program.threads().get(place.thread()).function() + ":" + place.index())
                .sorted()
                .toList()
                .toString();
    }

    private static boolean isViolated(BoundedProgram program, List<List<Integer>> alike) {
        var pool = new TermPool();
        Encoding encoding = Encoding.of(program, WATCHED, alike, pool);
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            return solver.check(encoding.violation()) instanceof Satisfiability.Sat;
        }
    }

    private static String main(Random random) {
        var text = new ArrayList<String>();
        int threads = 2 + random.nextInt(2);
        for (int i = 0; i < threads; i++) {
            text.add(
                    random.nextInt(3) == 0
                            ? "if (x == %d) pthread_create(&t, 0, worker, 0);".formatted(random.nextInt(2))
                            : "pthread_create(&t, 0, worker, 0);");
            if (random.nextBoolean()) text.add(statements(random, 1, false));
        }
        if (!text.toString().contains("if (x")) return String.join(" ", text);
        return String.join(" ", text) + " pthread_create(&t, 0, worker, 0);";
    }

    private static String statements(Random random, int count, boolean asserting) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String one = "xyz".substring(random.nextInt(3)).substring(0, 1);
            String other = "xyz".substring(random.nextInt(3)).substring(0, 1);
            text.append(
                    switch (random.nextInt(asserting ? 7 : 3)) {
                        case 0 -> one + " = " + other + " + 1; ";
                        case 1 -> one + " = " + random.nextInt(3) + "; ";
                        case 2 -> one + "--; ";
                        case 3 -> "a = " + one + "; if (a == " + random.nextInt(3) + ") " + other + " = a + 1; ";
                        case 4 -> "pthread_mutex_lock(&m); " + one + "++; pthread_mutex_unlock(&m); ";
                        case 5 ->
                            "__VERIFIER_atomic_begin(); a = " + one + "; " + one + " = 1; __VERIFIER_atomic_end(); ";
                        default -> "assert(" + one + " != " + (2 + random.nextInt(3)) + "); ";
                    });
        }
        if (asserting)
            text.append("assert(x + y != ").append(1 + random.nextInt(5)).append("); ");
        return text.toString();
    }
}
