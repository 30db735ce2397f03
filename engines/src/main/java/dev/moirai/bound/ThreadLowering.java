package dev.moirai.bound;

import static dev.moirai.bound.SectionWriter.both;
import static dev.moirai.bound.SectionWriter.either;
import static dev.moirai.bound.SectionWriter.is;
import static dev.moirai.bound.SectionWriter.isNot;
import static dev.moirai.bound.SectionWriter.number;
import static dev.moirai.bound.SectionWriter.when;

import dev.moirai.ir.Access;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.List;

/** Threads joined, let go and ended; synchronisation objects made and destroyed. */
final class ThreadLowering {
    private ThreadLowering() {}

    /** What is known of the thread behind a handle; anything may be a handle. */
    private record Other(Expr index, Expr known, Expr taken, Expr self) {
        static Other of(SectionWriter section, Expr handle, int threads) {
            Expr number = new Expr.Cast(Type.U64, handle);
            Expr inRange = new Expr.Compare(Expr.CompareOp.LESS, number, Expr.constant(Type.U64, threads));
            Local index =
                    section.keep("thread", when(inRange, new Expr.Cast(Type.I64, handle), Expr.constant(Type.I64, 0)));
            Local active = section.load(Ghost.ACTIVE.address(index), Ghost.ACTIVE.type(), "active");
            Local taken = section.load(Ghost.TAKEN.address(index), Ghost.TAKEN.type(), "taken by");
            return new Other(index, both(inRange, is(active, 1)), taken, is(index, section.thread()));
        }

        /** The code for a handle that cannot be used. */
        Expr refusal(Expr otherwise) {
            return when(
                    known,
                    when(
                            is(taken, Ghost.JOINED),
                            number(Errno.ESRCH),
                            when(is(taken, Ghost.DETACHED), number(Errno.EINVAL), otherwise)),
                    number(Errno.ESRCH));
        }

        void require(SectionWriter section, String verb) {
            section.require(known, verb + " of an unknown thread");
            section.require(isNot(taken, Ghost.JOINED), verb + " of a thread that was joined before");
            section.require(isNot(taken, Ghost.DETACHED), verb + " of a thread that is detached");
        }
    }

    static void join(SectionWriter section, Instr.Join join, int threads) {
        Other other = Other.of(section, join.thread(), threads);
        Local done = section.load(Ghost.DONE.address(other.index()), Ghost.DONE.type(), "done");
        Expr refused = either(either(Expr.not(other.known()), isNot(other.taken(), 0)), other.self());
        section.waitUntil(either(refused, is(done, 1)));
        other.require(section, "join");
        Local code = section.keep("code", other.refusal(when(other.self(), number(Errno.EDEADLK), number(0))));
        section.store(
                Ghost.TAKEN.address(other.index()),
                when(is(code, 0), Expr.constant(Ghost.TAKEN.type(), Ghost.JOINED), other.taken()));
        join.value().ifPresent(into -> {
            Local value = section.load(Ghost.VALUE.address(other.index()), Ghost.VALUE.type(), "value of");
            section.set(into, when(is(code, 0), new Expr.Cast(into.type(), value), into));
        });
        section.set(join.result(), code);
    }

    static void detach(SectionWriter section, Instr.Detach detach, int threads) {
        Other other = Other.of(section, detach.thread(), threads);
        other.require(section, "detach");
        Local code = section.keep("code", other.refusal(number(0)));
        section.store(
                Ghost.TAKEN.address(other.index()),
                when(is(code, 0), Expr.constant(Ghost.TAKEN.type(), Ghost.DETACHED), other.taken()));
        section.set(detach.result(), code);
    }

    /** The end of a thread is no step of its own: its stores belong to the thread's last step. */
    static void exit(SectionWriter section, Instr.ExitThread exit) {
        Expr value = exit.value().type().equals(Type.VOID_POINTER)
                ? exit.value()
                : new Expr.Cast(Type.VOID_POINTER, exit.value());
        section.add(new Instr.Store(Ghost.VALUE.address(section.thread()), value, Access.PRIVATE, exit.span()));
        section.addEnding(new Instr.Store(
                Ghost.DONE.address(section.thread()), Expr.constant(Type.U8, 1), Access.PRIVATE, exit.span()));
        section.add(new Instr.Goto(BoundedThread.END, exit.span()));
    }

    static void await(SectionWriter section, Instr.Await await) {
        Local seen = section.load(
                await.address(),
                await.expected().type(),
                "seen " + await.expected().type());
        section.waitUntil(is(seen, await.expected()));
    }

    static void init(SectionWriter section, Instr.InitSync init) {
        int words = init.kind() == Sync.SPIN ? 1 : 4;
        Expr parameter =
                init.parameter().type().equals(Type.I32) ? init.parameter() : new Expr.Cast(Type.I32, init.parameter());
        boolean parametrised = switch (init.kind()) {
            case MUTEX, BARRIER, SEMAPHORE -> true;
            case SPIN, RWLOCK, CONDITION -> false;
        };
        section.setWord(init.object(), 0, parametrised ? parameter : number(0));
        for (int word = 1; word < words; word++) section.setWord(init.object(), 4 * word, number(0));
    }

    static void destroy(SectionWriter section, Instr.DestroySync destroy, List<Integer> waiters) {
        Sync kind = destroy.kind();
        Expr usable;
        Expr used;
        switch (kind) {
            case MUTEX, SPIN, RWLOCK -> {
                LockLowering.Words words = LockLowering.Words.of(section, destroy.object(), kind);
                usable = words.usable();
                used = kind == Sync.RWLOCK
                        ? either(isNot(words.owner(), 0), isNot(words.count(), 0))
                        : isNot(words.owner(), 0);
            }
            case CONDITION, BARRIER -> {
                Expr alive = is(section.word(destroy.object(), Sync.DEAD, "dead"), 0);
                usable = kind == Sync.CONDITION
                        ? alive
                        : both(alive, isNot(section.word(destroy.object(), Sync.NEEDED, "needed"), 0));
                used = WaitLowering.isWaitedOn(section, destroy.object(), waiters);
            }
            // Who is about to wait for it finds it destroyed.
            case SEMAPHORE -> {
                usable = is(section.word(destroy.object(), Sync.DEAD, "dead"), 0);
                used = Expr.FALSE;
            }
            default -> throw new IllegalStateException();
        }
        section.require(usable, "destroy of a " + kind + " that has been destroyed");
        section.require(Expr.not(used), "destroy of a " + kind + " that is in use");
        Local code =
                section.keep("code", when(usable, when(used, number(Errno.EBUSY), number(0)), number(Errno.EINVAL)));
        int word = kind == Sync.SPIN ? Sync.SPIN_OWNER : Sync.DEAD;
        Local before = section.word(destroy.object(), word, "before");
        section.setWord(
                destroy.object(), word, when(is(code, 0), number(kind == Sync.SPIN ? Sync.SPIN_DEAD : 1), before));
        section.set(destroy.result(), code);
    }
}
