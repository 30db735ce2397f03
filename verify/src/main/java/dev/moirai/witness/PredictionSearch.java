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
 * @param remarks about the recorded run, each a line
 * @param model which reorderings counted, as on the command line
 * @param isConfirming whether what the model allows is a violation, or only a possible one
 * @param transactions what was meant to be atomic and how many of it there are, if atomicity was asked about
 * @param contextBound of so many context switches at most
 * @param steps of the recorded run, and {@code relevantSteps} those that the largest formula speaks of
 * @param possible what a model that ignores data would allow, by name
 * @param open what was not decided, by name, with the reason
 * @param notReplayed what a solver found and the interpreter did not, with the reason
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
    /** How the candidates of a property fared, filter by filter. */
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

    /** @param sort as on the command line: {@code critical-sections} */
    public record Transactional(String sort, int count) {}

    public PredictionSearch {
        remarks = List.copyOf(remarks);
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        possible = List.copyOf(possible);
        open = List.copyOf(open);
        notReplayed = List.copyOf(notReplayed);
    }

    /** Candidates that were not decided. */
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
