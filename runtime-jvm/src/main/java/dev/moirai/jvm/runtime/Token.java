package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One token among all controlled threads: only its holder runs instrumented code. A thread keeps it until it comes to a hook
 * and the schedule wants another, or until it cannot go on. So the order of all hooked actions is exact, for recording and for
 * replay alike.
 */
final class Token {
    /** Held for every hand-over, never while waiting for a monitor of the program. */
    private static final Object LOCK = new Object();

    /** How often a thread inside a monitor looks whether control has ended. */
    private static final long POLL_MILLIS = 200;

    private static final List<Controlled> THREADS = new ArrayList<>();
    private static final ThreadTable BY_THREAD = new ThreadTable();

    /** Whether threads are controlled: from the end of {@code premain} until the program ends. */
    static volatile boolean on;
    /** The holder. Null while all who could move are outside, and after the end. */
    static volatile @Nullable Controlled current;

    /** Written by the holder only; the watchdog may see it late. */
    static long steps;

    static long switches;
    static long limit = Long.MAX_VALUE;
    private static long patience;
    private static long segmentBegan;
    private static final Segments SEGMENTS = new Segments();

    private static TokenSchedule schedule = Schedules.of("steady", List.of(), false);

    private Token() {}

    /** From now on the current thread is thread 0, and all that are started by controlled threads are controlled. */
    static void begin(TokenSchedule chosen, long stepLimit) {
        schedule = chosen;
        limit = stepLimit;
        Controlled main = register(Thread.currentThread(), false);
        current = main;
        if (schedule instanceof Schedules.Scripted script && !script.beginsWith(0)) {
            throw End.diverged("a script begins with thread 0");
        }
        patience = Math.min(schedule.patience(), limit);
        on = true;
    }

    static Controlled register(Thread thread, boolean isVirtual) {
        synchronized (BY_THREAD) {
            var controlled = new Controlled(thread, THREADS.size(), isVirtual);
            BY_THREAD.put(controlled);
            THREADS.add(controlled);
            schedule.started(controlled);
            return controlled;
        }
    }

    static @Nullable Controlled of(@Nullable Thread thread) {
        synchronized (BY_THREAD) {
            return BY_THREAD.get(thread);
        }
    }

    static @Nullable Controlled thread(int number) {
        return number < THREADS.size() ? THREADS.get(number) : null;
    }

    static List<Controlled> threads() {
        synchronized (BY_THREAD) {
            return new ArrayList<>(THREADS);
        }
    }

    static Segments segments() {
        SEGMENTS.last(current, steps - segmentBegan);
        return SEGMENTS;
    }

    static long inARow() {
        return steps - segmentBegan;
    }

    /** The current thread if it is controlled, with the token: if it has not got it, it waits for it. */
    static @Nullable Controlled self() {
        Controlled holder = current;
        Thread me = Thread.currentThread();
        if (holder != null && holder.thread == me) return holder;
        return on ? comeIn(me) : null;
    }

    /** The current thread if it has the token. While the watchdog thinks about taking it, nobody has: then it waits for the answer. */
    static @Nullable Controlled holder() {
        if (!on) return null;
        Controlled holder = current;
        Thread me = Thread.currentThread();
        return holder == null ? comeIn(me) : holder.thread == me ? holder : null;
    }

    /** Never waits: reports ask this, too. */
    static boolean isHeldByCurrent() {
        Controlled holder = current;
        return on && holder != null && holder.thread == Thread.currentThread();
    }

    /** A thread that has just begun, or comes back from outside. */
    private static @Nullable Controlled comeIn(Thread me) {
        Controlled thread = of(me);
        if (thread == null || thread.state == State.DONE) return null;
        Summons next = null;
        synchronized (LOCK) {
            if (thread.state == State.OUTSIDE) {
                thread.interrupted = me.isInterrupted();
                thread.state = State.READY;
            }
            if (current == null && on && hasUsers()) next = handOver(null, false);
        }
        send(next);
        await(thread);
        return on ? thread : null;
    }

    // ---- steps
    // -----------------------------------------------------------------------------------------------------------

    /** The holder comes to a hook: here others may be let in. Then the step counts. */
    static void step(Controlled me, int kind, @Nullable Object object, int index, int site) {
        if (patience <= 0) ask(me, kind, object, index, site);
        patience--;
        me.steps++;
        steps++;
    }

