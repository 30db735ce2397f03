package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a few methods of the JDK call: all blocking of {@code java.util.concurrent} ends in one of them, so executors, queues,
 * latches and futures run without being known. Where a hook returns a boolean it says whether it has done the work.
 */
public final class JdkHooks {
    private static final int HERE = HookSites.IN_THE_JDK;

    private JdkHooks() {}

    private static @Nullable Controlled self() {
        return Token.on ? Token.self() : null;
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    /** Just before a thread is really started. */
    public static void starts(Thread child) {
        Controlled me = self();
        if (me == null) return;
        if (child.getClass().getName().startsWith("jdk.internal.")) {
            Identities.hash(child); // now, not when it comes to ask for it itself
            return;
        }
        Hooks.step(me, HookSites.START, child, -1, HERE);
        boolean isVirtual = child.getClass().getName().startsWith("java.lang.ThreadBuilders$");
        Controlled started = Token.register(child, isVirtual);
        if (Log.on) {
            Log.tag(Log.SPAWN);
            Log.number(started.number);
        }
        Token.stirred();
    }

    /** The first thing a thread does: it waits until it is its turn. */
    public static void begins() {
        self();
    }

    public static void ends() {
        Controlled me = self();
        if (me == null) return;
        if (Log.on) Log.tag(Log.END);
        Token.ended(me);
    }

    public static void uncaught(Thread thread, Throwable exception) {
        Controlled me = self();
        if (me == null || me.thread != thread) return;
        boolean isHandled = Thread.getDefaultUncaughtExceptionHandler() != null
                || thread.getUncaughtExceptionHandler() != thread.getThreadGroup()
                || !thread.getThreadGroup().getClass().getName().equals("java.lang.ThreadGroup");
        if (isHandled) return;
        Token.beforeFailing(me);
        End.of(RunOutcome.exception(me, exception));
    }

    public static void joins(Thread other) {
        joins(other, 0);
        Controlled me = Token.on ? Token.holder() : null;
        if (me != null) me.joining = other;
    }

    public static void joins(Thread other, long millis) {
        Controlled me = self();
        if (me == null) return;
        if (me.joining == other) {
            me.joining = null;
            return;
        }
        Controlled target = Token.of(other);
        if (target == null || millis < 0) return;
        Hooks.step(me, HookSites.JOIN, other, -1, HERE);
        if (target.state != State.DONE && !Interrupts.isSet(me)) {
            me.on = other;
            me.deadline = VirtualClock.after(millis * 1_000_000);
            me.state = State.JOIN;
            Token.block(me);
        }
        if (Log.on && Token.on) {
            boolean isOver = target.state == State.DONE;
            Log.tag(isOver ? Log.JOIN : Log.YIELD); // a join whose time is up orders nothing
            if (isOver) Log.number(target.number);
        }
    }

    /** Whether a join that the hook above has waited for must not wait again: its time is over, or an interrupt has come. */
    public static boolean isJoined(Thread other, long millis) throws InterruptedException {
        joins(other, millis);
        Controlled me = Token.on ? Token.holder() : null;
        Controlled target = me == null ? null : Token.of(other);
        if (me == null || target == null || target.state == State.DONE) return false;
        if (Interrupts.taken(me)) throw new InterruptedException();
        return true;
    }

    public static boolean sleeps(long nanos) throws InterruptedException {
        Controlled me = self();
        if (me == null) return false;
        Hooks.step(me, HookSites.SLEEP, null, -1, HERE);
        if (Log.on) Log.tag(Log.YIELD);
        if (Interrupts.taken(me)) throw new InterruptedException();
        me.deadline = VirtualClock.now() + Math.max(0, nanos);
        me.state = State.SLEEP;
        Token.block(me);
        if (!Token.on) return false;
        if (Interrupts.taken(me)) throw new InterruptedException();
        return true;
    }

    /** In the place of {@link Thread#sleep(long)} in code that can be changed: where that method is native. */
    public static void sleep(long millis) throws InterruptedException {
        boolean isFar = millis > Long.MAX_VALUE / 2_000_000;
        if (millis < 0 || !sleeps(isFar ? Long.MAX_VALUE / 2 : millis * 1_000_000)) Thread.sleep(millis);
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        boolean isNear = millis >= 0 && millis <= Long.MAX_VALUE / 2_000_000 && nanos >= 0 && nanos < 1_000_000;
        if (!isNear || !sleeps(millis * 1_000_000 + nanos)) Thread.sleep(millis, nanos);
    }

    public static boolean yields() {
        Controlled me = self();
        if (me == null) return false;
        Hooks.step(me, HookSites.YIELD, null, -1, HERE);
        if (Log.on) Log.tag(Log.YIELD);
        Token.rest(me);
        return true;
    }

    /** In the place of {@link Thread#yield}, which is native in older JDKs, and of {@link Thread#onSpinWait}. */
    public static void yieldNow() {
        if (!yields()) Thread.yield();
    }

    public static void interrupts(Thread thread) {
        if (!Token.on) return;
        Controlled target = Token.of(thread);
        if (target == null || target.interrupted || target.state == State.OUTSIDE) return;
        target.interrupted = true;
        if (target.state.isTimed()) Token.stirred();
    }

    /** The interrupt status of a thread, by which others may not see what its real thread has taken notice of. */
    public static boolean isInterrupted(Thread thread, boolean really) {
        Controlled target = Token.on ? Token.of(thread) : null;
        return target == null || target.state == State.OUTSIDE ? really : target.interrupted;
    }

    /** The current thread's interrupt status is cleared. */
    public static void clearsInterrupt() {
        Controlled me = Token.on ? Token.of(Thread.currentThread()) : null;
        if (me != null) me.interrupted = false;
    }

    public static Thread.@Nullable State state(Thread thread) {
        Controlled target = Token.on && Token.self() != null ? Token.of(thread) : null;
        if (target == null) return null;
        boolean isTimed = target.deadline != Controlled.NEVER;
        return switch (target.state) {
            case READY, OUTSIDE -> Thread.State.RUNNABLE;
            case ENTER -> Thread.State.BLOCKED;
            case WAIT, PARK, JOIN -> isTimed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
            case SLEEP -> Thread.State.TIMED_WAITING;
            case DONE -> Thread.State.TERMINATED;
        };
    }

    /** Whether the thread has ended, though it may still be on its way out. */
    public static boolean isOver(Thread thread) {
        Controlled target = Token.isHeldByCurrent() ? Token.of(thread) : null;
        return target != null && target.state == State.DONE;
    }

    /** Whether virtual threads are to be ones with a platform thread of their own, which the token can stop. */
    public static boolean areVirtualThreadsReal() {
        return !Token.on;
    }

    // ---- parking -----------------------------------------------------------------------------------------------

    public static boolean parks(@Nullable Object blocker, long nanos) {
        Controlled me = self();
        if (me == null) return false;
        if (me.permit) {
            me.permit = false;
            return true;
        }
        if (Interrupts.isSet(me)) return true;
        me.on = blocker;
        me.deadline = VirtualClock.after(nanos);
        me.state = State.PARK;
        Token.block(me);
        me.permit = false;
        return true;
    }

    public static boolean parksNanos(@Nullable Object blocker, long nanos) {
        return nanos <= 0 || parks(blocker, nanos);
    }

    public static boolean parksUntil(@Nullable Object blocker, long deadline) {
        if (!Token.on || Token.self() == null) return false;
        return parks(blocker, Math.max(1, (deadline - VirtualClock.millis()) * 1_000_000));
    }

    public static boolean unparks(@Nullable Object thread) {
        if (!Token.on || thread == null) return false;
        Controlled target = Token.of((Thread) thread);
        if (target == null) return false;
        target.permit = true;
        Token.stirred();
        return true;
    }

    /** In the place of {@code Unsafe.park}. */
    public static void park(Object unsafe, boolean isAbsolute, long time) {
        if (isAbsolute) LockSupport.parkUntil(time);
        else if (time == 0) LockSupport.park();
        else LockSupport.parkNanos(time);
    }

    /** In the place of {@code Unsafe.unpark}. */
    public static void unpark(Object unsafe, @Nullable Object thread) {
        LockSupport.unpark((Thread) thread);
    }

    // ---- time and the end --------------------------------------------------------------------------------------

    public static long nanoTime() {
        return self() == null ? System.nanoTime() : VirtualClock.now();
    }

    public static long currentTimeMillis() {
        return self() == null ? System.currentTimeMillis() : VirtualClock.millis();
    }

    public static @Nullable Instant instant() {
        return self() == null
                ? null
                : Instant.ofEpochMilli(VirtualClock.millis()).plusNanos(VirtualClock.epochNanosOfMilli());
    }

    public static void exits(int status) {
        if (Token.on) End.exits(status);
    }

    public static void shutsDown() {
        if (Token.on) End.exits(0);
    }
}
