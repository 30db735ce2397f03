package dev.moirai.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.moirai.value.Exact;
import java.time.Duration;
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

    /** What a quantifier inside can tell of a distance doubles with each: the furthest that can be told is found, to the last place. */
    @Test
    void distancesDouble() {
        for (int moved = 0; moved <= 3; moved++) {
            for (int depth = 0; depth <= 2; depth++) {
                int furthest = (2 * moved + 1) << depth;
                int zero = math.integer(0);
                int far = pool.and(math.less(i, zero), further(i, zero, moved, depth));
                int exactly = pool.and(far, -further(math.add(i, math.integer(1)), zero, moved, depth));
                assertThat(holds(-math.forAll(i, -far), ascending()))
                        .as(moved + " " + depth)
                        .isTrue();
                assertThat(holds(-math.forAll(i, -exactly), ascending()))
                        .as(moved + " " + depth)
                        .isTrue();
                int elsewhere = pool.and(exactly, -pool.eq(i, math.integer(-furthest)));
                assertThat(holds(-math.forAll(i, -elsewhere), ascending()))
                        .as(moved + " " + depth)
                        .isFalse();
            }
        }
    }

    /** Whether {@code b} is at least {@code (2 * moved + 1) * 2^depth} greater than {@code a}. */
    private int further(int a, int b, int moved, int depth) {
        if (depth == 0) return math.less(math.add(a, math.integer(moved)), math.add(b, math.integer(-moved)));
        int between = math.variable("between" + depth, MathTerms.INTEGER);
        int both = pool.and(further(a, between, moved, depth - 1), further(between, b, moved, depth - 1));
        return -math.forAll(between, -both);
    }

    /** As a tree the body has 2^60 nodes. */
    @Test
    void whatABodySharesIsEvaluatedOnce() {
        int sum = i;
        for (int n = 0; n < 60; n++) sum = math.add(math.select(array, sum), sum);
        int body = -math.less(sum, i);
        int all = math.forAll(i, body);
        int inside = math.forAll(j, math.forAll(i, pool.or(body, math.less(i, j))));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(holds(all, Exact.everywhere(0))).isTrue();
            assertThat(holds(all, Exact.update(Exact.everywhere(0), 5, -1, 0))).isFalse();
            assertThat(holds(inside, Exact.everywhere(1))).isTrue();
        });
    }

    /** A quantifier in another one that has none of its variables, and one that has. */
    @Test
    void quantifiersInsideSeeTheValuesAround() {
        int zero = math.forAll(j, pool.eq(math.select(array, j), math.integer(0)));
        assertThat(holds(math.forAll(i, pool.or(zero, -math.less(i, i))), ascending()))
                .isTrue();
        assertThat(holds(math.forAll(i, zero), ascending())).isFalse();
        // Each value is followed somewhere by one that is not less.
        int followed =
                -math.forAll(j, pool.or(-math.less(i, j), math.less(math.select(array, j), math.select(array, i))));
        assertThat(holds(math.forAll(i, followed), Exact.everywhere(3))).isTrue();
        assertThat(holds(math.forAll(i, followed), ascending())).isFalse();
    }

    @Test
    void timeIsUp() {
        int sorted = math.forAll(i, math.forAll(j, pool.or(-math.less(i, j), -math.less(math.select(array, j), i))));
        assertThatThrownBy(() -> pool.until(() -> true, () -> holds(sorted, ascending())))
                .isInstanceOf(OutOfTime.class);
    }

    @Test
    void asText() {
        int body = pool.eq(math.select(array, math.add(i, math.integer(1))), math.select(array, i));
        assertThat(SmtLib.script(pool, "ALL", math.forAll(i, body)))
                .contains("(forall ((|i| Int)) (= (select |a| (+ |i| 1)) (select |a| |i|)))")
                .doesNotContain("declare-const |i|");
    }
}
