package dev.moirai.solve;

import java.util.List;

/** A solver's answer: whether its assertions and the assumptions of a check can hold together. */
public sealed interface Answer {
    record Sat(Model model) implements Answer {}

    /** @param core assumptions (as they were given) that cannot hold together with the assertions; not always a smallest set */
    record Unsat(List<Integer> core) implements Answer {
        public Unsat {
            core = List.copyOf(core);
        }
    }

    /** Time was up, somebody interrupted, the solver cannot do it, or it broke; {@code reason} says which. */
    record Unknown(String reason) implements Answer {}
}
