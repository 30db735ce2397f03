package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PrecedenceTest {
    private final TermPool pool = new TermPool();
    private final int forth = pool.boolVar("forth");
    private final int back = pool.boolVar("back");

    private Precedence precedence() {
        var precedence = new Precedence(3);
        precedence.before(TermPool.TRUE, 2, 1);
        precedence.before(TermPool.FALSE, 0, 2);
        precedence.before(forth, 1, 0);
        precedence.before(back, 0, 2);
        return precedence;
    }

    @Test
    void placesObeyWhatIsTrue() {
        int[] places = precedence().places(new Evaluator(pool, variable -> variable == forth ? 1 : 0));
        assertThat(places[2]).isLessThan(places[1]);
        assertThat(places[1]).isLessThan(places[0]);
    }

    @Test
    void aCycleHasNoPlaces() {
        assertThatThrownBy(() -> precedence().places(new Evaluator(pool, _ -> 1)))
                .isInstanceOf(IllegalStateException.class);
    }
}
