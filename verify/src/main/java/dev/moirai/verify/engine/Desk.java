package dev.moirai.verify.engine;

import java.util.Optional;

/**
 * What somebody who answers {@link Subquestion}s keeps from one to the next, so that what was built and learnt for one part
 * serves the others too. One piece of work at a time; used by one thread at a time.
 */
public final class Desk implements AutoCloseable {
    /** Something worth keeping. */
    public interface Work extends AutoCloseable {
        @Override
        void close();
    }

    private Optional<Work> kept = Optional.empty();

    /** What lies there, if it is of this type. */
    public <W extends Work> Optional<W> find(Class<W> type) {
        return kept.filter(type::isInstance).map(type::cast);
    }

    /** Puts this there, in place of what was there before. */
    public <W extends Work> W keep(W work) {
        clear();
        kept = Optional.of(work);
        return work;
    }

    public void clear() {
        kept.ifPresent(Work::close);
        kept = Optional.empty();
    }

    @Override
    public void close() {
        clear();
    }
}
