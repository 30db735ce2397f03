package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Improves the run to a violation as far as a given time allows; the result is never worse, and the violation never
 * lost.
 */
public final class Shortening {
    /** The number of states that the search for a shorter run may visit. */
    private static final int STATES = 20_000;

    public static final Duration TIME = Duration.ofSeconds(2);

    private Shortening() {}

    /**
     * A run that a formula has led to, with fewer context switches: so many as a certain number of steps of the
     * interpreter allows, whatever the machine's speed.
     */
    public static List<Move> smoothed(Machine machine, List<Move> moves) {
        return new Smoothing(machine, System.nanoTime() + TIME.toNanos()).smooth(moves);
    }

    /** @param moves that lead to a violation */
    public static List<Move> of(Machine machine, List<Move> moves, long enumerated, Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        try {
            var candidates = new CandidateValues(machine.program(), enumerated);
            Duration most = Duration.ofNanos(time.toNanos() / 3 * 2);
            Optional<List<Move>> shortest =
                    new ShortestFirst(machine, candidates, (state, _) -> machine.enabled(state), STATES, most).find();
            return shortest.orElseGet(() -> new Smoothing(machine, deadline).smooth(moves));
        } catch (OutOfMemoryError _) {
            return moves;
        }
    }
}
