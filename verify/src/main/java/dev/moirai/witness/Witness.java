package dev.moirai.witness;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/**
 * A schedule, the violation that it leads to, and how its program was read: all that a replay needs.
 *
 * @param options how the C file was read, as words of the command line
 * @param question for a run without end, what was asked of it, as words of the command line
 * @param violation what happens at the end of the schedule
 * @param accesses for a broken transaction, the steps (from 0) of its three accesses
 * @param digest the SHA-256 of the C file, in hexadecimal, when the witness was made
 */
public record Witness(
        Schedule schedule,
        List<String> options,
        List<String> question,
        Optional<Violation> violation,
        List<Integer> accesses,
        Optional<String> digest) {
    public Witness(Schedule schedule, List<String> options, Optional<Violation> violation, List<Integer> accesses) {
        this(schedule, options, List.of(), violation, accesses, Optional.empty());
    }

    public Witness {
        options = List.copyOf(options);
        question = List.copyOf(question);
        accesses = List.copyOf(accesses);
    }

    public Witness withDigest(Optional<String> newDigest) {
        return new Witness(schedule, options, question, violation, accesses, newDigest);
    }

    public Witness asking(List<String> newQuestion) {
        return new Witness(schedule, options, newQuestion, violation, accesses, digest);
    }
}
