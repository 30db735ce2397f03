package dev.moirai.explore;

import dev.moirai.interpret.Move;
import dev.moirai.property.CutReason;
import dev.moirai.property.Reason;
import dev.moirai.property.Violation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A search over states, and what it has cost so far. */
sealed interface StateSearch permits DepthFirstSearch, LearningSearch, RisingSearch {
    /** How a search ended. */
    sealed interface Ending {
        record Violated(Violation violation, List<Move> moves) implements Ending {}

        /** Nothing is left to visit. {@code gap} says what was not looked at, {@code cut} which bounds cut runs off. */
        record Exhausted(Optional<Reason> gap, Set<CutReason> cut) implements Ending {}

        record GaveUp(Reason reason) implements Ending {}
    }

    Ending run();

    long states();

    long transitions();

    int deepest();
}
