package dev.moirai.jvm.runtime;

/**
 * Threads of the JVM itself that have just been started, such as the one that cleans up after collected objects: what they do
 * first takes hash codes, so that must be over before the numbers of these begin to count.
 */
final class Settling {
    private static final int MOST_MILLIS = 500;

    private Settling() {}

    /** Waits until all other threads wait, for a while. */
    static void await() {
        for (int i = 0; i < MOST_MILLIS && !areAllWaiting(); i++) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static boolean areAllWaiting() {
        for (var each : Thread.getAllStackTraces().entrySet()) {
            Thread thread = each.getKey();
            boolean isReady = thread.getState() == Thread.State.RUNNABLE && !isInNativeCode(each.getValue());
            if (thread != Thread.currentThread() && (isReady || thread.getState() == Thread.State.BLOCKED))
                return false;
        }
        return true;
    }

    /** Where some of the JVM's own threads wait; others have no Java code at all. */
    private static boolean isInNativeCode(StackTraceElement[] stack) {
        return stack.length == 0 || stack[0].isNativeMethod();
    }
}
