package dev.moirai.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.bound.BoundOptions;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken for a lock: then the events of two sections are ordered by one variable. */
class LocksTest {
    private static final Set<Property> WATCHED = Set.of(Property.ASSERTION);

    @TempDir
    Path folder;

    private final TermPool pool = new TermPool();
    private BoundedProgram program;
    private Encoding encoding;

    /** Two threads, each with a write of x and one of y. */
    private void encode(String thread, String other) throws Exception {
        Program source = CPrograms.of(folder, """
            #include <assert.h>
            #include <pthread.h>
            void __VERIFIER_assume(int);
            _Bool __VERIFIER_nondet_bool(void);
            int flag, x, y;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void __VERIFIER_atomic_take(void) { __VERIFIER_assume(flag == 0); flag = 1; }
            _Bool __VERIFIER_atomic_try(void) { if (flag) return 0; flag = 1; return 1; }
            void *one(void *p) { %s return p; }
            void *two(void *p) { %s return p; }
            int main(void) {
                pthread_t s, t;
                pthread_create(&s, 0, one, 0);
                pthread_create(&t, 0, two, 0);
                pthread_join(s, 0);
                pthread_join(t, 0);
                assert(x == y);
                return 0;
            }
            """.formatted(thread, other));
        var prepared = Preparation.prepare(source);
        program = SyncLowering.lower(Bounding.bound(prepared, BoundOptions.unwind(1)), WATCHED);
        encoding = Encoding.of(program, WATCHED, pool);
    }

    private Event storeTo(String function, String global) {
        BoundedThread thread = program.threads().stream()
                .filter(candidate -> candidate.function().equals(function))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < thread.body().size(); i++) {
            if (thread.body().get(i) instanceof Instr.Store(var address, var _, var _, var _)
                    && address instanceof Expr.GlobalAddress(var name, var _)
                    && name.equals(global))
                return encoding.event(thread.number(), i).orElseThrow();
        }
        throw new AssertionError("no store to " + global);
    }

    private boolean areOrderedTogether() {
        int first = encoding.before(storeTo("one", "x"), storeTo("two", "x"));
        int second = encoding.before(storeTo("one", "y"), storeTo("two", "y"));
        assertThat(pool.isConstant(first)).isFalse();
        return first == second;
    }

    private boolean mayFail() {
        try (Solver solver = Solvers.standard(pool)) {
            for (int constraint : encoding.constraints()) solver.add(constraint);
            solver.add(encoding.precedence());
            return solver.check(encoding.violation()) instanceof Satisfiability.Sat;
        }
    }

    @Test
    void aMutexIsALock() throws Exception {
        encode(
                "pthread_mutex_lock(&m); x = 1; y = 1; pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); x = 2; y = 2; pthread_mutex_unlock(&m);");
        assertThat(areOrderedTogether()).isTrue();
        assertThat(mayFail()).isFalse();
    }

    @Test
    void aFlagThatIsTakenWhenFreeIsALock() throws Exception {
        encode(
                "__VERIFIER_atomic_take(); x = 1; y = 1; flag = 0;",
                "__VERIFIER_atomic_take(); x = 2; y = 2; if (__VERIFIER_nondet_bool()) { flag = 0; return 0; } flag ="
                        + " 0;");
        assertThat(areOrderedTogether()).isTrue();
        assertThat(mayFail()).isFalse();
    }

    @Test
    void aFlagThatAnotherMayFreeIsNone() throws Exception {
        encode(
                "__VERIFIER_atomic_take(); x = 1; y = 1; flag = 0;",
                "if (__VERIFIER_nondet_bool()) __VERIFIER_atomic_take(); x = 2; y = 2; flag = 0;");
        assertThat(areOrderedTogether()).isFalse();
        assertThat(mayFail()).isTrue();
    }

    @Test
    void aFlagThatIsTakenOnlyPerhapsIsNone() throws Exception {
        encode("__VERIFIER_atomic_take(); x = 1; y = 1; flag = 0;", "__VERIFIER_atomic_try(); x = 2; y = 2; flag = 0;");
        assertThat(areOrderedTogether()).isFalse();
        assertThat(mayFail()).isTrue();
    }

    @Test
    void aFlagThatIsSetByForceIsNone() throws Exception {
        encode("__VERIFIER_atomic_take(); x = 1; y = 1; flag = 0;", "flag = 1; x = 2; y = 2; flag = 0;");
        assertThat(areOrderedTogether()).isFalse();
        assertThat(mayFail()).isTrue();
    }

    @Test
    void whatIsOutsideIsNotKeptApart() throws Exception {
        encode(
                "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); y = 1;",
                "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); y = 2;");
        assertThat(areOrderedTogether()).isFalse();
        assertThat(mayFail()).isTrue();
    }
}
