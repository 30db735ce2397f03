package dev.moirai.witness;

import java.util.List;
import java.util.Optional;

/** What there is to show for an answer. */
public sealed interface Evidence {
    /** Nothing: a search that came to its end has no more to show than that, and one that did not has less. */
    record None() implements Evidence {}

    /**
     * An execution that ends, run by the interpreter; or one that was given up.
     *
     * @param witness what a violation is to be seen again by
     * @param printed what the program printed, where that is of interest
     * @param remarks how it went, each a line
     */
    record Run(Optional<Witness> witness, Optional<String> printed, List<String> remarks) implements Evidence {
        public Run {
            remarks = List.copyOf(remarks);
        }

        /** Of a violation, and there is no more to say. */
        public Run(Witness witness) {
            this(Optional.of(witness), Optional.empty(), List.of());
        }
    }

    /** An execution that never ends: steps that lead back to where they begin, run by the interpreter. */
    record Lasso(Witness witness) implements Evidence {}

    /**
     * Thread by thread, why it always ends, or how it does not, or what is open.
     *
     * @param threads none, if all was proved at once
     * @param assumptions what is taken for granted
     * @param abstractions what any value is taken for
     * @param startsItsOwnKind a thread of which there may be more and more, so that all may end and the program not
     * @param witness of a run without an end that comes back to where it was; others cannot be shown by a schedule
     */
    record Proof(
            List<ThreadProof> threads,
            List<String> assumptions,
            List<String> abstractions,
            Optional<String> startsItsOwnKind,
            boolean fairSchedulersOnly,
            Optional<Witness> witness)
            implements Evidence {
        public Proof {
            threads = List.copyOf(threads);
            assumptions = List.copyOf(assumptions);
            abstractions = List.copyOf(abstractions);
        }

        /** That every thread ends. */
        public Proof(List<String> assumptions) {
            this(List.of(), assumptions, List.of(), Optional.empty(), false, Optional.empty());
        }

        /** Whether no thread's proof speaks of what others have in their local variables. */
        public boolean isModular() {
            return threads.stream()
                    .allMatch(thread ->
                            !(thread.ending() instanceof ThreadProof.Ending.Proved proved) || proved.isModular());
        }
    }

    /** What reorderings of a recorded run would have violated, and how the search for them went. */
    record Predictions(PredictionSearch search, List<Predicted> found) implements Evidence {
        public Predictions {
            found = List.copyOf(found);
        }
    }

    /** Of a violation: the run, which ends or does not. */
    static Evidence of(Witness witness) {
        return witness.schedule().lassoStart().isPresent() ? new Lasso(witness) : new Run(witness);
    }

    /** What a violation is to be seen again by, if it can be. */
    default Optional<Witness> forReplay() {
        return switch (this) {
            case None _ -> Optional.empty();
            case Run run -> run.witness();
            case Lasso(var witness) -> Optional.of(witness);
            case Proof proof -> proof.witness();
            case Predictions(var _, var found) ->
                found.stream().findFirst().map(first -> first.witness().get());
        };
    }
}
