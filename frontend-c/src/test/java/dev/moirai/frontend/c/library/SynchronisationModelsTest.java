package dev.moirai.frontend.c.library;

import static dev.moirai.frontend.c.library.FakeCall.address;
import static dev.moirai.frontend.c.library.FakeCall.local;
import static dev.moirai.frontend.c.library.FakeCall.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr.Wakeup;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import org.junit.jupiter.api.Test;

class SynchronisationModelsTest {
    private static final Expr NULL = Expr.constant(Type.VOID_POINTER, 0);
    private static final Expr MUTEX = address("m", new Type.Opaque(Sync.MUTEX));
    private static final Expr CONDITION = address("c", new Type.Opaque(Sync.CONDITION));
    private static final Expr ATTRIBUTES = address("a", new Type.Array(Type.I32, 14));
    private static final Expr THREAD = address("t", Type.U64);

    @Test
    void createStoresTheHandle() {
        assertThat(new FakeCall("pthread_create", THREAD, NULL, new Expr.FunctionAddress("worker"), NULL).text())
                .isEqualTo("""
                    %0 = spawn worker(null)
                    store t = %0
                    -> 0\
                    """);
    }

    @Test
    void createLooksAtTheDetachStateOfItsAttributes() {
        assertThat(new FakeCall("pthread_create", THREAD, ATTRIBUTES, new Expr.FunctionAddress("worker"), NULL).text())
                .contains("= spawn-detached worker(null)", "= spawn worker(null)", "if (%1 == 1)");
    }

    @Test
    void joinHandsOverTheValueOnlyIfItSucceeds() {
        String text = new FakeCall("pthread_join", local("t", Type.U64), address("v", Type.VOID_POINTER)).text();
        assertThat(text).isEqualTo("""
            %1, %2 = join t
            if (%1 == 0) goto then0 else goto end1
            then0:
            store v = %2
            end1:
            -> %1\
            """);
        assertThat(new FakeCall("pthread_join", local("t", Type.U64), NULL).text())
                .isEqualTo("%1 = join t\n-> %1");
    }

    @Test
    void mutexKindsComeFromAttributes() {
        assertThat(new FakeCall("pthread_mutex_init", MUTEX, NULL).text()).isEqualTo("init-mutex m = 0\n-> 0");
        assertThat(new FakeCall("pthread_mutexattr_settype", address("a", Type.I32), number(1)).text())
                .isEqualTo("store a = 1\n-> 0");
        // The adaptive kind is a normal one.
        assertThat(new FakeCall("pthread_mutexattr_settype", address("a", Type.I32), number(3)).text())
                .isEqualTo("store a = 0\n-> 0");
        assertThat(new FakeCall("pthread_mutex_init", MUTEX, address("a", Type.I32)).text())
                .isEqualTo("""
                    %0 = 0
                    %1 = load a
                    %0 = %1
                    init-mutex m = %0
                    -> 0\
                    """);
    }

    @Test
    void aConditionWaitReleasesWaitsAndTakesTheMutexAgain() {
        assertThat(new FakeCall("pthread_cond_wait", CONDITION, MUTEX).text()).isEqualTo("""
            %0 = wait c, releasing m
            if (%0 == 0) goto then0 else goto end1
            then0:
            %0 = awake-condition [spurious] c
            %1 = lock-mutex m
            end1:
            -> %0\
            """);
        assertThat(new FakeCall("pthread_cond_timedwait", CONDITION, MUTEX, NULL).text())
                .contains("timed");
        var quiet = new LibraryOptions(LibraryOptions.Allocation.SUCCEEDS, Wakeup.SIGNALLED_ONLY);
        assertThat(new FakeCall("pthread_cond_wait", CONDITION, MUTEX)
                        .with(quiet)
                        .text())
                .doesNotContain("spurious");
    }

    @Test
    void theLastAtABarrierDoesNotWait() {
        assertThat(new FakeCall("pthread_barrier_wait", address("b", new Type.Opaque(Sync.BARRIER))).text())
                .isEqualTo("""
                    %0 = arrive b
                    if (%0 == 0) goto then0 else goto end1
                    then0:
                    %1 = awake-barrier b
                    end1:
                    -> %0\
                    """);
        assertThat(new FakeCall("pthread_barrier_init", address("b", new Type.Opaque(Sync.BARRIER)), NULL, number(0))
                        .text())
                .isEqualTo("-> 22");
    }

    @Test
    void semaphoresTellErrorsThroughErrno() {
        assertThat(new FakeCall("sem_trywait", address("s", new Type.Opaque(Sync.SEMAPHORE))).text())
                .isEqualTo("""
                    %0 = try-down s
                    if (%0 != 0) goto then0 else goto end1
                    then0:
                    call __moirai_set_errno(%0)
                    end1:
                    -> %0 == 0 ? 0 : -1\
                    """);
    }

    @Test
    void c11ThreadsHaveCodesOfTheirOwn() {
        assertThat(new FakeCall("mtx_trylock", MUTEX).text())
                .contains("try-lock-mutex m")
                .contains("%0 == 16 ? 1 : ");
        assertThat(new FakeCall("mtx_init", MUTEX, number(1)).text()).contains("init-mutex m = 1 & 1");
        assertThat(new FakeCall("thrd_join", local("t", Type.U64), NULL).text()).contains("%1, %2 = join t");
    }
}
