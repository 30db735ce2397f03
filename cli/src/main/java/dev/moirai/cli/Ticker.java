package dev.moirai.cli;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows the progress of work: on a terminal, a line that is rewritten, which appears after a moment; with {@code
 * --verbose}, a line with the time for each message instead.
 */
final class Ticker implements AutoCloseable {
    private static final long PAUSE_MILLIS = 250;

    private final PrintStream err;
    private final CommonOptions options;
    private final String title;
    private final long began = System.nanoTime();
    private volatile String latest = "";
    private volatile boolean over;
    private boolean onScreen;

    Ticker(Output output, CommonOptions options, String title) {
        this.err = output.err();
        this.options = options;
        this.title = title;
        if (options.isVerbose()) {
            line(title);
        } else if (output.terminal().isErr() && !options.isQuiet()) {
            Thread.ofPlatform().daemon().name("moirai-progress").start(this::tick);
        }
    }

    /** @param point the message */
    void at(String point) {
        if (options.isVerbose() && !point.equals(latest)) line(point);
        latest = point;
    }

    private synchronized void line(String text) {
        if (over) return;
        err.println(options.stamped(text));
    }

    private void tick() {
        while (!over) {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException _) {
                return;
            }
            draw();
        }
    }

    private synchronized void draw() {
        if (over) return;
        double seconds = (System.nanoTime() - began) / 1e9;
        err.printf(Locale.ROOT, "\r\u001b[K%s ... %.0f s %s", title, seconds, latest);
        err.flush();
        onScreen = true;
    }

    /** Clears the line, so that something else can be printed. */
    synchronized void pause() {
        if (!onScreen) return;
        err.print("\r\u001b[K");
        err.flush();
        onScreen = false;
    }

    @Override
    public synchronized void close() {
        over = true;
        pause();
    }
}
