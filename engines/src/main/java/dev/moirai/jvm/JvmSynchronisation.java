package dev.moirai.jvm;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** What threads do to wait for each other, as events: locks, conditions, counters, barriers, the threads themselves. */
final class JvmSynchronisation {
    private static final Local OBJECT = Events.local("object", Kind.REFERENCE);
    private static final Local CODE = Events.local("code", Kind.INT);
    private static final int WORD = 4;

    private final Events events;
    private final JvmObjects objects;
    /** By object: how often it was notified. */
    private final Map<Long, Integer> signals = new HashMap<>();

    JvmSynchronisation(Events events, JvmObjects objects) {
        this.events = events;
        this.objects = objects;
    }

    // ---- locks -------------------------------------------------------------------------------------------------

    private Range monitor(long object, Instr.LockMode mode) {
        return objects.facet(object, JvmObjects.Facet.MONITOR, mode.kind() == Sync.RWLOCK ? 56 : 40);
    }

    /** Takes a lock, of which only the first time counts. */
    void lock(FollowedThread thread, JvmValue object, Instr.LockMode mode) {
        if (thread.take(key(object, mode))) lock(thread, object, mode, Events.Aspect.LOCK);
    }

    void relock(FollowedThread thread, JvmValue object, Instr.LockMode mode) {
        lock(thread, object, mode, Events.Aspect.RELOCK);
    }

    private void lock(FollowedThread thread, JvmValue object, Instr.LockMode mode, Events.Aspect aspect) {
        synchronise(
                thread,
                aspect,
                object,
                span -> new Instr.Lock(CODE, OBJECT, mode, Instr.Patience.BLOCK, span),
                0,
                0,
                List.of(monitor(object.bits(), mode)));
    }

    /** An attempt to take a lock; the value says whether it was got, as {@code tryLock} does. */
    JvmValue tryLock(
            FollowedThread thread, JvmValue object, Instr.LockMode mode, Instr.Patience patience, boolean got) {
        boolean again = thread.depth(key(object, mode)) > 0;
        if (got) thread.take(key(object, mode));
        if (again) return JvmValue.ofInt(got ? 1 : 0);
        int symbol = events.newSymbol();
        var instr = new Instr.Lock(CODE, OBJECT, mode, patience, SourceSpan.NOWHERE);
        int code = got ? 0 : instr.refusal();
        synchronise(
                thread,
                Events.Aspect.LOCK,
                object,
                span -> new Instr.Lock(CODE, OBJECT, mode, patience, span),
                symbol,
                code,
                List.of(monitor(object.bits(), mode)));
        return isZero(thread, JvmValue.of(Kind.INT, code, symbol));
    }

    void unlock(FollowedThread thread, JvmValue object, Instr.LockMode mode) {
        if (!thread.give(key(object, mode))) return;
        synchronise(
                thread,
                Events.Aspect.UNLOCK,
                object,
                span -> new Instr.Unlock(CODE, OBJECT, mode.kind(), span),
                0,
                0,
                List.of(monitor(object.bits(), mode)));
    }

    static long key(JvmValue object, Instr.LockMode mode) {
        return 2 * object.bits() + (mode == Instr.LockMode.READ ? 1 : 0);
    }

    /** Begins to wait for a signal, and gives the lock back. */
    void sleep(FollowedThread thread, JvmValue condition, JvmValue lock) {
        synchronise(
                thread,
                Events.Aspect.WAIT,
                condition,
                span -> new Instr.Wait(CODE, OBJECT, OBJECT, span),
                0,
                0,
                List.of(condition(condition.bits()), monitor(lock.bits(), Instr.LockMode.MUTEX)));
    }

    /** Comes back from waiting, and has the lock again. */
    void awake(FollowedThread thread, JvmValue condition, JvmValue lock, Instr.Patience patience) {
        synchronise(
                thread,
                Events.Aspect.AWAKE,
                condition,
                span -> new Instr.Awake(CODE, OBJECT, Sync.CONDITION, patience, Instr.Wakeup.SPURIOUS, span),
                0,
                0,
                List.of(condition(condition.bits())));
        relock(thread, lock, Instr.LockMode.MUTEX);
    }

    /** How often somebody has notified those who wait on this object. */
    int signals(long object) {
        return signals.getOrDefault(object, 0);
    }

    void signal(FollowedThread thread, JvmValue condition, Instr.Wake wake) {
        signals.merge(condition.bits(), 1, Integer::sum);
        synchronise(
                thread,
                Events.Aspect.SIGNAL,
                condition,
                span -> new Instr.Signal(OBJECT, wake, span),
                0,
                0,
                List.of(condition(condition.bits())));
    }

    private Range condition(long object) {
        return objects.facet(object, JvmObjects.Facet.CONDITION, 48);
    }

