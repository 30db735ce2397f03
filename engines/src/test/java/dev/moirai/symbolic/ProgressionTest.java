package dev.moirai.symbolic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.TermPool;
import org.junit.jupiter.api.Test;

class ProgressionTest {
    private final TermPool pool = new TermPool();
    private final int x = pool.bvVar("x", 32);
    private final int wide = pool.bvVar("wide", 64);

    private Progression read(int term, int... conditions) {
        Guard guard = Guard.always();
        for (int condition : conditions) guard = guard.and(pool, condition);
        return new Progression.Reader(pool, guard).of(term);
    }

    private int times(int term, long factor) {
        return pool.bvMul(term, pool.bv(factor, pool.width(term)));
    }

    private int bv(long value, int width) {
        return pool.bv(value, width);
    }

    @Test
    void elementsOfAnArrayAreAsFarApartAsTheirSizeSays() {
        int offset = pool.bvAdd(times(pool.zext(x, 64), 12), bv(4, 64));
        Progression inside = read(offset).upTo(100, 64);
        assertThat(inside.stride()).isEqualTo(12);
        assertThat(inside.first()).isEqualTo(4);
        assertThat(inside.isWithin(0, 100)).isTrue();
    }

    @Test
    void whatMayWrapAroundKeepsOnlyPowersOfTwo() {
        Progression inside = read(times(wide, 12)).upTo(100, 64);
        assertThat(inside.stride()).isEqualTo(4);
        assertThat(inside.first()).isZero();
        assertThat(read(times(x, 12)).upTo(100, 32).stride()).isEqualTo(4);
    }

    @Test
    void whatThePathHasAskedCounts() {
        Progression asked = read(times(wide, 12), pool.ult(wide, bv(5, 64)));
        assertThat(asked.upTo(100, 64)).isEqualTo(new Progression(0, 48, 12, 0));
        int signed = pool.sext(x, 64);
        Progression both = read(times(signed, 8), pool.sle(bv(1, 32), x), pool.slt(x, bv(4, 32)));
        assertThat(both).isEqualTo(new Progression(8, 24, 8, 0));
        assertThat(read(x, pool.eq(x, bv(7, 32))).isWithin(7, 7)).isTrue();
    }

    @Test
    void choicesAreBoth() {
        int test = pool.boolVar("test");
        int choice = pool.ite(test, times(pool.zext(x, 64), 24), bv(16, 64));
        Progression either = read(choice).upTo(1000, 64);
        assertThat(either.stride()).isEqualTo(8);
        assertThat(either.first()).isZero();
    }

    @Test
    void belowZeroIsNotInside() {
        Progression inside =
                read(pool.bvSub(times(pool.sext(x, 64), 4), bv(6, 64))).upTo(40, 64);
        assertThat(inside.first()).isEqualTo(2);
        assertThat(inside.stride()).isEqualTo(4);
    }
}
