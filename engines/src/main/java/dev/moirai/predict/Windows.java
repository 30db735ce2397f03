package dev.moirai.predict;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which windows a claim is asked in: the whole trace if it is short, else ever larger stretches around the claim, as long as
 * their formulas are small enough. What a window shows is real; that a window shows nothing says nothing unless it is the
 * whole trace.
 */
final class Windows {
    /** The most parts of a formula; a larger one is not built. */
    private static final long MOST_PARTS = 300_000;

    private static final int SMALLEST = 128;
    private static final int GROWTH = 4;
    private static final int LONG = 50_000;
    private static final int SAMPLES = 16;

    private final TraceProgram program;

    Windows(TraceProgram program) {
        this.program = program;
    }

    Window all() {
        return new Window(0, program.nodes().size());
    }

    boolean isWhole(Window window) {
        return window.from() == 0 && window.to() == program.nodes().size();
    }

    /** Whether the trace is so short that windows smaller than the trace are not worth asking about. */
    boolean areShort() {
        return program.nodes().size() <= 2 * SMALLEST;
    }

    /** Whether the trace is so long that even slicing all of it takes noticeable time. */
    boolean areLong() {
        return program.nodes().size() > LONG;
    }

    /** Some of the smallest windows, evenly spread, the last included. */
    List<Window> sample() {
        int size = 2 * SMALLEST;
        int last = Math.max(0, program.nodes().size() - size);
        return IntStream.range(0, SAMPLES)
                .map(i -> (int) ((long) last * (i + 1) / SAMPLES))
                .distinct()
                .mapToObj(from -> new Window(from, Math.min(program.nodes().size(), from + size)))
                .toList();
    }

    Window smallest(Claim claim) {
        int size = SMALLEST;
        while (size < 2 * (claim.latest() - claim.earliest() + 1)) size *= GROWTH;
        return aligned(claim, size);
    }

    Window larger(Claim claim, Window window) {
        return aligned(claim, window.size() * GROWTH);
    }

    /** Windows of one size overlap by half and start at multiples of that, so that claims near each other share one. */
    private Window aligned(Claim claim, int size) {
        int half = size / 2;
        int from = Math.max(0, claim.earliest() / half * half - half / 2);
        int to = Math.min(program.nodes().size(), from + size + half / 2);
        return size >= program.nodes().size() ? all() : new Window(from, to);
    }

    /** Whether the formula of the slice is small enough to be built. */
    static boolean isAffordable(Slice slice) {
        return parts(slice) <= MOST_PARTS;
    }

    /** About how many comparisons the formula has. */
    private static long parts(Slice slice) {
        long parts = slice.size();
        if (parts > MOST_PARTS) return parts;
        for (Cell cell : slice.cells()) {
            if (!cell.isShared()) continue;
            long reads = 0;
            long writes = 1;
            for (CellAccess access : slice.accesses(cell)) {
                if (access.reads()
                        && (access.writes() || slice.isNeeded(access.event().symbol()))) reads++;
                if (access.writes()) writes++;
            }
            // A read of a counter adds up the changes; any other sees one write and excludes the rest.
            parts += reads * writes * (slice.counters().contains(cell) ? 1 : Math.min(writes, 64)) / 2;
            if (parts > MOST_PARTS) return parts;
        }
        for (var ofLock : slice.contested()) {
            long all = 0;
            long sameThread = 0;
            for (var ofThread : ofLock) {
                all += ofThread.size();
                sameThread += (long) ofThread.size() * ofThread.size();
            }
            parts += all * all - sameThread;
        }
        return parts;
    }
}
