package dev.moirai.predict;

import java.util.Optional;

/**
 * Which windows a claim is asked in: the whole trace if its formula is small enough, else ever larger stretches around the
 * claim, as long as they are. What a window shows is real; that a window shows nothing says nothing unless it is the
 * whole trace.
 */
final class Windows {
    /** A formula of more parts is not built. */
    private static final long MOST_PARTS = 300_000;

    private static final int SMALLEST = 256;
    private static final int GROWTH = 4;

    private final TraceProgram program;
    private final Relevance relevance;
    private final boolean whole;

    Windows(TraceProgram program, Relevance relevance) {
        this.program = program;
        this.relevance = relevance;
        this.whole = parts(all()) <= MOST_PARTS;
    }

    Window all() {
        return new Window(0, program.nodes().size());
    }

    boolean isWhole(Window window) {
        return window.from() == 0 && window.to() == program.nodes().size();
    }

    /** Whether every question can be put to the whole trace. */
    boolean areWhole() {
        return whole;
    }

    /** Whether the trace is so short that a part of it is not worth a look of its own. */
    boolean areShort() {
        return program.nodes().size() <= 2 * SMALLEST;
    }

    Optional<Window> smallest(Claim claim) {
        int size = SMALLEST;
        while (size < 2 * (claim.latest() - claim.earliest() + 1)) size *= GROWTH;
        return affordable(aligned(claim, size));
    }

    Optional<Window> larger(Claim claim, Window window) {
        if (isWhole(window)) return Optional.empty();
        return affordable(aligned(claim, window.size() * GROWTH));
    }

    /** Windows of one size overlap by half and start at multiples of that, so that claims near each other share one. */
    private Window aligned(Claim claim, int size) {
        int half = size / 2;
        int from = Math.max(0, claim.earliest() / half * half - half / 2);
        int to = Math.min(program.nodes().size(), from + size + half / 2);
        return size >= program.nodes().size() ? all() : new Window(from, to);
    }

    private Optional<Window> affordable(Window window) {
        return parts(window) <= MOST_PARTS ? Optional.of(window) : Optional.empty();
    }

    /** About how many comparisons the formula of a window has. */
    private long parts(Window window) {
        long parts = window.size();
        for (Cell cell : program.cells()) {
            if (!relevance.isRelevant(cell) || !cell.isShared()) continue;
            long reads = 0;
            long writes = 1;
            for (Access access : cell.in(window)) {
                if (access.reads()) reads++;
                if (access.writes()) writes++;
            }
            parts += reads * writes * Math.min(writes, 64) / 2;
            if (parts > MOST_PARTS) return parts;
        }
        return parts + sections(window);
    }

    private long sections(Window window) {
        var counts = new java.util.HashMap<Integer, Integer>();
        for (Section section : program.sectionsIn(window)) counts.merge(section.lock(), 1, Integer::sum);
        long pairs = 0;
        for (int count : counts.values()) pairs += (long) count * count;
        return pairs;
    }
}
