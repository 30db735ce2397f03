package dev.moirai.rely.proof;

import dev.moirai.property.Reason;
import dev.moirai.rely.transition.Transition;
import dev.moirai.solve.Limit;
import java.util.List;

/** An engine's result for one thread; a proof is not believed before its certificate is checked. */
public sealed interface ProofResult {
    record Proved(Proof proof) implements ProofResult {}

    /** No proof. {@code path} are the steps of a loop without a rank, if such a path was found, after {@code stem}. */
    record Open(Reason reason, List<Transition> stem, List<Transition> path) implements ProofResult {
        public Open {
            stem = List.copyOf(stem);
            path = List.copyOf(path);
        }

        /** The engine has tried all it can, and there was time left. */
        public Open(String why, List<Transition> stem, List<Transition> path) {
            this(new Reason(Reason.Kind.UNDECIDED, why), stem, path);
        }

        public static Open because(String why) {
            return new Open(why, List.of(), List.of());
        }

        /** @param limit which has been reached */
        public static Open because(Limit limit) {
            return new Open(reason(limit), List.of(), List.of());
        }

        /** Why a limit that has been reached ended the work. */
        public static Reason reason(Limit limit) {
            return new Reason(limit.isTimeUp() ? Reason.Kind.TIME : Reason.Kind.INTERRUPTED, limit.reason());
        }
    }
}
