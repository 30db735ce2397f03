package dev.moirai.solve.sat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.Formulas;
import dev.moirai.solve.Limit;
import dev.moirai.solve.blast.Blaster;
import dev.moirai.solve.blast.Cnf;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelaySatTest {
    private static final Effort LITTLE = new Effort(20, 1_000_000);

    private static int assertPigeons(SatSolver solver) {
        var pool = new TermPool();
        var blaster = new Blaster(pool);
        var cnf = new Cnf(blaster.gates(), solver);
        int guard = pool.boolVar("guard");
        cnf.assertTrue(blaster.gate(pool.implies(guard, Formulas.pigeons(pool, 5))));
        return cnf.assumable(blaster.gate(guard));
    }

    @Test
    void theSecondIsMadeOnlyWhenItIsNeeded() {
        var made = new AtomicInteger();
        var solver = new RelaySat(new Cdcl(), LITTLE, () -> {
            made.incrementAndGet();
            return Optional.of(new Cdcl());
        });
        int guard = assertPigeons(solver);
        assertThat(solver.solve(Limit.none(), -guard)).isEqualTo(SatSolver.Result.SATISFIABLE);
        assertThat(made).hasValue(0);
        assertThat(solver.solve(Limit.none(), guard)).isEqualTo(SatSolver.Result.UNSATISFIABLE);
        assertThat(solver.isFailed(guard)).isTrue();
        assertThat(made).hasValue(1);
        int fresh = solver.newVariable();
        solver.add(new int[] {fresh, guard}, 2);
        assertThat(solver.solve(Limit.none(), -fresh)).isEqualTo(SatSolver.Result.UNSATISFIABLE);
        assertThat(solver.solve(Limit.none())).isEqualTo(SatSolver.Result.SATISFIABLE);
        assertThat(solver.isTrue(fresh)).isTrue();
    }

    @Test
    void withoutASecondTheFirstGoesOn() {
        var solver = new RelaySat(new Cdcl(), LITTLE, Optional::empty);
        int guard = assertPigeons(solver);
        assertThat(solver.solve(Limit.none(), guard)).isEqualTo(SatSolver.Result.UNSATISFIABLE);
    }
}
