package dev.moirai.witness;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** What an answer shows to support its verdict. */
public sealed interface Evidence {
    /** Nothing to show: the answer rests on a search, whether it was completed or not. */
    record None() implements Evidence {}

    /**
     * An execution that the interpreter has run: to its end, or until it was given up.
     *
     * @param witness by which a violation can be replayed
     * @param printed what the program printed, if the command shows it
     * @param remarks about the course of the run, each one line
     */
    record Run(Optional<Witness> witness, Optional<String> printed, List<String> remarks) implements Evidence {
        public Run {
            remarks = List.copyOf(remarks);
        }

        /** The execution of a violation, without output and remarks. */
        public Run(Witness witness) {
            this(Optional.of(witness), Optional.empty(), List.of());
        }
    }

    /** An execution that never ends, run by the interpreter: some of its steps lead back to where they begin. */
    record Lasso(Witness witness) implements Evidence {}

    /**
     * For each thread, why it always ends, how it can run for ever, or what is open.
     *
     * @param threads the results by thread; empty if all threads were proved at once
     * @param assumptions what the proof assumes
     * @param abstractions where the proof allows any value because too little is known
     * @param startsItsOwnKind a thread that may start others of its own kind without end: every thread may end and the
     *     program still not
     * @param witness by which a run without an end can be replayed, if it comes back to a state; a schedule cannot show
     *     other such runs
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

        /** The proof that every thread ends. */
        public Proof(List<String> assumptions) {
            this(List.of(), assumptions, List.of(), Optional.empty(), false, Optional.empty());
        }

        /** Whether no thread's proof refers to the local variables of others. */
        public boolean isModular() {
            return threads.stream()
                    .allMatch(thread ->
                            !(thread.ending() instanceof ThreadProof.Ending.Proved proved) || proved.isModular());
        }
    }

    /**
     * Why nothing that was asked about can happen, whatever the bounds.
     *
     * @param claim what cannot happen, in words
     * @param exposure what the proof knows about other threads, in words
     * @param premises how many premises a second solver has confirmed
     * @param invariants what always holds where a thread stands
     * @param reliances what the proof relies on about the steps of threads
     * @param abstractions where the proof allows any value because too little is known
     * @param certificate the proof, as SMT-LIB
     */
    record Safe(
            String claim,
            String exposure,
            boolean isModular,
            int premises,
            List<Invariant> invariants,
            List<ThreadProof.Reliance> reliances,
            List<String> abstractions,
            String certificate)
            implements Evidence {
        public Safe {
            invariants = List.copyOf(invariants);
            reliances = List.copyOf(reliances);
            abstractions = List.copyOf(abstractions);
        }
    }

    /** What holds whenever the thread is at the place. */
    record Invariant(String thread, SourceSpan span, String text) {}

    /** The violations found in reorderings of a recorded run, and how the search for them went. */
    record Predictions(PredictionSearch search, List<Predicted> found) implements Evidence {
        public Predictions {
            found = List.copyOf(found);
        }
    }

    /** Of a prediction, what the recorded run did where the first violation comes about. */
    default Optional<String> instead() {
        return this instanceof Predictions(var _, var found) && !found.isEmpty()
                ? found.getFirst().instead().get()
                : Optional.empty();
    }

    /** The run of a violation as evidence, whether it ends or not. */
    static Evidence of(Witness witness) {
        return witness.schedule().lassoStart().isPresent() ? new Lasso(witness) : new Run(witness);
    }

    /** The witness by which a violation can be replayed, if there is one. */
    default Optional<Witness> forReplay() {
        return switch (this) {
            case None _ -> Optional.empty();
            case Run run -> run.witness();
            case Lasso(var witness) -> Optional.of(witness);
            case Proof proof -> proof.witness();
            case Safe _ -> Optional.empty();
            case Predictions(var _, var found) ->
                found.stream().findFirst().map(first -> first.witness().get());
        };
    }
}
