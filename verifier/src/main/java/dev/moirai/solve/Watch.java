package dev.moirai.solve;

/** Does something when a limit is reached, for solvers that have to be told from outside. Ends when closed. */
public final class Watch implements AutoCloseable {
    private final Thread thread;
    private volatile boolean closed;

    private Watch(Limit limit, Runnable action) {
        thread = Thread.ofVirtual().name("limit").unstarted(() -> {
            while (!closed) {
                if (limit.isReached()) {
                    // Again and again: some solvers forget a wish that comes too early.
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

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
