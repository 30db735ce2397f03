package dev.moirai.interpret;

import static dev.moirai.fixture.IrExpressions.at;
import static dev.moirai.fixture.IrExpressions.n;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.fixture.BodyBuilder;
import dev.moirai.fixture.ProgramBuilder;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Instr.Wake;
import dev.moirai.ir.Instr.Wakeup;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the thread library's operations return, and what is said when they are used against the rules. */
class MisuseTest {
    private static final long EPERM = 1;
    private static final long ESRCH = 3;
    private static final long EAGAIN = 11;
    private static final long EBUSY = 16;
    private static final long EINVAL = 22;
    private static final long EDEADLK = 35;
    private static final long EOVERFLOW = 75;
    private static final long ETIMEDOUT = 110;

    /** A program whose main does something and exits with the code that this returned. */
    private static Program main(Function<BodyBuilder, Local> body) {
        var builder = new ProgramBuilder();
        for (Sync kind : Sync.values()) builder.global(kind.toString(), new Type.Opaque(kind));
        return builder.start("main", f -> f.ret(body.apply(f))).build();
    }

    private static Outcome outcome(Program program, MachineOptions options) {
        return Run.drive(new Machine(program, options), new RandomScheduler(0), Observer.NONE, 100)
                .outcome();
    }

    /** Asserts that the operation is no misuse and returns {@code code}. */
    private static void returns(long code, Function<BodyBuilder, Local> body) {
        assertThat(outcome(main(body), MachineOptions.DEFAULT)).isEqualTo(new Outcome.Ended(code));
    }

    /** Asserts that the operation is a misuse with this message, and returns {@code code} if misuse is not watched. */
    private static void misuses(String message, long code, Function<BodyBuilder, Local> body) {
        Outcome watched = outcome(main(body), MachineOptions.DEFAULT);
        assertThat(watched).isInstanceOf(Outcome.Violated.class);
        var violation = ((Outcome.Violated) watched).violation();
        assertThat(violation.property()).isEqualTo(Property.LOCK_MISUSE);
        assertThat(violation.message()).isEqualTo(message);
        assertThat(outcome(main(body), MachineOptions.DEFAULT.watching(Property.ASSERTION)))
                .isEqualTo(new Outcome.Ended(code));
    }

    private static void blocks(String message, Function<BodyBuilder, Local> body) {
        Outcome outcome = outcome(main(body), MachineOptions.DEFAULT);
        assertThat(outcome).isInstanceOf(Outcome.Violated.class);
        assertThat(((Outcome.Violated) outcome).violation().property()).isEqualTo(Property.DEADLOCK);
        assertThat(((Outcome.Violated) outcome).violation().message()).contains(message);
    }

    @Test
    void normalMutex() {
        returns(0, f -> f.lock(at("mutex")));
        blocks("waits for mutex mutex, which it holds itself", f -> {
            f.lock(at("mutex"));
            return f.lock(at("mutex"));
        });
        returns(EBUSY, f -> {
            f.lock(at("mutex"));
            return f.lock(at("mutex"), LockMode.MUTEX, Patience.TRY);
        });
        returns(ETIMEDOUT, f -> {
            f.lock(at("mutex"));
            return f.lock(at("mutex"), LockMode.MUTEX, Patience.TIMED);
        });
        misuses("unlock of mutex mutex, which is not locked", 0, f -> f.unlock(at("mutex")));
        misuses("destroy of mutex mutex, which is held by main", EBUSY, f -> {
            f.lock(at("mutex"));
            return f.destroy(Sync.MUTEX, at("mutex"));
        });
        misuses("destroy of mutex mutex, which has been destroyed", EINVAL, f -> {
            f.destroy(Sync.MUTEX, at("mutex"));
            return f.destroy(Sync.MUTEX, at("mutex"));
        });
    }

    @Test
    void recursiveMutex() {
        returns(0, f -> {
            f.init(Sync.MUTEX, at("mutex"), Sync.RECURSIVE);
            f.lock(at("mutex"));
            f.lock(at("mutex"), LockMode.MUTEX, Patience.TRY);
            f.unlock(at("mutex"));
            f.unlock(at("mutex"));
            return f.destroy(Sync.MUTEX, at("mutex"));
        });
        returns(EPERM, f -> {
            f.init(Sync.MUTEX, at("mutex"), Sync.RECURSIVE);
            return f.unlock(at("mutex"));
        });
    }

    @Test
    void errorCheckingMutex() {
        returns(EDEADLK, f -> {
            f.init(Sync.MUTEX, at("mutex"), Sync.ERROR_CHECKING);
            f.lock(at("mutex"));
            return f.lock(at("mutex"));
        });
        returns(EPERM, f -> {
            f.init(Sync.MUTEX, at("mutex"), Sync.ERROR_CHECKING);
            return f.unlock(at("mutex"));
        });
    }

    @Test
    void uninitialisedMutexOnTheHeap() {
        Program program = main(f -> f.lock(f.malloc(new Type.Opaque(Sync.MUTEX), 40)));
        Outcome outcome = outcome(program, MachineOptions.DEFAULT);
        assertThat(((Outcome.Violated) outcome).violation().message())
                .matches("lock of mutex malloc@test.c:\\d+, which is not initialised");
    }