    private static void ask(Controlled me, int kind, @Nullable Object object, int index, int site) {
        if (steps >= limit) End.of(RunOutcome.steps());
        if (!mayBeInterrupted(me)) {
            patience = 1;
            return;
        }
        me.pendingKind = kind;
        me.pendingObject = object;
        me.pendingIndex = index;
        me.pendingSite = site;
        letIn(me);
        me.pendingObject = null;
        me.pendingKind = 0;
    }

    private static boolean mayBeInterrupted(Controlled me) {
        return schedule instanceof Schedules.Scripted || me.noSwitch == 0 && !LockedJdk.isOnStack();
    }

    /** The holder could go on; the schedule is asked all the same. */
    private static void letIn(Controlled me) {
        Summons next;
        synchronized (LOCK) {
            next = handOver(me, true);
        }
        if (next != null && next.thread == me) return;
        send(next);
        await(me);
    }

    /** The holder is about to end the run by an exception. That is no step, but a script may have others move before it. */
    static void beforeFailing(Controlled me) {
        if (schedule instanceof Schedules.Scripted script && patience <= 0 && script.isHalting()) letIn(me);
    }

    /** The holder says that it has nothing to do: others are let in when it comes to its next hook, and not before. */
    static void rest(Controlled me) {
        if (schedule instanceof Schedules.Scripted script && !script.isThrough(inARow())) return;
        schedule.yielded(me);
        patience = 0;
    }

    /** The holder cannot go on before its state says so. */
    static void block(Controlled me) {
        Summons next;
        synchronized (LOCK) {
            next = handOver(me, false);
        }
        if (next == null || next.thread != me) {
            send(next);
            await(me);
        }
        awoken(me);
    }

    /** As {@link #block}, for a thread that must really give a monitor back while it waits. */
    static void blockInside(Controlled me, Object monitor) {
        Summons next;
        synchronized (LOCK) {
            me.physical = monitor;
            me.isCalled = false;
            next = handOver(me, false);
        }
        if (next == null || next.thread != me) {
            send(next);
            while (on && !me.isCalled) {
                try {
                    monitor.wait(POLL_MILLIS);
                } catch (InterruptedException e) {
                    // Kept for later, below.
                }
            }
            Interrupts.restore(me);
        }
        me.physical = null;
        awoken(me);
    }

    private static void awoken(Controlled me) {
        me.state = State.READY;
        me.on = null;
        me.deadline = Controlled.NEVER;
    }

    static void ended(Controlled me) {
        me.state = State.DONE;
        Summons next;
        synchronized (LOCK) {
            next = hasUsers() ? handOver(me, false) : nobody();
        }
        send(next);
    }

    private static boolean hasUsers() {
        for (Controlled each : THREADS) if (each.isUser() && each.state != State.DONE) return true;
        return false;
    }

    /** The program is about to end, so the daemons that are left stay where they are. */
    private static @Nullable Summons nobody() {
        closeSegment(current);
        current = null;
        return null;
    }

    /** A thread has become able to move. */
    static void stirred() {
        if (current != null) {
            if (schedule.watchesOthers()) patience = 0;
            return;
        }
        Summons next = null;
        synchronized (LOCK) {
            if (current == null && on && hasUsers()) next = handOver(null, false);
        }
        send(next);
    }

    // ---- who is next
    // -----------------------------------------------------------------------------------------------------

    /**
     * Chooses the next holder and makes it that. Null if all who could move are outside. That thread may see at once that it has
     * the token, and go on: so this is the very last thing that is told.
     */
    private static @Nullable Summons handOver(@Nullable Controlled me, boolean canGoOn) {
        Controlled next = choose(me, canGoOn);
        // A thread that stops and is the next all the same begins a segment, so that a script knows of its stop.
        if (next != me || !canGoOn) closeSegment(current);
        if (next == null) {
            current = null;
            return null;
        }
        if (next != me) {
            switches++;
            Log.thread(next.number);
        }
        if (next.state.isTimed() && !Ability.isNow(next)) endWait(next);
        patience = Math.min(schedule.patience(), limit - steps);
        var summons = new Summons(next);
        current = next;
        return summons;
    }

    private static void closeSegment(@Nullable Controlled last) {
        if (last != null) SEGMENTS.add(last.number, steps - segmentBegan);
        segmentBegan = steps;
    }

