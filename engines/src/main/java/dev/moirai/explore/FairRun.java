package dev.moirai.explore;

import dev.moirai.interpret.Move;
import java.util.List;

/** A run that goes on for ever: a stem, then a lasso repeated for ever. */
public record FairRun(List<Move> stem, List<Move> lasso) {
    public FairRun {
        stem = List.copyOf(stem);
        lasso = List.copyOf(lasso);
        if (lasso.isEmpty()) throw new IllegalArgumentException("a lasso has a step at least");
    }
}
