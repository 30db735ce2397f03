package dev.moirai.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.fixture.CPrograms;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CubesTest {
    private static final Set<Property> WATCHED = Set.of(Property.ASSERTION);

    @TempDir
    Path folder;

    @Test
    void everyInterleavingIsInExactlyOneCube() throws Exception {
        var program = Preparation.prepare(CPrograms.of(folder, """
            #include <assert.h>
            #include <pthread.h>
            int x, y;
            void *worker(void *p) { int old = x; x = old + 1; y = x; return p; }
            int main(void) {
                pthread_t t, u;
                pthread_create(&t, 0, worker, 0);
                pthread_create(&u, 0, worker, 0);
                x = y;
                pthread_join(t, 0);
                pthread_join(u, 0);
                assert(x != 7);
                return 0;
            }
            """));
        var pool = new TermPool();
        var bounded = SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(1)), WATCHED);
        Encoding encoding = Encoding.of(bounded, WATCHED, pool);
        List<Cube> cubes = Cubes.of(encoding, 9);
        assertThat(cubes).hasSize(8).isEqualTo(Cubes.of(encoding, 9));
        try (Solver solver = Solvers.named("auto", pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            assertThat(solver.check()).isInstanceOf(Satisfiability.Sat.class);
            int none = TermPool.TRUE;
            int possible = 0;
            for (Cube cube : cubes) {
                int here = all(pool, encoding, cube);
                none = pool.and(none, -here);
                if (solver.check(here) instanceof Satisfiability.Sat) possible++;
                for (Cube other : cubes) {
                    if (other == cube) continue;
                    assertThat(solver.check(pool.and(here, all(pool, encoding, other))))
                            .isInstanceOf(Satisfiability.Unsat.class);
                }
            }
            assertThat(solver.check(none)).isInstanceOf(Satisfiability.Unsat.class);
            assertThat(possible).isGreaterThan(2);
        }
    }

    private static int all(TermPool pool, Encoding encoding, Cube cube) {
        return encoding.constraints(cube).stream().reduce(TermPool.TRUE, (one, other) -> pool.and(one, other));
    }
}