    @Test
    void readWriteLock() {
        returns(EBUSY, f -> {
            f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
            f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
            return f.lock(at("rwlock"), LockMode.WRITE, Patience.TRY);
        });
        returns(EDEADLK, f -> {
            f.lock(at("rwlock"), LockMode.WRITE, Patience.BLOCK);
            return f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
        });
        blocks("waits for rwlock rwlock, held by 2 readers", f -> {
            f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
            f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
            return f.lock(at("rwlock"), LockMode.WRITE, Patience.BLOCK);
        });
        misuses("unlock of rwlock rwlock, which is not locked", 0, f -> f.unlock(at("rwlock"), Sync.RWLOCK));
        misuses("destroy of rwlock rwlock, which is held by 1 reader", EBUSY, f -> {
            f.lock(at("rwlock"), LockMode.READ, Patience.BLOCK);
            return f.destroy(Sync.RWLOCK, at("rwlock"));
        });
    }

    @Test
    void spinLock() {
        blocks("waits for spin lock spin, which it holds itself", f -> {
            f.lock(at("spin"), LockMode.SPIN, Patience.BLOCK);
            return f.lock(at("spin"), LockMode.SPIN, Patience.BLOCK);
        });
        misuses("lock of spin lock spin, which has been destroyed", EINVAL, f -> {
            f.destroy(Sync.SPIN, at("spin"));
            return f.lock(at("spin"), LockMode.SPIN, Patience.BLOCK);
        });
    }

    @Test
    void condition() {
        misuses("wait on condition condition with mutex mutex, which is not locked", EPERM, f -> {
            Local result = f.temp(Type.I32);
            f.emit(new Instr.Wait(result, at("condition"), at("mutex"), f.span()));
            return result;
        });
        returns(ETIMEDOUT, f -> {
            f.lock(at("mutex"));
            return f.await(at("condition"), at("mutex"), Patience.TIMED, Wakeup.SIGNALLED_ONLY);
        });
        blocks("waits for a signal on condition condition", f -> {
            f.lock(at("mutex"));
            f.signal(at("condition"), Wake.ALL);
            return f.await(at("condition"), at("mutex"), Patience.BLOCK, Wakeup.SPURIOUS);
        });
    }

    @Test
    void barrier() {
        misuses("wait at barrier barrier, which is not initialised", EINVAL, f -> {
            Local result = f.temp(Type.I32);
            f.emit(new Instr.Arrive(result, at("barrier"), f.span()));
            return result;
        });
        returns(-1, f -> {
            f.init(Sync.BARRIER, at("barrier"), 1);
            Local result = f.temp(Type.I32);
            f.emit(new Instr.Arrive(result, at("barrier"), f.span()));
            return result;
        });
    }

    private static Local down(BodyBuilder f, Patience patience) {
        Local result = f.temp(Type.I32);
        f.emit(new Instr.Down(result, at("semaphore"), patience, f.span()));
        return result;
    }

    private static Local up(BodyBuilder f) {
        Local result = f.temp(Type.I32);
        f.emit(new Instr.Up(result, at("semaphore"), f.span()));
        return result;
    }

    @Test
    void semaphore() {
        returns(EAGAIN, f -> down(f, Patience.TRY));
        returns(ETIMEDOUT, f -> down(f, Patience.TIMED));
        blocks("waits for semaphore semaphore, which is 0", f -> down(f, Patience.BLOCK));
        returns(0, f -> {
            up(f);
            return down(f, Patience.BLOCK);
        });
        returns(EOVERFLOW, f -> {
            f.init(Sync.SEMAPHORE, at("semaphore"), Integer.MAX_VALUE);
            return up(f);
        });
        returns(2, f -> {
            up(f);
            up(f);
            Local level = f.temp(Type.I32);
            f.emit(new Instr.Level(level, at("semaphore"), f.span()));
            return level;
        });
    }

    @Test
    void threadHandles() {
        misuses("join of an unknown thread (handle 7)", ESRCH, f -> f.join(n(7)));
        returns(EDEADLK, f -> f.join(n(0)));
        misuses("detach of thread main, which is detached already", EINVAL, f -> {
            Local result = f.temp(Type.I32);
            f.emit(new Instr.Detach(result, n(0), f.span()));
            f.emit(new Instr.Detach(result, n(0), f.span()));
            return result;
        });
    }

    @Test
    void joinGivesWhatTheThreadReturned() {
        Program program = new ProgramBuilder()
                .function(
                        "inner",
                        f -> f.emit(
                                new Instr.ExitThread(new dev.moirai.ir.Expr.Constant(Type.VOID_POINTER, 42), f.span())))
                .start("worker", f -> {
                    f.call(Type.VOID_POINTER, "inner");
                    f.ret();
                })
                .start("main", f -> {
                    Local handle = f.spawn("worker");
                    Local result = f.temp(Type.I32);
                    Local value = f.temp(Type.VOID_POINTER);
                    f.emit(new Instr.Join(result, Optional.of(value), handle, f.span()));
                    f.ret(value);
                })
                .build();
        assertThat(outcome(program, MachineOptions.DEFAULT)).isEqualTo(new Outcome.Ended(42));
    }

    @Test
    void threadThatBlocksInsideAnAtomicSectionBlocksEverybody() {
        blocks("waits for semaphore semaphore, which is 0 inside an atomic section", f -> {
            f.emit(new Instr.AtomicBegin(f.span()));
            return down(f, Patience.BLOCK);
        });
    }
}
