package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Waits that end for no reason, as those of {@link Object#wait} and {@code LockSupport.park} may (JLS 17.2.1): a program that
 * does not look again what it waits for is wrong. Nobody can count on them, so where nobody else can move it is a deadlock.
 * The JDK's own code, which looks again, is not bothered; and waits with a time limit may end anyway.
 */
final class SpuriousWakeups {
    /** Whether there are any. */
    static boolean on = true;

    private SpuriousWakeups() {}

    static boolean isPossible(Controlled thread) {
        if (!on || thread.deadline != Controlled.NEVER) return false;
        return switch (thread.state) {
            case WAIT -> Monitors.isFreeFor(thread.on, thread) && isWaitOfProgram(thread.thread);
            case PARK -> isWaitOfProgram(thread.thread);
            case READY, ENTER, JOIN, SLEEP, OUTSIDE, DONE -> false;
        };
    }

    static List<Controlled> possible(List<Controlled> threads) {
        var possible = new ArrayList<Controlled>();
        for (Controlled each : threads) if (isPossible(each)) possible.add(each);
        return possible;
    }

    /** Whether there is any use in asking, which takes long. */
    static boolean isAnybodyWaiting(List<Controlled> threads) {
        if (!on) return false;
        for (Controlled each : threads) {
            if ((each.state == State.WAIT || each.state == State.PARK) && each.deadline == Controlled.NEVER)
                return true;
        }
        return false;
    }

    private static boolean isWaitOfProgram(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            boolean isParking = name.equals("java.util.concurrent.locks.LockSupport");
            boolean isOurs = name.startsWith("dev.moirai.jvm.");
            boolean isWaiting = name.equals("java.lang.Object") || name.equals("java.lang.Thread");
            if (!isParking && !isOurs && !isWaiting) return !isOfJdk(name);
        }
        return false;
    }

    private static boolean isOfJdk(String name) {
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
