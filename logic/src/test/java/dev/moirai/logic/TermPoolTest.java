package dev.moirai.logic;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules that encoders count on, seen by identity of terms. */
class TermPoolTest {
    private final TermPool pool = new TermPool();
    private final int p = pool.boolVar("p");
    private final int q = pool.boolVar("q");
    private final int r = pool.boolVar("r");
    private final int x = pool.bvVar("x", 32);
    private final int y = pool.bvVar("y", 32);

    private int c(long value) {
        return pool.bv(value, 32);
    }

    @Test
    void equalTermsAreOneTerm() {
        assertThat(pool.bvAdd(x, y)).isEqualTo(pool.bvAdd(y, x));
        assertThat(pool.and(p, q)).isEqualTo(pool.and(q, p));
        assertThat(pool.eq(x, y)).isEqualTo(pool.eq(y, x));
        assertThat(pool.boolVar("p")).isEqualTo(p);
        assertThat(c(-1)).isEqualTo(c(0xffff_ffffL));
    }

    @Test
    void oneNameHasOneSort() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pool.bvVar("p", 4))
                .withMessageContaining("p");
        assertThatIllegalArgumentException().isThrownBy(() -> pool.bvVar("wide", 65));
    }

    @Test
    void conjunctions() {
        assertThat(pool.and(p, pool.not(p))).isEqualTo(FALSE);
        assertThat(pool.and(p, pool.or(p, q))).isEqualTo(p);
        assertThat(pool.and(p, pool.and(p, q))).isEqualTo(pool.and(p, q));
        assertThat(pool.and(pool.not(p), pool.and(p, q))).isEqualTo(FALSE);
        assertThat(pool.and(p, pool.not(pool.and(p, q)))).isEqualTo(pool.and(p, pool.not(q)));
        assertThat(pool.or(pool.and(p, q), pool.and(p, pool.not(q)))).isEqualTo(p);
        assertThat(pool.and(pool.and(p, q), pool.and(r, pool.not(p)))).isEqualTo(FALSE);
        assertThat(pool.and(pool.eq(x, c(1)), pool.eq(x, c(2)))).isEqualTo(FALSE);
        assertThat(pool.and(pool.eq(x, c(1)), pool.distinct(x, c(2)))).isEqualTo(pool.eq(x, c(1)));
    }

    @Test
    void choices() {
        assertThat(pool.ite(p, x, x)).isEqualTo(x);
        assertThat(pool.ite(pool.not(p), x, y)).isEqualTo(pool.ite(p, y, x));
        assertThat(pool.ite(p, TRUE, q)).isEqualTo(pool.or(p, q));
        assertThat(pool.ite(p, q, FALSE)).isEqualTo(pool.and(p, q));
        assertThat(pool.ite(p, q, pool.not(q))).isEqualTo(pool.iff(p, q));
        assertThat(pool.ite(p, pool.ite(p, x, y), c(3))).isEqualTo(pool.ite(p, x, c(3)));
        assertThat(pool.ite(p, x, pool.ite(q, x, y))).isEqualTo(pool.ite(pool.or(p, q), x, y));
        assertThat(pool.ite(p, x, pool.ite(pool.and(pool.not(p), q), y, c(0))))
                .isEqualTo(pool.ite(p, x, pool.ite(q, y, c(0))));
        assertThat(pool.ite(pool.eq(x, y), x, y)).isEqualTo(y);
    }

    @Test
    void comparisonsGoThroughChainsOfConstants() {
        int counter = pool.ite(p, c(7), pool.ite(q, c(5), c(3)));
        assertThat(pool.eq(counter, c(7))).isEqualTo(p);
        assertThat(pool.eq(counter, c(5))).isEqualTo(pool.and(pool.not(p), q));
        assertThat(pool.eq(counter, c(4))).isEqualTo(FALSE);
        assertThat(pool.ult(counter, c(6))).isEqualTo(pool.not(p));
        assertThat(pool.slt(counter, c(8))).isEqualTo(TRUE);
        assertThat(pool.eq(pool.bvAdd(counter, c(1)), c(8))).isEqualTo(p);
        int open = pool.ite(p, c(1), pool.ite(q, c(2), x));
        assertThat(pool.eq(open, c(2))).isEqualTo(pool.and(pool.not(p), pool.or(q, pool.eq(x, c(2)))));
        assertThat(pool.isNonZero(pool.fromBool(p, 32))).isEqualTo(p);
    }

    /** A value that is drawn until it differs from another one differs from it, whatever their bits are. */
    @Test
    void whatWasComparedBeforeIsNotComparedAgain() {
        int first = pool.bvVar("first", 32);
        int second = pool.bvVar("second", 32);
        int drawn = pool.ite(pool.eq(first, y), second, first);
        assertThat(pool.eq(drawn, y)).isEqualTo(pool.and(pool.eq(first, y), pool.eq(second, y)));
        int third = pool.bvVar("third", 32);
        int open = pool.ite(p, second, pool.ite(q, third, first));
        assertThat(pool.eq(open, x)).isEqualTo(pool.eq(x, open));
        assertThat(pool.eq(open, c(0))).isNotEqualTo(pool.ite(p, pool.eq(second, c(0)), FALSE));
        pool.eq(first, c(9));
        pool.eq(third, c(9));
        assertThat(pool.eq(open, c(9)))
                .isEqualTo(pool.ite(p, pool.eq(second, c(9)), pool.ite(q, pool.eq(third, c(9)), pool.eq(first, c(9)))));
    }

    @Test
    void longChainsAreNotPushedThrough() {
        int chain = x;
        for (int i = 0; i < 100_000; i++) chain = pool.ite(pool.boolVar("g" + i), c(i), chain);
        int before = pool.size();
        pool.eq(chain, c(-1));
        assertThat(pool.size() - before).isLessThan(1000);
    }

    @Test
    void smallRanges() {
        int nibble = pool.bvVar("nibble", 4);
        int wide = pool.zext(nibble, 32);
        assertThat(pool.ult(wide, c(16))).isEqualTo(TRUE);
        assertThat(pool.slt(wide, c(16))).isEqualTo(TRUE);
        assertThat(pool.eq(wide, c(20))).isEqualTo(FALSE);
        assertThat(pool.slt(c(-1), wide)).isEqualTo(TRUE);
        assertThat(pool.ult(c(15), pool.ite(p, wide, c(3)))).isEqualTo(FALSE);
        assertThat(pool.ult(wide, c(5))).isEqualTo(pool.ult(nibble, pool.bv(5, 4)));
        assertThat(pool.bvUrem(wide, c(100))).isEqualTo(wide);
        assertThat(pool.upperBound(pool.bvMul(wide, wide))).isLessThan(256);
    }

    @Test
    void slices() {
        int high = pool.extract(x, 31, 16);
        int low = pool.extract(x, 15, 0);
        assertThat(pool.concat(high, low)).isEqualTo(x);
        int bytes = pool.concat(
                pool.concat(pool.extract(x, 31, 24), pool.extract(x, 23, 16)),
                pool.concat(pool.extract(x, 15, 8), pool.extract(x, 7, 0)));
        assertThat(bytes).isEqualTo(x);
        assertThat(pool.extract(pool.concat(x, y), 31, 0)).isEqualTo(y);
        assertThat(pool.extract(pool.sext(x, 64), 31, 0)).isEqualTo(x);
        assertThat(pool.bvLshr(x, c(16))).isEqualTo(pool.zext(high, 32));
        assertThat(pool.bvShl(x, c(40))).isEqualTo(c(0));
        assertThat(pool.bvAnd(x, c(0xffff))).isEqualTo(pool.zext(low, 32));
        int guarded = pool.concat(pool.ite(p, high, pool.extract(y, 31, 16)), pool.ite(p, low, pool.extract(y, 15, 0)));
        assertThat(guarded).isEqualTo(pool.ite(p, x, y));
    }

    @Test
    void arithmetic() {
        assertThat(pool.bvAdd(pool.bvAdd(x, c(4)), c(-4))).isEqualTo(x);
        assertThat(pool.bvAdd(pool.bvSub(x, y), y)).isEqualTo(x);
        assertThat(pool.bvSub(pool.bvAdd(x, y), x)).isEqualTo(y);
        assertThat(pool.bvAdd(pool.bvAdd(x, c(4)), y)).isEqualTo(pool.bvAdd(pool.bvAdd(x, y), c(4)));
        assertThat(pool.eq(pool.bvAdd(x, c(4)), c(6))).isEqualTo(pool.eq(x, c(2)));
        assertThat(pool.bvMul(pool.bvAdd(x, c(1)), c(12))).isEqualTo(pool.bvAdd(pool.bvMul(x, c(12)), c(12)));
        assertThat(pool.bvUdiv(c(7), c(0))).isEqualTo(c(-1));
        assertThat(pool.bvNeg(pool.bvNeg(x))).isEqualTo(x);
    }

    @Test
    void deepTermsNeedNoStack() {
        int sum = x;
        int guard = p;
        for (int i = 0; i < 300_000; i++) {
            sum = pool.ite(guard, pool.bvAdd(sum, y), pool.bvXor(sum, y));
            guard = pool.xor(guard, pool.ult(sum, x));
        }
        assertThat(new Evaluator(pool, v -> 1).value(sum)).isBetween(0L, 0xffff_ffffL);
        assertThat(SmtLib.script(pool, "QF_BV", guard)).endsWith("(check-sat)\n");
    }

    @Test
    void rangesDecideComparisons() {
        int x = pool.bvVar("x", 32);
        int rest = pool.bvSrem(x, pool.bv(10, 32));
        int other = pool.bvSrem(pool.bvVar("y", 32), pool.bv(10, 32));
        assertThat(pool.slt(pool.bv(10, 32), rest)).isEqualTo(TermPool.FALSE);
        assertThat(pool.slt(rest, pool.bv(-9, 32))).isEqualTo(TermPool.FALSE);
        assertThat(pool.slt(pool.bvAdd(rest, other), pool.bv(19, 32))).isEqualTo(TermPool.TRUE);
        assertThat(pool.eq(rest, pool.bv(10, 32))).isEqualTo(TermPool.FALSE);
        int c = pool.boolVar("c");
        assertThat(pool.slt(pool.bv(10, 32), pool.ite(c, rest, x)))
                .isEqualTo(pool.and(-c, pool.slt(pool.bv(10, 32), x)));
    }

    @Test
    void buildingIsGivenUpWhenTimeIsUp() {
        var looks = new AtomicInteger();
        var pool = new TermPool();
        assertThatThrownBy(() -> pool.until(() -> looks.incrementAndGet() == 3, () -> endless(pool)))
                .isInstanceOf(OutOfTime.class);
        assertThat(looks).hasValue(3);
        assertThat(pool.until(() -> false, () -> pool.bv(1, 8))).isEqualTo(pool.bv(1, 8));
    }

    private static int endless(TermPool pool) {
        for (long i = 0; ; i++) if (pool.bv(i, 64) == 0) return 0;
    }
}
