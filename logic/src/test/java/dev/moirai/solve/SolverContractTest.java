package dev.moirai.solve;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.Samples;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.registry.Solvers;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every solver has to do, asked of all that are available here. */
@ParameterizedClass
@MethodSource("names")
@Timeout(120)
class SolverContractTest {
    private final String name;
    private final TermPool pool = new TermPool();

    SolverContractTest(String name) {
        this.name = name;
    }

    static Stream<String> names() {
        return Stream.of("moirai", "auto", "cadical", "bitwuzla", "z3", "z3 -in", "cadical -q", "minisat", "kissat -q")
                .filter(name -> Solvers.unavailable(name).isEmpty());
    }

    private Solver solver() {
        return new ModelCheckingSolver(Solvers.named(name, pool));
    }

    private int bv(String variable) {
        return pool.bvVar(variable, 32);
    }

    private int c(long value) {
        return pool.bv(value, 32);
    }

    @Test
    void variablesWithoutNamesAreDifferentOnes() {
        try (var solver = solver()) {
            int one = pool.newBool();
            int other = pool.newBool();
            solver.add(one);
            solver.add(-other);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            assertThat(solver.check(other)).isInstanceOf(Satisfiability.Unsat.class);
        }
    }

    @Test
    void anEmptyConjunctionIsSatisfiable() {
        try (var solver = solver()) {
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            solver.add(TRUE);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            assertThat(solver.check(FALSE)).isInstanceOf(Satisfiability.Unsat.class);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            solver.add(FALSE);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Unsat.class);
        }
    }

    @Test
    void aModelSatisfiesWhatWasAsserted() {
        int x = bv("x");
        int y = bv("y");
        try (var solver = solver()) {
            solver.add(pool.eq(pool.bvMul(x, y), c(91)));
            solver.add(pool.and(pool.ult(c(1), x), pool.ult(x, y)));
            solver.add(pool.ult(y, c(100)));
            if (!(solver.check() instanceof Satisfiability.Sat(var model))) throw new AssertionError("not satisfiable");
            assertThat(model.value(x)).isEqualTo(7);
            assertThat(model.value(y)).isEqualTo(13);
            solver.add(pool.distinct(x, c(7)));
            assertThat(solver.check()).isInstanceOf(Satisfiability.Unsat.class);
        }
    }

    @Test
    void assumptionsHoldForOneCheckOnly() {
        int p = pool.boolVar("p");
        int x = bv("x");
        try (var solver = solver()) {
            solver.add(pool.implies(p, pool.ult(x, c(10))));
            assertThat(solver.check(p, pool.ult(c(20), x))).isInstanceOf(Satisfiability.Unsat.class);
            assertThat(solver.check(pool.not(p), pool.ult(c(20), x))).isInstanceOf(Satisfiability.Sat.class);
            assertThat(solver.check(p)).isInstanceOf(Satisfiability.Sat.class);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
        }
    }

    @Test
    void aCoreIsUnsatisfiableAndLeavesOutWhatIsIrrelevant() {
        int x = bv("x");
        int y = bv("y");
        int small = pool.ult(x, c(10));
        int large = pool.ult(c(20), x);
        int odd = pool.eq(pool.extract(y, 0, 0), pool.bv(1, 1));
        try (var solver = solver()) {
            solver.add(pool.ult(y, c(1000)));
            if (!(solver.check(odd, small, large) instanceof Satisfiability.Unsat(var core)))
                throw new AssertionError("satisfiable");
            assertThat(core).contains(small, large).isSubsetOf(odd, small, large);
            int[] again = core.stream().mapToInt(Integer::intValue).toArray();
            assertThat(solver.check(again)).isInstanceOf(Satisfiability.Unsat.class);
            assertThat(solver.check(odd, small)).isInstanceOf(Satisfiability.Sat.class);
            if (!(solver.check(odd, pool.not(odd)) instanceof Satisfiability.Unsat(var opposite)))
                throw new AssertionError("satisfiable");
            assertThat(opposite).containsExactlyInAnyOrder(odd, pool.not(odd));
        }
    }

    @Test
    void termsMayBeAddedBetweenChecks() {
        try (var solver = solver()) {
            int sum = c(0);
            for (int i = 0; i < 12; i++) {
                int x = bv("x" + i);
                sum = pool.bvAdd(sum, x);
                solver.add(pool.and(pool.ult(c(i), x), pool.ult(x, c(20))));
                assertThat(solver.check(pool.eq(sum, c((i + 1) * 19L)))).isInstanceOf(Satisfiability.Sat.class);
                assertThat(solver.check(pool.ult(c((i + 1) * 19L), sum))).isInstanceOf(Satisfiability.Unsat.class);
            }
        }
    }

    /** A prime of 60 bits is no product of two factors of 30 and 31 bits; no solver sees that within a second. */
    private void addHard(Solver solver) {
        int x = pool.zext(pool.bvVar("hard x", 31), 62);
        int y = pool.zext(pool.bvVar("hard y", 31), 62);
        int one = pool.bv(1, 62);
        solver.add(pool.eq(pool.bvMul(x, y), pool.bv(1152921504606846883L, 62)));
        solver.add(pool.and(pool.ult(one, x), pool.ult(one, y)));
    }

    @Test
    void aTimeLimitIsKept() {
        try (var solver = solver()) {
            addHard(solver);
            long start = System.nanoTime();
            var answer = solver.check(Limit.of(Duration.ofMillis(300)));
            assertThat(answer).isEqualTo(new Satisfiability.Unknown("time limit of 0.3 s reached"));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            assertThat(solver.check(Limit.of(Duration.ZERO))).isInstanceOf(Satisfiability.Unknown.class);
        }
    }

    @Test
    void aCheckCanBeInterruptedAndTheSolverUsedOn() throws InterruptedException {
        try (var solver = solver()) {
            int guard = pool.boolVar("guard");
            int x = pool.zext(pool.bvVar("hard x", 31), 62);
            int y = pool.zext(pool.bvVar("hard y", 31), 62);
            int one = pool.bv(1, 62);
            solver.add(pool.implies(guard, pool.eq(pool.bvMul(x, y), pool.bv(1152921504606846883L, 62))));
            solver.add(pool.and(pool.ult(one, x), pool.ult(one, y)));
            var limit = Limit.none();
            var canceller = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(300);
                } catch (InterruptedException e) {
                    return;
                }
                limit.cancel();
            });
            assertThat(solver.check(limit, guard)).isEqualTo(new Satisfiability.Unknown("interrupted"));
            canceller.join();
            assertThat(solver.check(pool.not(guard))).isInstanceOf(Satisfiability.Sat.class);
        }
    }

    @Test
    void randomTermsHaveTheValuesTheyMustHave() {
        for (int width : new int[] {1, 3, 8, 32, 64}) {
            for (int seed = 0; seed < 3; seed++) {
                var pool = new TermPool();
                var samples = Samples.grow(pool, seed * 77L + width, width, 60);
                var random = new Random(seed);
                try (var solver = new ModelCheckingSolver(Solvers.named(name, pool))) {
                    for (int tries = 0; tries < 4; tries++) {
                        int i = random.nextInt(samples.assignments());
                        // All variables fixed: the formula has exactly one way to be true.
                        int fixed = TRUE;
                        for (var variable : samples.variables()) {
                            long value = variable.values()[i].longValue();
                            int constant =
                                    variable.width() == 0 ? pool.bool(value != 0) : pool.bv(value, variable.width());
                            fixed = pool.and(fixed, pool.eq(variable.term(), constant));
                        }
                        int right = fixed;
                        int wrong = FALSE;
                        for (var sample : samples.all()) {
                            long value = sample.values()[i].longValue();
                            int constant = sample.width() == 0 ? pool.bool(value != 0) : pool.bv(value, sample.width());
                            right = pool.and(right, pool.eq(sample.term(), constant));
                            wrong = pool.or(wrong, pool.distinct(sample.term(), constant));
                        }
                        assertThat(solver.check(right))
                                .as("seed %d width %d", seed, width)
                                .isInstanceOf(Satisfiability.Sat.class);
                        assertThat(solver.check(fixed, wrong))
                                .as("seed %d width %d", seed, width)
                                .isInstanceOf(Satisfiability.Unsat.class);
                    }
                }
            }
        }
    }
}
