package dev.moirai.rely.transition;

import java.util.List;

/** Some of the initial states: rows over variables {@link Column#NOW}, and where each thread stands. */
public record Start(List<Row> rows, List<Integer> locations) {
    public Start {
        rows = List.copyOf(rows);
        locations = List.copyOf(locations);
    }
}
