package dev.moirai.predict;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.TraceEvent;

/**
 * What is done to a lock, as terms over its state. The state is one number: the holder in the upper half (the number of the
 * thread plus one, 0 for nobody), in the lower half how many readers there are, or how often a recursive mutex is held.
 */
final class LockRules {
    static final int BYTES = 4;
    static final long FREE = 0;

    private static final int HALF = 16;
    private static final int CODE_BITS = 32;

    private final TermPool pool;

    LockRules(TermPool pool) {
        this.pool = pool;
    }

    /**
     * What an operation on a lock does.
     *
     * @param possible that the step can happen: a thread that waits for a lock has to wait while others hold it
     * @param next the state afterwards
     * @param code what the operation returns
     * @param misuse that it is against the rules of the thread library
     */
    record Effect(int possible, int next, int code, int misuse) {}

    /** The holder and the count of a state. */
    private record Parts(int state, int holder, int count) {}

    /** What the step, whose visible event is an operation on a lock, does to the lock in this state. */
    Effect of(StepNode node, int state) {
        TraceEvent event = node.visible().orElseThrow();
        var now = new Parts(state, pool.extract(state, 2 * HALF - 1, HALF), pool.extract(state, HALF - 1, 0));
        int me = half(node.thread() + 1L);
        return switch (event.site().instr()) {
            case Instr.Lock i -> take(i, event.detail(), now, me);
            case Instr.Unlock i -> giveBack(i.kind(), event.detail(), now, me);
            case Instr.Wait _ -> {
                Effect released = giveBack(Sync.MUTEX, event.detail(), now, me);
                int mine = pool.eq(now.holder(), me);
                yield new Effect(mine, released.next(), code(0), -mine);
            }
            case Instr.DestroySync _ -> {
                int free = pool.eq(state, pool.bv(FREE, 2 * HALF));
                yield new Effect(free, state, code(0), -free);
            }
            default ->
                throw new IllegalArgumentException(
                        "not done to a lock: " + event.site().instr());
        };
    }

    private Effect take(Instr.Lock instr, int kind, Parts now, int me) {
        boolean isMutex = instr.mode() == Instr.LockMode.MUTEX;
        boolean isRecursive = isMutex && kind == Sync.RECURSIVE;
        boolean tellsItsHolder =
                isMutex ? kind == Sync.ERROR_CHECKING : instr.mode().kind() == Sync.RWLOCK;
        int mine = pool.eq(now.holder(), me);
        int free = pool.eq(now.holder(), half(0));
        if (instr.mode() == Instr.LockMode.WRITE) free = pool.and(free, pool.eq(now.count(), half(0)));
        int again = isRecursive ? mine : TermPool.FALSE;
        int refused = tellsItsHolder ? mine : TermPool.FALSE;
        int more = state(now.holder(), pool.bvAdd(now.count(), half(1)));
        int taken = instr.mode() == Instr.LockMode.READ ? more : state(me, isRecursive ? half(1) : now.count());
        int succeeds = pool.or(free, again);
        boolean tries = instr.patience() == Instr.Patience.TRY;
        int code = pool.ite(
                succeeds, code(0), pool.ite(refused, code(tries ? Errno.EBUSY : Errno.EDEADLK), code(instr.refusal())));
        return new Effect(
                instr.patience() == Instr.Patience.BLOCK ? pool.or(succeeds, refused) : TermPool.TRUE,
                pool.ite(free, taken, pool.ite(again, more, now.state())),
                code,
                TermPool.FALSE);
    }

    /** Unlocking a normal mutex that another thread holds frees it: so the interpreter has it where misuse is not looked for. */
    private Effect giveBack(Sync lock, int kind, Parts now, int me) {
        boolean isChecked = lock == Sync.MUTEX && kind != Sync.NORMAL;
        int mine = pool.eq(now.holder(), me);
        int fewer = pool.bvSub(now.count(), half(1));
        int left = state(half(0), now.count());
        if (lock == Sync.MUTEX && kind == Sync.RECURSIVE) {
            left = state(pool.ite(pool.eq(fewer, half(0)), half(0), now.holder()), fewer);
        }
        int next = pool.ite(mine, left, isChecked ? now.state() : state(half(0), now.count()));
        int permitted = mine;
        if (lock == Sync.RWLOCK) {
            int isRead = pool.and(pool.eq(now.holder(), half(0)), -pool.eq(now.count(), half(0)));
            next = pool.ite(isRead, state(now.holder(), fewer), next);
            permitted = pool.or(mine, isRead);
        }
        int code = isChecked ? pool.ite(mine, code(0), code(Errno.EPERM)) : code(0);
        return new Effect(TermPool.TRUE, next, code, isChecked ? TermPool.FALSE : -permitted);
    }

    private int half(long value) {
        return pool.bv(value, HALF);
    }

    private int state(int holder, int count) {
        return pool.concat(holder, count);
    }

    private int code(int value) {
        return pool.bv(value, CODE_BITS);
    }
}
