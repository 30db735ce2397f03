package dev.moirai.verify.jvm;

import dev.moirai.witness.Witness;
import java.util.List;
import java.util.Optional;

/** Orders that earlier runs suggest to be worth running. The other way to find orders is chance. */
public interface JvmLeads {
    /** No leads at all. */
    JvmLeads NONE = new JvmLeads() {
        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public Lead next() {
            throw new IllegalStateException("no lead");
        }

        @Override
        public List<String> remarks() {
            return List.of();
        }
    };

    /**
     * A lead that was run.
     *
     * @param runs how many runs of the program it took
     * @param failure of one of them, which a run has shown
     */
    record Lead(long runs, Optional<Witness> failure) {}

    boolean hasNext();

    /** Runs the next one. */
    Lead next();

    /** What is worth saying about all of them, each one line. */
    List<String> remarks();
}
