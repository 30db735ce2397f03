package dev.moirai.solve;

import java.util.List;

/** A solver's answer: whether its assertions and the assumptions of a check can hold together. */
public sealed interface Satisfiability {
    record Sat(Model model) implements Satisfiability {}

    /** @param core assumptions (as they were given) that cannot hold together with the assertions; not always a smallest set */
    record Unsat(List<Integer> core) implements Satisfiability {
        public Unsat {
            core = List.copyOf(core);
        }
    }

    /** Time was up, somebody interrupted, the solver cannot do it, or it broke; {@code reason} says which. */
    record Unknown(String reason) implements Satisfiability {}
}
