package dev.moirai.solve.sat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import org.junit.jupiter.api.Test;

class ClausalSolverTest {
    private final TermPool pool = new TermPool();
    private final int x = pool.bvVar("x", 16);
    private final int y = pool.bvVar("y", 16);

    @Test
    void suggestedValuesAreTriedFirst() {
        try (var solver = new ClausalSolver("moirai", pool, new Cdcl())) {
            solver.add(pool.ult(pool.bv(300, 16), pool.bvAdd(x, y)));
            solver.suggest(x, 250);
            solver.suggest(y, 125);
            assertThat(solver.check()).isInstanceOfSatisfying(Satisfiability.Sat.class, sat -> {
                assertThat(sat.model().value(x)).isEqualTo(250);
                assertThat(sat.model().value(y)).isEqualTo(125);
            });
        }
    }

    @Test
    void andGivenUpWhereTheyAreWrong() {
        try (var solver = new ClausalSolver("moirai", pool, new Cdcl())) {
            solver.add(pool.eq(pool.bvMul(x, y), pool.bv(35, 16)));
            solver.add(pool.ult(pool.bv(1, 16), x));
            solver.add(pool.ult(x, pool.bv(8, 16)));
            solver.suggest(x, 6);
            solver.suggest(y, 6);
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            assertThat(solver.check(pool.eq(x, pool.bv(6, 16)))).isInstanceOf(Satisfiability.Unsat.class);
        }
    }

    @Test
    void variablesAndClausesAreCounted() {
        try (var solver = new ClausalSolver("moirai", pool, new Cdcl())) {
            solver.add(pool.ult(x, y));
            assertThat(solver.statistics().variables()).isPositive();
            assertThat(solver.statistics().clauses()).isPositive();
        }
    }

    private int products(int count) {
        int all = TermPool.TRUE;
        for (int i = 0; i < count; i++) {
            int factor = pool.bvVar("a" + i, 64);
            all = pool.and(all, pool.eq(pool.bvMul(factor, pool.bvVar("b" + i, 64)), pool.bv(0, 64)));
        }
        return all;
    }

    /** Afterwards the solver is as good as before. */
    @Test
    void aLimitEndsTheWritingOfClauses() {
        int wanted = products(30);
        try (var solver = new ClausalSolver("moirai", pool, new Cdcl())) {
            // The first look is before any work; thirty products are more gates than are made between two looks.
            assertThat(solver.check(Limit.none().withinLooks(2), wanted))
                    .isEqualTo(new Satisfiability.Unknown("effort spent"));
            var found = (Satisfiability.Sat) solver.check(Limit.none(), wanted);
            assertThat(new Evaluator(pool, found.model()).isTrue(wanted)).isTrue();
            int twice = pool.bvMul(pool.bvVar("a0", 64), pool.bv(6, 64));
            assertThat(solver.check(Limit.none(), pool.eq(twice, pool.bv(7, 64))))
                    .isInstanceOf(Satisfiability.Unsat.class);
        }
    }
}
