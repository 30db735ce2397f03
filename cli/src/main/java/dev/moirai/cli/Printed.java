package dev.moirai.cli;

import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/** What the program under our scheduler prints: passed on at once, or, for {@code --json}, kept. */
final class Printed implements Consumer<String> {
    private final PrintStream out;
    private final boolean live;
    private final boolean kept;
    private final StringBuilder text = new StringBuilder();
    private boolean midLine;

    /**
     * @param live whether somebody watches each line as it comes
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

    /** Our own words begin on a line of their own. */
    synchronized void endLine() {
        if (midLine && !kept) out.println();
        midLine = false;
    }

    /** What was kept, if it is kept; also while the program still runs. */
    synchronized Optional<String> kept() {
        return kept ? Optional.of(text.toString()) : Optional.empty();
    }
}
