package dev.moirai.bound;

import static dev.moirai.bound.SectionWriter.both;
import static dev.moirai.bound.SectionWriter.either;
import static dev.moirai.bound.SectionWriter.is;
import static dev.moirai.bound.SectionWriter.number;
import static dev.moirai.bound.SectionWriter.plus;
import static dev.moirai.bound.SectionWriter.when;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditions and barriers. Who waits is state of the waiting thread ({@link Ghost#PARKED}), so a signal nobody waits for
 * is lost; to end a wait is to clear it.
 */
final class WaitLowering {
    private static final Expr NULL = Expr.constant(Type.VOID_POINTER, 0);

    private WaitLowering() {}

    static void wait(SectionWriter section, Instr.Wait wait) {
        Expr conditionUsable = is(section.word(wait.object(), Sync.DEAD, "unfit"), 0);
        LockLowering.Words words = LockLowering.Words.of(section, wait.mutex(), Sync.MUTEX);
        section.require(conditionUsable, "wait on a condition that has been destroyed");
        section.require(words.usable(), "wait with a mutex that has been destroyed");
        Expr mine = is(words.owner(), section.me());
        section.require(mine, "wait with a mutex that this thread does not hold");
        Local fine = section.keep("fine", both(both(conditionUsable, words.usable()), mine));
        Expr deeper = both(words.isRecursive(), SectionWriter.isMore(words.count(), 1));
        Expr depth = when(both(fine, words.isRecursive()), plus(words.count(), -1), words.count());
        Expr owner = when(both(fine, Expr.not(deeper)), number(0), words.owner());
        Expr code = when(
                fine,
                number(0),
                when(both(conditionUsable, words.usable()), number(Errno.EPERM), number(Errno.EINVAL)));
        Local result = section.keep("code", code);
        section.setWord(wait.mutex(), Sync.COUNT, depth);
        section.setWord(wait.mutex(), Sync.OWNER, owner);
        Local parked = section.load(Ghost.PARKED.address(section.thread()), Type.VOID_POINTER, "parked");
        park(section, fine, wait.object(), parked);
        section.set(wait.result(), result);
    }

    private static void park(SectionWriter section, Expr parks, Expr object, Expr otherwise) {
        Expr address = new Expr.Cast(Type.VOID_POINTER, object);
        section.store(Ghost.PARKED.address(section.thread()), when(parks, address, otherwise));
    }

    static void awake(SectionWriter section, Instr.Awake awake) {
        Local parked = section.load(Ghost.PARKED.address(section.thread()), Type.VOID_POINTER, "parked");
        Expr free = is(parked, 0);
        Expr code = number(0);
        if (awake.patience() == Patience.TIMED) {
            Expr timesOut = Expr.not(free);
            if (awake.wakeup() == Instr.Wakeup.SPURIOUS) {
                Local spurious = section.temporary("spurious", Type.BOOL);
                section.add(new Instr.Nondet(spurious, new Source.EndOfWait(), section.span()));
                timesOut = both(timesOut, Expr.not(spurious));
            }
            code = when(timesOut, number(Errno.ETIMEDOUT), number(0));
        } else if (awake.wakeup() == Instr.Wakeup.SPURIOUS) {
            section.waitUntilOrSpuriously(free);
        } else {
            section.waitUntil(free);
        }
        section.store(Ghost.PARKED.address(section.thread()), NULL);
        section.set(awake.result(), code);
    }

    /** @param waiters the numbers of the threads that wait on conditions anywhere */
    static void signal(SectionWriter section, Instr.Signal signal, List<Integer> waiters) {
        Expr usable = is(section.word(signal.object(), Sync.DEAD, "dead"), 0);
        section.require(usable, "signal on a condition that has been destroyed");
        List<Local> waits = waiting(section, signal.object(), waiters);
        List<Expr> woken = new ArrayList<>(waits);
        if (signal.wake() == Instr.Wake.ONE && waits.size() > 1) {
            Local who = section.temporary("who", Type.U8);
            section.add(new Instr.Nondet(who, new Source.WhoIsWoken(waiters), section.span()));
            Expr nobody = Expr.TRUE;
            Expr chosen = Expr.FALSE;
            for (int i = 0; i < waits.size(); i++) {
                woken.set(i, both(is(who, i), waits.get(i)));
                nobody = both(nobody, Expr.not(waits.get(i)));
                chosen = either(chosen, woken.get(i));
            }
            section.add(new Instr.Assume(Folding.fold(either(nobody, chosen), leaf -> leaf), section.span()));
        }
        for (int i = 0; i < waits.size(); i++) wake(section, waiters.get(i), both(usable, woken.get(i)));
    }

    private static List<Local> waiting(SectionWriter section, Expr object, List<Integer> waiters) {
        var waits = new ArrayList<Local>();
        Expr address = new Expr.Cast(Type.VOID_POINTER, object);
        for (int thread : waiters) {
            Local parked = section.load(Ghost.PARKED.address(thread), Type.VOID_POINTER, "parked" + thread);
            waits.add(section.keep("waits" + thread, is(parked, address)));
        }
        return waits;
    }

    private static void wake(SectionWriter section, int thread, Expr woken) {
        Local parked = section.temporary("parked" + thread, Type.VOID_POINTER);
        section.store(Ghost.PARKED.address(thread), when(woken, NULL, parked));
    }

    static void arrive(SectionWriter section, Instr.Arrive arrive, List<Integer> waiters) {
        Expr barrier = arrive.object();
        Local needed = section.word(barrier, Sync.NEEDED, "needed");
        Local count = section.word(barrier, Sync.COUNT, "count");
        Local dead = section.word(barrier, Sync.DEAD, "dead");
        Expr usable = both(is(dead, 0), SectionWriter.isNot(needed, 0));
        section.require(usable, "wait at a barrier that is not initialised or has been destroyed");
        Expr arrived = plus(count, 1);
        Expr waitsOn = new Expr.Compare(Expr.CompareOp.LESS, arrived, needed);
        Local parks = section.keep("parks", both(usable, waitsOn));
        Local opens = section.keep("opens", both(usable, Expr.not(waitsOn)));
        Expr code = when(parks, number(0), when(opens, number(-1), number(Errno.EINVAL)));
        section.setWord(barrier, Sync.COUNT, when(parks, arrived, when(opens, number(0), count)));
        List<Local> waits = waiting(section, barrier, waiters);
        for (int i = 0; i < waits.size(); i++) {
            if (waiters.get(i) != section.thread()) wake(section, waiters.get(i), both(opens, waits.get(i)));
        }
        Local parked = section.load(Ghost.PARKED.address(section.thread()), Type.VOID_POINTER, "parked");
        park(section, parks, barrier, parked);
        section.set(arrive.result(), code);
    }

    /** Whether a thread waits on the object. */
    static Expr isWaitedOn(SectionWriter section, Expr object, List<Integer> waiters) {
        Expr any = Expr.FALSE;
        for (Local waits : waiting(section, object, waiters)) any = either(any, waits);
        return any;
    }
}
