package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import org.jspecify.annotations.Nullable;

/** Monitors of the JDK's timers, as {@link Hooks} has those of the program, but without steps and records, as they are inside the JDK. */
public final class TimerHooks {
    private TimerHooks() {}

    private static @Nullable Controlled self() {
        return Token.on ? Token.self() : null;
    }

    public static void beforeEnter(Object monitor) {
        Controlled me = self();
        if (me == null) return;
        if (!Monitors.isFreeFor(monitor, me)) {
            me.on = monitor;
            me.state = State.ENTER;
            Token.block(me);
        }
        Monitors.enter(monitor, me);
    }

    public static void afterExit(Object monitor) {
        Controlled me = self();
        if (me == null) return;
        Monitors.exit(monitor, me);
        Token.stirred();
    }

    public static void await(Object monitor) throws InterruptedException {
        await(monitor, 0);
    }

    public static void await(Object monitor, long millis) throws InterruptedException {
        Controlled me = self();
        if (me == null || Monitors.owner(monitor) != me || millis < 0) {
            monitor.wait(millis);
            return;
        }
        WaitingFor.until(me, monitor, millis);
    }

    public static void notifyWaiting(Object monitor) {
        WaitingFor.end(monitor, false);
        monitor.notify();
    }

    public static void notifyAllWaiting(Object monitor) {
        WaitingFor.end(monitor, true);
        monitor.notifyAll();
    }
}
