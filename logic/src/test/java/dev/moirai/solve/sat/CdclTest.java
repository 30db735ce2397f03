package dev.moirai.solve.sat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.Formulas;
import dev.moirai.solve.Limit;
import dev.moirai.solve.blast.Blaster;
import dev.moirai.solve.blast.ClauseSink;
import dev.moirai.solve.blast.Cnf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Models satisfy every clause; every step to a refutation is redone by unit propagation. */
@Timeout(120)
class CdclTest {
    /** Clauses and the proof, in order, fed to a solver and to the checker. */
    private static final class Recorded implements ClauseSink {
        final List<int[]> given = new ArrayList<>();
        final List<int[]> derived = new ArrayList<>();
        final Cdcl solver = new Cdcl((literals, length) -> derived.add(Arrays.copyOf(literals, length)));

        @Override
        public int newVariable() {
            return solver.newVariable();
        }

        @Override
        public void add(int[] literals, int length) {
            given.add(Arrays.copyOf(literals, length));
            solver.add(literals, length);
        }

        void checkAnswer() {
            switch (solver.solve(Limit.none())) {
                case SATISFIABLE -> {
                    for (int[] clause : given) {
                        assertThat(Arrays.stream(clause).anyMatch(l -> solver.isTrue(Math.abs(l)) == l > 0))
                                .isTrue();
                    }
                }
                case UNSATISFIABLE ->
                    assertThat(RupChecker.refutes(given, derived)).isTrue();
                case UNKNOWN -> throw new AssertionError("unknown");
            }
        }
    }

    @Test
    void smallRandomFormulas() {
        int satisfiable = 0;
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            int variables = 5 + random.nextInt(60);
            var recorded = new Recorded();
            for (int i = 0; i < variables; i++) recorded.newVariable();
            int count = (int) (variables * (3.6 + random.nextDouble()));
            for (int i = 0; i < count; i++) {
                int[] clause = new int[random.nextInt(20) == 0 ? 2 : 3];
                Arrays.setAll(clause, k -> (1 + random.nextInt(variables)) * (random.nextBoolean() ? 1 : -1));
                recorded.add(clause, clause.length);
            }
            recorded.checkAnswer();
            if (recorded.derived.isEmpty() || recorded.derived.getLast().length > 0) satisfiable++;
        }
        assertThat(satisfiable).isBetween(50, 350);
    }

    private static void check(ToIntFunction<TermPool> formula) {
        var pool = new TermPool();
        var recorded = new Recorded();
        var blaster = new Blaster(pool);
        new Cnf(blaster.gates(), recorded).assertTrue(blaster.gate(formula.applyAsInt(pool)));
        recorded.checkAnswer();
    }

    @Test
    void harderFormulas() {
        check(pool -> Formulas.pigeons(pool, 6));
        check(pool -> Formulas.random3Sat(pool, 130, 1));
        check(pool -> Formulas.random3Sat(pool, 130, 2));
        check(pool -> Formulas.factors(pool, 4093 * 2, 9));
        check(pool -> Formulas.factors(pool, 65521, 9));
        check(pool -> Formulas.fibonacci(pool, 2, 3, 8));
        check(pool -> Formulas.fibonacci(pool, 2, 3, 9));
        check(pool -> Formulas.lostUpdates(pool, 3, 2, 2, 5));
    }

    @Test
    void growingFormulasUnderAssumptions() {
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            var solver = new Cdcl();
            List<int[]> clauses = new ArrayList<>();
            int variables = 0;
            for (int round = 0; round < 8; round++) {
                for (int i = 0; i < 6; i++) variables = solver.newVariable();
                int known = variables;
                for (int i = 0; i < 20; i++) {
                    int[] clause = new int[3];
                    Arrays.setAll(clause, k -> (1 + random.nextInt(known)) * (random.nextBoolean() ? 1 : -1));
                    clauses.add(clause);
                    solver.add(clause, 3);
                }
                int[] assumptions = new int[5];
                Arrays.setAll(assumptions, k -> (1 + random.nextInt(known)) * (random.nextBoolean() ? 1 : -1));
                boolean satisfiable = solver.solve(Limit.none(), assumptions) == SatSolver.Result.SATISFIABLE;
                var fresh = new Cdcl();
                for (int i = 0; i < known; i++) fresh.newVariable();
                for (int[] clause : clauses) fresh.add(clause, 3);
                for (int assumption : assumptions) {
                    if (satisfiable || solver.isFailed(assumption)) fresh.add(new int[] {assumption}, 1);
                }
                assertThat(fresh.solve(Limit.none()) == SatSolver.Result.SATISFIABLE)
                        .as("seed %d", seed)
                        .isEqualTo(satisfiable);
            }
        }
    }
}
