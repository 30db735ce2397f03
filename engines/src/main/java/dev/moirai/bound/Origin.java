package dev.moirai.bound;

import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a bounded instruction comes from: instruction {@code index} of {@code function}'s body, in the copies {@code
 * iterations} (counted from 1) of the loops around it, outermost first, in the activation made by the call {@code
 * caller}; no caller: the thread's first activation. {@code activation} numbers the activations of a thread's text, the
 * first is 0.
 */
public record Origin(String function, int index, List<Integer> iterations, Optional<Origin> caller, int activation) {
    public Origin {
        iterations = List.copyOf(iterations);
    }

    /** In a first activation. */
    Origin(String function, int index, List<Integer> iterations) {
        this(function, index, iterations, Optional.empty(), 0);
    }

    /** What a local of the function is called in the thread's text. */
    public Local local(Local source) {
        return Activation.named(Activation.prefix(function, activation), source);
    }

    /** The place of the program text, after those of the calls it is inlined by; the iteration does not count. */
    public List<Site> place() {
        var place = new ArrayList<Site>();
        caller.ifPresent(call -> place.addAll(call.place()));
        place.add(new Site(function, index));
        return place;
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
