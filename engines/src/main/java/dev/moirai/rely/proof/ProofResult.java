package dev.moirai.rely.proof;

import dev.moirai.rely.transition.Transition;
import java.util.List;

/** An engine's result for one thread; a proof is not believed before its certificate is checked. */
public sealed interface ProofResult {
    record Proved(Proof proof) implements ProofResult {}

    /** No proof. {@code path} are the steps of a loop without a rank, if such a path was found, after {@code stem}. */
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