    private static @Nullable Controlled choose(@Nullable Controlled me, boolean canGoOn) {
        if (schedule instanceof Schedules.Scripted script) {
            if (me != null && !canGoOn && script.goesOnInTime(me, inARow())) return me;
            if (!script.isOver()) return follow(script, me, canGoOn);
        }
        if (schedule instanceof Schedules.Scripted script
                && script.stopsNow(me != null && (canGoOn || patience <= 0))) {
            Controlled asleep = script.wakes(THREADS);
            if (asleep != null) return asleep;
            End.of(RunOutcome.stopped());
        }
        var able = new ArrayList<Controlled>(THREADS.size());
        for (Controlled each : THREADS) if (Ability.isNow(each)) able.add(each);
        if (!able.isEmpty()) {
            Controlled woken = wokenForNoReason();
            return woken != null ? woken : schedule.next(able, me);
        }
        Controlled first = Ability.firstInTime(THREADS);
        if (first != null) return first;
        for (Controlled each : THREADS) if (each.state == State.OUTSIDE) return null;
        if (!Outsiders.mayHelp()) End.of(RunOutcome.deadlock());
        return null;
    }

    /** Where others can move, chance may end a wait. */
    private static @Nullable Controlled wokenForNoReason() {
        if (!SpuriousWakeups.isAnybodyWaiting(THREADS) || !schedule.wakesSomebody()) return null;
        List<Controlled> possible = SpuriousWakeups.possible(THREADS);
        return possible.isEmpty() ? null : schedule.next(possible, null);
    }

    private static Controlled follow(Schedules.Scripted script, @Nullable Controlled me, boolean canGoOn) {
        if (me != null && !canGoOn && patience > 0 && me.state != State.DONE) {
            throw End.diverged(me.name + " stops " + patience + " steps early, to " + Report.word(me.state));
        }
        Controlled wanted = script.demanded();
        if (wanted == null) throw End.diverged(script.wanted() + " is to move, but has not been started");
        if (!Ability.isInTime(wanted) && !SpuriousWakeups.isPossible(wanted))
            throw End.diverged(wanted.name + " is to move, but is in state " + Report.word(wanted.state));
        script.advance();
        return wanted;
    }

    /** Its time is up; or, if it has no limit, for no reason. */
    private static void endWait(Controlled thread) {
        if (thread.deadline == Controlled.NEVER) {
            if (RunStory.on) RunStory.wakesUp(thread);
            return;
        }
        VirtualClock.jumpTo(thread.deadline);
        thread.timedOut = true;
    }

    // ---- handing over
    // ----------------------------------------------------------------------------------------------------

    private static void send(@Nullable Summons next) {
        if (next != null) next.send();
    }

    /** Waits for the token; interrupts are kept for later. */
    private static void await(Controlled me) {
        synchronized (me) {
            while (on && current != me) {
                try {
                    me.wait();
                } catch (InterruptedException e) {
                    // Kept for later, below.
                }
            }
        }
        Interrupts.restore(me);
    }

    /** The end of control: whoever waits for the token is let go. Those inside monitors see it by themselves: others may have these. */
    static void release() {
        on = false;
        current = null;
        for (Controlled each : threads()) Summons.notifyAt(each);
    }

    // ---- the watchdog
    // ----------------------------------------------------------------------------------------------------

    /** Takes the token from a holder that is stuck outside, if it still is, and if somebody else can use it. */
    static boolean takeFrom(Controlled stuck) {
        Summons next;
        synchronized (LOCK) {
            if (current != stuck || !on || !canAnotherMove(stuck)) return false;
            current = null;
            if (!Watchdog.isOutside(stuck.thread)) {
                current = stuck; // it comes back just now, and may already wait
                next = new Summons(stuck);
            } else {
                closeSegment(stuck);
                Log.outside(stuck.number);
                stuck.state = State.OUTSIDE;
                next = handOver(null, false);
            }
        }
        send(next);
        return next == null || next.thread != stuck;
    }

    private static boolean canAnotherMove(Controlled stuck) {
        for (Controlled each : THREADS) if (each != stuck && Ability.isInTime(each)) return true;
        return false;
    }

    /** Nobody could move, and nobody from outside has helped in time. */
    static boolean isIdle() {
        return on && current == null && hasUsers();
    }
}
