package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;

/** {@link Object#wait} and its end, for holders of the token. */
final class WaitingFor {
    private static final long NANOS_A_MILLI = 1_000_000;

    private static long waits;

    private WaitingFor() {}

    /** Waits until notified, interrupted or out of time; has the monitor again afterwards, unless control has ended. */
    static void until(Controlled me, Object monitor, long millis) throws InterruptedException {
        int depth = Monitors.release(monitor);
        me.notified = false;
        me.waitNumber = waits++;
        me.timedOut = false;
        me.deadline = VirtualClock.after(Math.min(millis, Long.MAX_VALUE / (2 * NANOS_A_MILLI)) * NANOS_A_MILLI);
        me.on = monitor;
        me.state = State.WAIT;
        Token.stirred();
        Token.blockInside(me, monitor);
        if (!Token.on) {
            if (!me.notified) monitor.wait(millis);
            return;
        }
        Monitors.restore(monitor, me, depth);
        if (!me.notified && Interrupts.taken(me)) throw new InterruptedException();
    }

    /** Notifies all who wait there, or the one that waits longest: so who is first is for the schedule to say. */
    static void end(Object monitor, boolean all) {
        if (!Token.on || Token.self() == null) return;
        Controlled longest = null;
        for (Controlled each : Token.threads()) {
            if (each.state != State.WAIT || each.on != monitor || each.notified || each.timedOut) continue;
            if (all) each.notified = true;
            else if (longest == null || each.waitNumber < longest.waitNumber) longest = each;
        }
        if (longest != null) longest.notified = true;
        Token.stirred();
    }
}
