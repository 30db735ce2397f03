package dev.moirai.solve;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;

/**
 * Decides boolean terms of one pool. Assertions stay for good; what shall hold for one check only is an assumption. A
 * solver keeps what it learnt from one check to the next. It is used by one thread at a time; only {@link Limit#cancel} may
 * come from another.
 *
 * <p>A solver never throws because of what happens to it (a killed process, a missing library function, exhausted memory of
 * a native library): that is an {@link Answer.Unknown} with the reason. It answers {@code Unknown} too for sorts it does
 * not know.
 */
public interface Solver extends AutoCloseable {
    /** As a user writes it: {@code bitwuzla}, {@code moirai}, {@code z3 -in}. */
    String name();

    TermPool pool();

    /** From now on {@code term} holds. */
    void add(int term);

    /** From now on there is an order of things that obeys what is true. */
    default void add(Precedence precedence) {
        add(precedence.clocks(pool()));
    }

    /** A value of a variable that is worth trying first. Nothing follows from it; a solver may well ignore it. */
    default void suggest(int variable, long value) {}

    /** Ends with {@link Answer.Unknown} soon after the limit is reached, and can then be used on. */
    Answer check(Limit limit, int... assumptions);

    default Answer check(int... assumptions) {
        return check(Limit.none(), assumptions);
    }

    Statistics statistics();

    @Override
    void close();
}
