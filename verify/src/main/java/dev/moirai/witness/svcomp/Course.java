package dev.moirai.witness.svcomp;

import java.util.List;
import java.util.Optional;

/**
 * The course of an execution as a violation witness of any tool gives it: which thread passes which line, in order. It need not
 * name every step, and may name lines at which no step of ours begins.
 *
 * @param goal the line of the specification that is violated, as the witness has it; may be empty
 */
public record Course(String goal, List<Passing> passings) {
    /**
     * @param thread the thread by the witness's number
     * @param line 0 if the witness does not say
     * @param starts the number of the thread that is started there
     * @param choices values for the free choices made there, in order; empty if the witness does not say
     */
    public record Passing(String thread, int line, Optional<String> starts, List<Long> choices) {
        public Passing {
            choices = List.copyOf(choices);
        }
    }

    public Course {
        passings = List.copyOf(passings);
    }
}
