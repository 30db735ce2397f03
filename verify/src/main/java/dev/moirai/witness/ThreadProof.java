package dev.moirai.witness;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about whether one thread ends.
 *
 * @param isMany whether the thread stands for any number of copies
 */
public record ThreadProof(String thread, boolean isMany, Ending ending) {
    public sealed interface Ending {
        /** The thread has no loop. */
        record LoopFree() implements Ending {}

        /**
         * The thread makes finitely many steps in every execution.
         *
         * @param exposure what the proof knows about other threads, in words
         * @param premises how many premises a second solver has confirmed
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
         * @param begun threads that are started inside the loop; in each iteration new ones take their place
         * @param recurrence if no state needs to come back: what holds of the set of states that the run never leaves
         */
        record Endless(Schedule schedule, List<String> begun, boolean isFair, Optional<List<String>> recurrence)
                implements Ending {}

        /** Neither was found; {@code path} is a way round a loop for which no rank was found. */
        record Open(String reason, List<Way> path) implements Ending {}
    }

    /**
     * Why a loop terminates.
     *
     * @param ranks the expressions that decrease
     * @param invariants what holds from one visit to a later one
     */
    public record Loop(SourceSpan span, List<String> ranks, List<String> invariants) {}

    /** The effect of another thread's step that the proof relies on. */
    public record Reliance(String thread, SourceSpan span, String effect) {}

    /** A step on the way round a loop. */
    public record Way(SourceSpan span, String text) {}
}
