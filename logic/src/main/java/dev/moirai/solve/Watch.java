package dev.moirai.solve;

/** Runs an action when a limit is reached, for solvers that have to be stopped from outside; closing ends the watch. */
public final class Watch implements AutoCloseable {
    private final Thread thread;
    private volatile boolean closed;

    private Watch(Limit limit, Runnable action) {
        thread = Thread.ofVirtual().name("limit").unstarted(() -> {
            while (!closed) {
                if (limit.isReached()) {
                    // Repeated until closed: some solvers forget an interruption that comes too early.
                    action.run();
                }
                try {
                    Thread.sleep(limit.isReached() ? 5 : limit.patienceMillis());
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }

    public static Watch over(Limit limit, Runnable action) {
        var watch = new Watch(limit, action);
        watch.thread.start();
        return watch;
    }

    /** Waits, also in a thread that is interrupted: the action must not come to a solver that is gone. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) Thread.currentThread().interrupt();
    }
}
