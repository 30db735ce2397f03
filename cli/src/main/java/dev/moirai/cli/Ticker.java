package dev.moirai.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Shows the progress of work: on a terminal, a line that is rewritten, which appears after a moment; with {@code
 * --verbose}, a line with the time for each message instead.
 */
final class Ticker implements AutoCloseable {
    private static final long PAUSE_MILLIS = 250;

    private final PrintStream err;
    private final UnaryOperator<String> stamp;
    private final boolean isVerbose;
    private final String title;
    private final long began = System.nanoTime();
    private volatile String latest = "";
    private volatile boolean over;
    private boolean onScreen;

    Ticker(Output output, CommonOptions options, String title) {
        this(output.err(), options::stamped, options.isVerbose(), title);
        if (isVerbose) line(title);
        else if (output.terminal().isErr() && !options.isQuiet()) start();
    }

    private Ticker(PrintStream err, UnaryOperator<String> stamp, boolean isVerbose, String title) {
        this.err = err;
        this.stamp = stamp;
        this.isVerbose = isVerbose;
        this.title = title;
    }

    /** For a command without the common options. */
    static Ticker plain(Output output, String title) {
        var ticker = new Ticker(output.err(), UnaryOperator.identity(), false, title);
        if (output.terminal().isErr()) ticker.start();
        return ticker;
    }

    /** Shows nothing, where the program itself writes to the terminal. */
    static Ticker none() {
        return new Ticker(System.err, UnaryOperator.identity(), false, "");
    }

    private void start() {
        Thread.ofPlatform().daemon().name("moirai-progress").start(this::tick);
    }

    /** @param point the message */
    void at(String point) {
        if (isVerbose && !point.equals(latest)) line(point);
        latest = point;
    }

    private synchronized void line(String text) {
        if (over) return;
        err.println(stamp.apply(text));
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
