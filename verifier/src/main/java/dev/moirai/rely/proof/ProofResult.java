package dev.moirai.rely.proof;

import dev.moirai.rely.transition.Transition;
import java.util.List;

/** What an engine found out about one thread; a proof is not believed before its certificate was checked. */
public sealed interface ProofResult {
    record Proved(Proof proof) implements ProofResult {}

    /**
     * No proof. {@code path} are the steps of the loop that could not be ranked, if there is such a path, after {@code
     * stem}.
     */
    record Open(String reason, List<Transition> stem, List<Transition> path) implements ProofResult {
        public Open {
            stem = List.copyOf(stem);
            path = List.copyOf(path);
        }

        public static Open because(String reason) {
            return new Open(reason, List.of(), List.of());
        }
    }
}
