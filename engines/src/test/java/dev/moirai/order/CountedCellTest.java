package dev.moirai.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.TermPool;
import org.junit.jupiter.api.Test;

class CountedCellTest {
    private static final int WIDTH = 32;

    private final TermPool pool = new TermPool();
    private final int read = pool.bvVar("read", WIDTH);
    private final int other = pool.bvVar("other", WIDTH);
    private final CountedCell cell = new CountedCell(pool);

    private void mayHold(int term, int event) {
        cell.mayHold(term, event, candidate -> candidate == read);
    }

    private int number(long value) {
        return pool.bv(value, WIDTH);
    }

    @Test
    void everyWriteCountsOnce() {
        mayHold(number(0), -1);
        mayHold(pool.bvAdd(read, number(1)), 1);
        mayHold(pool.bvAdd(read, number(1)), 2);
        mayHold(pool.bvAdd(read, number(-1)), 3);
        assertThat(cell.isNarrow()).isTrue();
        assertThat(cell.low()).isEqualTo(-1);
        assertThat(cell.high()).isEqualTo(2);
    }

    @Test
    void ofOneWriteTheLargestStepCounts() {
        mayHold(number(5), -1);
        mayHold(pool.ite(pool.boolVar("b"), pool.bvAdd(read, number(3)), pool.bvSub(read, number(2))), 1);
        mayHold(pool.ite(pool.boolVar("c"), read, number(7)), 1);
        assertThat(cell.low()).isEqualTo(3);
        assertThat(cell.high()).isEqualTo(10);
    }

    @Test
    void whatIsComputedOtherwiseIsNotCounted() {
        mayHold(number(0), -1);
        mayHold(pool.bvAdd(read, read), 1);
        assertThat(cell.isNarrow()).isFalse();
    }

    @Test
    void whatComesFromElsewhereIsNotCounted() {
        mayHold(number(0), -1);
        mayHold(pool.bvAdd(other, number(1)), 1);
        assertThat(cell.isNarrow()).isFalse();
    }

    @Test
    void largeNumbersAreNotNarrow() {
        mayHold(number(1 << 20), -1);
        assertThat(cell.isNarrow()).isFalse();
    }
}
