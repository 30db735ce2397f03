package dev.moirai.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedPlace;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.fixture.CPrograms;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes an event, what is before what for sure, and questions put to one encoding. */
class EncodingTest {
    private static final Set<Property> WATCHED = Set.of(Property.ASSERTION);

    @TempDir
    Path folder;

    private TermPool pool;

    @BeforeEach
    void newPool() {
        pool = new TermPool();
    }

    private BoundedProgram bounded(String thread, String afterJoin) throws Exception {
        return bounded(thread, "x = 1;", afterJoin);
    }

    private BoundedProgram bounded(String thread, String beforeJoin, String afterJoin) throws Exception {
        Program source = CPrograms.of(folder, """
            #include <assert.h>
            #include <pthread.h>
            int x, y, mine, ours, theirs;
            void *worker(void *p) { %s return p; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                %s
                pthread_join(t, 0);
                %s
                return 0;
            }
            """.formatted(thread, beforeJoin, afterJoin));
        var program = Preparation.prepare(source);
        return SyncLowering.lower(Bounding.bound(program, BoundOptions.unwind(2)), WATCHED);
    }

    private static int storeTo(BoundedThread thread, String global) {
        for (int i = 0; i < thread.body().size(); i++) {
            if (thread.body().get(i) instanceof Instr.Store(var address, var _, var _, var _)
                    && address instanceof Expr.GlobalAddress(var name, var _)
                    && name.equals(global)) return i;
        }
        throw new AssertionError("no store to " + global);
    }

    private static int loadOf(BoundedThread thread, String global) {
        for (int i = 0; i < thread.body().size(); i++) {
            if (thread.body().get(i) instanceof Instr.Load(var _, var address, var _, var _)
                    && address instanceof Expr.GlobalAddress(var name, var _)
                    && name.equals(global)) return i;
        }
        throw new AssertionError("no load of " + global);
    }

    private Satisfiability ask(Encoding encoding, int... assumptions) {
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            return solver.check(assumptions);
        }
    }

    @Test
    void whatOneThreadAloneTouchesIsNoEvent() throws Exception {
        BoundedProgram program = bounded("mine = 1; mine = mine + 1; x = mine;", "assert(x);");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        BoundedThread worker = program.thread("worker");
        assertThat(encoding.event(worker.number(), storeTo(worker, "mine"))).isEmpty();
        assertThat(encoding.event(worker.number(), storeTo(worker, "x"))).isPresent();
    }

    @Test
    void whatNobodyReadsIsNoEvent() throws Exception {
        BoundedProgram program = bounded("x = 2;", "");
        BoundedThread worker = program.thread("worker");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        assertThat(encoding.event(worker.number(), storeTo(worker, "x"))).isEmpty();
    }

    @Test
    void whatIsReadOnlyForNothingIsNoEvent() throws Exception {
        BoundedProgram program = bounded("y = x;", "assert(x == 1);");
        BoundedThread worker = program.thread("worker");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        assertThat(encoding.event(0, loadOf(program.main(), "x"))).isEmpty();
        assertThat(encoding.event(worker.number(), loadOf(worker, "x"))).isEmpty();
    }

    /** So few terms as here do not look at the clock by themselves; comparing writes takes long where there are many. */
    @Test
    void theClockIsLookedAtForEachRead() throws Exception {
        BoundedProgram program = bounded("x = 2;", "assert(x != 2);");
        var looks = new AtomicInteger();
        pool.until(() -> looks.incrementAndGet() < 0, () -> Encoding.of(program, WATCHED, pool));
        assertThat(looks.get()).isPositive();
    }

    @Test
    void whatAJoinedThreadDidIsBeforeForSure() throws Exception {
        BoundedProgram program = bounded("x = 2;", "assert(x != 2);");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        BoundedThread worker = program.thread("worker");
        Event early = encoding.event(0, storeTo(program.main(), "x")).orElseThrow();
        Event other = encoding.event(worker.number(), storeTo(worker, "x")).orElseThrow();
        Event read = encoding.event(0, loadOf(program.main(), "x")).orElseThrow();
        assertThat(encoding.before(other, read)).isEqualTo(TermPool.TRUE);
        assertThat(encoding.before(early, read)).isEqualTo(TermPool.TRUE);
        assertThat(pool.isConstant(encoding.before(early, other))).isFalse();
        int violation = encoding.violation();
        assertThat(ask(encoding, violation, encoding.before(early, other))).isInstanceOf(Satisfiability.Sat.class);
        assertThat(ask(encoding, violation, encoding.before(other, early))).isInstanceOf(Satisfiability.Unsat.class);
    }

    @Test
    void aThreadMayBeToldToStay() throws Exception {
        BoundedProgram program = bounded("x = 2; y = 1;", "assert(0);");
        BoundedThread worker = program.thread("worker");
        var place = new BoundedPlace(worker.number(), storeTo(worker, "y"));
        Encoding encoding = Encoding.of(program, WATCHED, Set.of(place), pool);
        assertThat(ask(encoding, encoding.stays(place))).isInstanceOf(Satisfiability.Sat.class);
        assertThat(ask(encoding, encoding.violation())).isInstanceOf(Satisfiability.Sat.class);
        // Main waits for a thread that does not go on.
        assertThat(ask(encoding, encoding.violation(), encoding.stays(place))).isInstanceOf(Satisfiability.Unsat.class);
    }

    @Test
    void cyclesOfReadsAndWritesAreNoExecutions() throws Exception {
        // Store buffering: under sequential consistency one of the two sees what the other wrote.
        BoundedProgram program = bounded("y = 1; theirs = x;", "x = 1; ours = y;", "assert(theirs || ours);");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        assertThat(ask(encoding, encoding.violation())).isInstanceOf(Satisfiability.Unsat.class);
        assertThat(encoding.cuts()).isEmpty();
        // It is the order of events that says so: without it, each read may well see the first contents.
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            assertThat(solver.check(encoding.violation())).isInstanceOf(Satisfiability.Sat.class);
        }
    }

    @Test
    void eitherReadOfACycleMayBeTheEarlyOne() throws Exception {
        BoundedProgram program = bounded("y = 1; theirs = x;", "x = 1; ours = y;", "assert(theirs); assert(ours);");
        Encoding encoding = Encoding.of(program, WATCHED, pool);
        for (Encoding.Claim claim : encoding.violations()) {
            assertThat(ask(encoding, claim.condition())).isInstanceOf(Satisfiability.Sat.class);
        }
        assertThat(encoding.violations()).hasSize(2);
    }
}
