package dev.moirai.solve.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.solve.HornSolver.Outcome;
import dev.moirai.solve.Limit;
import org.junit.jupiter.api.Test;

/** Z3 as it is asked about recursive clauses. */
class Z3HornTest {
    private static final String COUNTS_UP = """
        (declare-rel R (Int))
        (declare-rel bad ())
        (declare-var x Int)
        (rule (=> (= x 0) (R x)) start)
        (rule (=> (R x) (R (+ x 1))) step)
        (rule (=> (and (R x) (< x 0)) bad) goal)
        (query bad)
        """;

    @Test
    void aNumberThatIsCountedUpIsNeverNegative() {
        assertThat(new Z3Horn().solve(COUNTS_UP, Limit.none())).isInstanceOf(Outcome.Underivable.class);
    }

    /** Rather no answer than a process that is killed for want of memory. */
    @Test
    void whoHasLostTooMuchMemoryIsAskedNoMore() {
        assertThat(new Z3Horn(-1).solve(COUNTS_UP, Limit.none()))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).startsWith("z3 is asked no more by this process"));
    }
}
