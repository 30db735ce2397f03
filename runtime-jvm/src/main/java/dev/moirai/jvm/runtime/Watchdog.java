package dev.moirai.jvm.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the holder makes steps. One that waits for a monitor of the JDK's own, for input, for a process, gives the
 * token up without knowing; from then on the order of the run is not known exactly, which is reported.
 */
final class Watchdog extends Thread {
    static final String NAME = "moirai watchdog";
    /** Native methods that wait for the world outside. Others are given ten times as long. */
    private static final List<String> WAITING = List.of(
            "java.io.FileInputStream.",
            "sun.nio.ch.",
            "java.net.",
            "java.lang.Process",
            "jdk.internal.misc.Unsafe.park");

    private static final long DEADLOCKED_MILLIS = 2000;
    private static volatile @Nullable String approximate;

    private final long millis;

    Watchdog(long millis) {
        super(NAME);
        this.millis = Math.max(1, millis);
        setDaemon(true);
    }

    /** Why the order of the run is not known exactly, if it is not. */
    static @Nullable String approximate() {
        return approximate;
    }

    /** Looks at a thread once, as it will do again at some moment of the run: by then all code that this needs must be linked. */
    static void warmUp() {
        Thread thread = Thread.currentThread();
        isKnownToWait(thread);
        isLoading(thread);
        isOutside(thread);
    }

    @Override
    public void run() {
        Controlled last = null;
        long lastSteps = -1;
        // Counted in our own pauses: where a busy machine keeps us waiting too, the holder may have had no time either.
        long still = 0;
        long pause = Math.max(1, millis / 4);
        while (true) {
            pause(pause);
            Controlled holder = Token.current;
            long steps = Token.steps;
            if (!Token.on) {
                if (End.isReported()) return;
                continue;
            }
            if (holder != last || steps != lastSteps) {
                last = holder;
                lastSteps = steps;
                still = 0;
                continue;
            }
            still += pause;
            if (holder == null) {
                if (still > DEADLOCKED_MILLIS && Token.isIdle()) nobodyHelps();
            } else if (still > patienceFor(holder.thread)) {
                String where = place(holder.thread);
                if (isOutside(holder.thread) && Token.takeFrom(holder) && approximate == null) {
                    approximate = holder.name + " went on outside control, in " + where;
                }
                still = 0;
            }
        }
    }

    private static void nobodyHelps() {
        boolean someoneOutside = false;
        for (Controlled each : Token.threads()) someoneOutside |= each.state == Controlled.State.OUTSIDE;
        if (someoneOutside) return; // it waits for the world; the user's time limit is the limit
        if (approximate == null) approximate = "threads outside control could still have helped";
        End.of(RunOutcome.deadlock());
    }

    private long patienceFor(Thread thread) {
        return isKnownToWait(thread) ? millis : 10 * millis;
    }

    private static boolean isKnownToWait(Thread thread) {
        if (thread.getState() != State.RUNNABLE) return true;
        if (isLoading(thread)) return false;
        String where = place(thread);
        for (String prefix : WAITING) if (where.startsWith(prefix)) return true;
        return false;
    }

    /** Whether it reads a class, which takes long where the disk is slow, and comes to an end. */
    private static boolean isLoading(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().startsWith("jdk.internal.loader.")) return true;
        }
        return false;
    }

    private static String place(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "" : stack[0].getClassName() + "." + stack[0].getMethodName();
    }

    /** Whether the thread stands in code of others, blocked or in a native method. */
    static boolean isOutside(Thread thread) {
        State state = thread.getState();
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0) return false;
        for (StackTraceElement frame : stack) if (frame.getClassName().startsWith("dev.moirai.jvm.")) return false;
        return state != State.RUNNABLE
                || stack[0].isNativeMethod() && !stack[0].getMethodName().startsWith("defineClass");
    }

    private static void pause(long millis) {
        Object place = new Object();
        synchronized (place) {
            try {
                place.wait(millis);
            } catch (InterruptedException e) {
                // Nobody interrupts it on purpose.
            }
        }
    }
}
