package dev.moirai.rely.transition;

import java.util.List;

/**
 * Some of the initial states: those that satisfy the rows over variables {@link Column#NOW}, with each thread at its
 * location.
 */
public record Start(List<Row> rows, List<Integer> locations) {
    public Start {
        rows = List.copyOf(rows);
        locations = List.copyOf(locations);
    }
}