    // ---- counters that are waited for --------------------------------------------------------------------------

    private Range semaphore(JvmValue object, JvmObjects.Facet facet) {
        return objects.facet(object.bits(), facet, WORD);
    }

    void up(FollowedThread thread, Events.Aspect aspect, JvmValue object, JvmObjects.Facet facet, int before) {
        Range range = semaphore(object, facet);
        events.visible(
                thread,
                aspect,
                span -> new Instr.Up(CODE, OBJECT, span),
                List.of(OBJECT),
                List.of(object),
                0,
                0,
                List.of(range),
                events.isNew(range) ? OptionalLong.of(before) : OptionalLong.empty(),
                List.of());
    }

    void down(FollowedThread thread, Events.Aspect aspect, JvmValue object, JvmObjects.Facet facet, int before) {
        down(thread, aspect, object, facet, Instr.Patience.BLOCK, 0, 0, before);
    }

    /** An attempt to lower a counter; the value says whether that was possible. */
    JvmValue tryDown(
            FollowedThread thread,
            JvmValue object,
            JvmObjects.Facet facet,
            Instr.Patience patience,
            boolean got,
            int before) {
        int symbol = events.newSymbol();
        var instr = new Instr.Down(CODE, OBJECT, patience, SourceSpan.NOWHERE);
        int code = got ? 0 : instr.refusal();
        down(thread, Events.Aspect.ACCESS, object, facet, patience, symbol, code, before);
        return isZero(thread, JvmValue.of(Kind.INT, code, symbol));
    }

    private void down(
            FollowedThread thread,
            Events.Aspect aspect,
            JvmValue object,
            JvmObjects.Facet facet,
            Instr.Patience patience,
            int symbol,
            int code,
            int before) {
        Range range = semaphore(object, facet);
        events.visible(
                thread,
                aspect,
                span -> new Instr.Down(CODE, OBJECT, patience, span),
                List.of(OBJECT),
                List.of(object),
                symbol,
                code,
                List.of(range),
                events.isNew(range) ? OptionalLong.of(before) : OptionalLong.empty(),
                List.of());
    }

    /** 1 if the code is 0, else 0. */
    private JvmValue isZero(FollowedThread thread, JvmValue code) {
        Expr truth = new Expr.Select(
                new Expr.Compare(Expr.CompareOp.EQUAL, CODE, Expr.constant(Type.I32, 0)),
                Expr.constant(Type.I32, 1),
                Expr.constant(Type.I32, 0));
        return events.computed(thread, Kind.INT, code.bits() == 0 ? 1 : 0, truth, List.of(CODE), List.of(code));
    }

    // ---- barriers, threads -------------------------------------------------------------------------------------

    void arrive(FollowedThread thread, JvmValue barrier, boolean isLast) {
        synchronise(
                thread,
                Events.Aspect.ACCESS,
                barrier,
                span -> new Instr.Arrive(CODE, OBJECT, span),
                0,
                isLast ? -1 : 0,
                List.of(objects.facet(barrier.bits(), JvmObjects.Facet.STATE, 32)));
    }

    void leave(FollowedThread thread, JvmValue barrier) {
        synchronise(
                thread,
                Events.Aspect.AWAKE,
                barrier,
                span -> new Instr.Awake(
                        CODE, OBJECT, Sync.BARRIER, Instr.Patience.BLOCK, Instr.Wakeup.SIGNALLED_ONLY, span),
                0,
                0,
                List.of(objects.facet(barrier.bits(), JvmObjects.Facet.STATE, 32)));
    }

    private void synchronise(
            FollowedThread thread,
            Events.Aspect aspect,
            JvmValue object,
            Function<SourceSpan, Instr> make,
            int symbol,
            long result,
            List<Range> ranges) {
        events.visible(
                thread,
                aspect,
                make,
                List.of(OBJECT),
                List.of(object),
                symbol,
                result,
                ranges,
                OptionalLong.empty(),
                List.of());
    }

    void spawn(FollowedThread thread, int child) {
        Expr nothing = Expr.constant(Type.U64, 0);
        events.visible(
                thread,
                Events.Aspect.SPAWN,
                span -> new Instr.Spawn(
                        Events.local("handle", Kind.LONG), nothing, nothing, Instr.Detachment.JOINABLE, span),
                List.of(),
                List.of(),
                0,
                0,
                List.of(),
                OptionalLong.empty(),
                List.of(child));
    }

    void join(FollowedThread thread, int other) {
        events.visible(
                thread,
                Events.Aspect.JOIN,
                span -> new Instr.Join(CODE, Optional.empty(), Expr.constant(Type.U64, 0), span),
                List.of(),
                List.of(),
                0,
                0,
                List.of(),
                OptionalLong.empty(),
                List.of(other));
    }
}
