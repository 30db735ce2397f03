package dev.moirai.witness;

import dev.moirai.property.Property;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the search for violations of reordered runs went.
 *
 * @param remarks about the recorded run, each one line
 * @param model which reorderings counted, as on the command line
 * @param isConfirming whether everything that the model allows is a violation, or only possibly one
 * @param transactions the sort and number of the transactions, if atomicity was asked about
 * @param contextBound the most context switches of a reordered run
 * @param steps the number of steps of the recorded run; {@code relevantSteps} are those that the largest formula
 *     contains
 * @param possible the names of violations that a model which ignores data would allow
 * @param open the names of undecided candidates, with the reason
 * @param notReplayed what a solver found and the interpreter could not confirm, with the reason
 */
public record PredictionSearch(
        List<String> remarks,
        String model,
        boolean isConfirming,
        Map<Property, Stages> stages,
        Optional<Transactional> transactions,
        OptionalInt contextBound,
        int steps,
        int relevantSteps,
        List<String> possible,
        List<String> open,
        List<String> notReplayed) {
    /** How many candidates of a property passed each filter. */
    public record Stages(
            int candidates,
            int afterLocks,
            int afterOrder,
            int confirmed,
            int possible,
            int refuted,
            int refutedWithinBound,
            int notReplayed,
            int open) {}

    /** @param sort the word on the command line: {@code critical-sections} */
    public record Transactional(String sort, int count) {}

    public PredictionSearch {
        remarks = List.copyOf(remarks);
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        possible = List.copyOf(possible);
        open = List.copyOf(open);
        notReplayed = List.copyOf(notReplayed);
    }

    /** The number of candidates that were not decided. */
    public int openCandidates() {
        int sum = 0;
        for (Stages each : stages.values()) sum += each.open() + each.notReplayed();
        return sum;
    }

    public int refutedWithinBound() {
        int sum = 0;
        for (Stages each : stages.values()) sum += each.refutedWithinBound();
        return sum;
    }

    public int refuted() {
        int sum = 0;
        for (Stages each : stages.values()) sum += each.refuted();
        return sum;
    }
}
