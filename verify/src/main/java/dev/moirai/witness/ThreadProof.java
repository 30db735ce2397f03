package dev.moirai.witness;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about one thread's end.
 *
 * @param isMany whether it stands for any number of copies
 */
public record ThreadProof(String thread, boolean isMany, Ending ending) {
    public sealed interface Ending {
        /** The thread has no loop. */
        record LoopFree() implements Ending {}

        /**
         * Finitely many steps in every execution.
         *
         * @param exposure in words, what the proof sees of other threads
         * @param premises how many a second solver has confirmed
         * @param certificate the proof, as SMT-LIB
         */
        record Proved(
                String exposure,
                boolean isModular,
                String engine,
                int premises,
                List<Loop> loops,
                List<Reliance> reliances,
                String certificate)
                implements Ending {}

        /**
         * An execution in which the thread goes on for ever, run by the interpreter.
         *
         * @param begun threads that begin in the loop; each time round others take their parts
         * @param recurrence if no state need come back: what is true of the states that it never leaves
         */
        record Endless(Schedule schedule, List<String> begun, boolean isFair, Optional<List<String>> recurrence)
                implements Ending {}

        /** Neither; {@code path} is the way round a loop for which no rank was found. */
        record Open(String reason, List<Way> path) implements Ending {}
    }

    /**
     * Why a loop ends.
     *
     * @param ranks what decreases
     * @param invariants what holds from one visit to a later one
     */
    public record Loop(SourceSpan span, List<String> ranks, List<String> invariants) {}

    /** What a step of another thread is relied on to do. */
    public record Reliance(String thread, SourceSpan span, String effect) {}

    /** A step on the way round a loop. */
    public record Way(SourceSpan span, String text) {}
}
