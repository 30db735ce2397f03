package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.value.Exact;
import org.junit.jupiter.api.Test;

/** Quantifiers under an assignment, and as text. */
class QuantifiedTermsTest {
    private final TermPool pool = new TermPool();
    private final MathTerms math = pool.math();
    private final int array = math.variable("a", math.arraySort(MathTerms.INTEGER, MathTerms.INTEGER));
    private final int i = math.variable("i", MathTerms.INTEGER);
    private final int j = math.variable("j", MathTerms.INTEGER);

    private boolean holds(int term, long value) {
        return new Evaluator(pool, variable -> variable == array ? value : 0).isTrue(term);
    }

    private static long ascending() {
        return Exact.update(Exact.update(Exact.everywhere(0), 7, 1, 0), 8, 2, 0);
    }

    @Test
    void aBodyIsEvaluatedWhereItsValueMayChange() {
        int positive = -math.less(math.select(array, i), math.integer(0));
        assertThat(holds(math.forAll(i, positive), ascending())).isTrue();
        assertThat(holds(math.forAll(i, positive), Exact.update(ascending(), 1000, -1, 0)))
                .isFalse();
        int upTo8 = pool.or(math.less(math.integer(8), i), -math.less(math.integer(2), math.select(array, i)));
        assertThat(holds(math.forAll(i, upTo8), Exact.update(ascending(), 9, 3, 0)))
                .isTrue();
        assertThat(holds(math.forAll(i, upTo8), Exact.update(ascending(), 8, 3, 0)))
                .isFalse();
    }

    @Test
    void nestedOnesTellDistances() {
        int inOrder = pool.or(-math.less(i, j), -math.less(math.select(array, j), math.select(array, i)));
        int sorted = math.forAll(i, math.forAll(j, pool.or(math.less(math.integer(8), j), inOrder)));
        assertThat(holds(sorted, ascending())).isTrue();
        assertThat(holds(sorted, Exact.update(ascending(), 6, 5, 0))).isFalse();
        assertThat(holds(math.forAll(i, math.forAll(j, inOrder)), ascending())).isFalse();
        int larger = -math.forAll(j, -math.less(i, j));
        assertThat(holds(math.forAll(i, larger), ascending())).isTrue();
    }

    @Test
    void asText() {
        int body = pool.eq(math.select(array, math.add(i, math.integer(1))), math.select(array, i));
        assertThat(SmtLib.script(pool, "ALL", math.forAll(i, body)))
                .contains("(forall ((|i| Int)) (= (select |a| (+ |i| 1)) (select |a| |i|)))")
                .doesNotContain("declare-const |i|");
    }
}
