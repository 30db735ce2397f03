package dev.moirai.cli;

import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/** Takes the output of the program: prints it at once or, for {@code --json}, keeps it. */
final class Printed implements Consumer<String> {
    private final PrintStream out;
    private final boolean live;
    private final boolean kept;
    private final StringBuilder text = new StringBuilder();
    private boolean midLine;

    /**
     * @param live whether each line is flushed at once, for a user who watches
     * @param kept whether the text is kept instead of printed
     */
    Printed(PrintStream out, boolean live, boolean kept) {
        this.out = out;
        this.live = live;
        this.kept = kept;
    }

    @Override
    public synchronized void accept(String more) {
        if (more.isEmpty()) return;
        midLine = !more.endsWith("\n");
        if (kept) {
            text.append(more);
            return;
        }
        out.print(more);
        if (live) out.flush();
    }

    /** Ends the current line of output, so that our own output begins on a new one. */
    synchronized void endLine() {
        if (midLine && !kept) out.println();
        midLine = false;
    }

    /** The output kept so far, if it is kept; may be called while the program still runs. */
    synchronized Optional<String> kept() {
        return kept ? Optional.of(text.toString()) : Optional.empty();
    }
}
