package dev.moirai.bound;

import java.util.List;
import java.util.Optional;

/**
 * Where a bounded instruction comes from: instruction {@code index} of {@code function}'s body, in the copies {@code
 * iterations} (counted from 1) of the loops around it, outermost first, in the activation made by the call {@code
 * caller}; no caller: the thread's first activation.
 */
public record Origin(String function, int index, List<Integer> iterations, Optional<Origin> caller) {
    public Origin {
        iterations = List.copyOf(iterations);
    }

    /** The same place of the program text in the same activation, whatever the iteration. */
    public boolean samePlace(Origin other) {
        if (index != other.index || !function.equals(other.function)) return false;
        if (caller.isEmpty() || other.caller.isEmpty()) return caller.isEmpty() && other.caller.isEmpty();
        return caller.get().samePlace(other.caller.get());
    }

    @Override
    public String toString() {
        String own = function + ":" + index + (iterations.isEmpty() ? "" : iterations.toString());
        return caller.map(c -> c + " > " + own).orElse(own);
    }
}
