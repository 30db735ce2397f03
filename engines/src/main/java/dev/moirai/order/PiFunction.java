package dev.moirai.order;

import dev.moirai.logic.TermPool;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What a pi-function demands (Wang, Kundu, Limaye, Ganai, Gupta, Symbolic predictive analysis for concurrent programs,
 * section 4.1): a read sees a write that happens before it, with no other write in between. Said in clauses, for
 * traces; {@link ReadsFrom} leaves it to the theory of orders. {@code E} is what happens.
 */
public final class PiFunction<E> {
    /** What happens before what, as a term. */
    @FunctionalInterface
    public interface Order<E> {
        int before(E first, E second);
    }

    /**
     * @param happens when it is made
     * @param value what it leaves
     */
    public record Write<E>(E event, int happens, int value) {}

    private final TermPool pool;
    private final Order<E> order;
    private final IntConsumer constraints;

    public PiFunction(TermPool pool, Order<E> order, IntConsumer constraints) {
        this.pool = pool;
        this.order = order;
        this.constraints = constraints;
    }

    /** If {@code chosen}, the read sees the source; {@code others} are the other writes that could come in between. */
    public void seesWrite(int chosen, E read, int value, Write<E> source, List<Write<E>> others) {
        demand(-chosen, source.happens());
        demand(-chosen, pool.eq(value, source.value()));
        demand(-chosen, order.before(source.event(), read));
        for (Write<E> other : others) {
            int earlier = order.before(other.event(), source.event());
            int later = order.before(read, other.event());
            demand(-chosen, -other.happens(), earlier, later);
        }
    }

    /** If {@code chosen}, the read sees what was there at first: all writes come later. */
    public void seesFirst(int chosen, E read, int value, int first, List<Write<E>> writes) {
        demand(-chosen, pool.eq(value, first));
        for (Write<E> other : writes) demand(-chosen, -other.happens(), order.before(read, other.event()));
    }

    private void demand(int... literals) {
        int clause = pool.or(literals);
        if (clause != TermPool.TRUE) constraints.accept(clause);
    }
}
