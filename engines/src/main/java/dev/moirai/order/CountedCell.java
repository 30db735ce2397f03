package dev.moirai.order;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * A cell that is only set to constants and counted up and down by constants: what a write leaves is a constant, or what its
 * thread has read there before, plus one. Every write happens once, and what was read is what an earlier write has left. So
 * the cell holds a constant plus the steps of some writes, each once; and however the threads run it stays between
 * {@link #low} and {@link #high}.
 */
final class CountedCell {
    /** A range that needs more bits is not worth it. */
    private static final int MOST_BITS = 14;

    private final TermPool pool;
    private boolean isOther;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    /** By event that writes: how far down it goes at most, and how far up. */
    private final Map<Integer, long[]> steps = new HashMap<>();

    CountedCell(TermPool pool) {
        this.pool = pool;
    }

    /** The cell may hold the term, because of the event of this number. */
    void mayHold(int term, int event, IntPredicate isRead) {
        if (pool.isBool(term)) isOther = true;
        if (!isOther) follow(term, event, 0, isRead);
    }

    private void follow(int term, int event, long offset, IntPredicate isRead) {
        if (isRead.test(term)) {
            long[] way = steps.computeIfAbsent(event, _ -> new long[2]);
            way[0] = Math.min(way[0], offset);
            way[1] = Math.max(way[1], offset);
            return;
        }
        if (pool.isConstant(term)) {
            long constant = signed(term) + offset;
            least = Math.min(least, constant);
            most = Math.max(most, constant);
            return;
        }
        Operator op = pool.op(term);
        if (op == Operator.ITE) {
            follow(pool.operand(term, 1), event, offset, isRead);
            if (!isOther) follow(pool.operand(term, 2), event, offset, isRead);
            return;
        }
        boolean sum = op == Operator.BV_ADD;
        boolean difference = op == Operator.BV_SUB;
        if (sum && isSmall(pool.operand(term, 0)))
            follow(pool.operand(term, 1), event, offset + signed(pool.operand(term, 0)), isRead);
        else if (sum && isSmall(pool.operand(term, 1)))
            follow(pool.operand(term, 0), event, offset + signed(pool.operand(term, 1)), isRead);
        else if (difference && isSmall(pool.operand(term, 1)))
            follow(pool.operand(term, 0), event, offset - signed(pool.operand(term, 1)), isRead);
        else isOther = true;
    }

    private boolean isSmall(int term) {
        return pool.isConstant(term) && bits(signed(term)) <= MOST_BITS;
    }

    private long signed(int term) {
        int unused = Long.SIZE - pool.width(term);
        return pool.value(term) << unused >> unused;
    }

    /** How many bits it takes to write the number down, its sign apart. */
    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number < 0 ? ~number : number);
    }

    /** Whether this is known of the cell, and the range is small. */
    boolean isNarrow() {
        return !isOther
                && least <= most
                && bits(least) <= MOST_BITS
                && bits(most) <= MOST_BITS
                && bits(low()) <= MOST_BITS
                && bits(high()) <= MOST_BITS;
    }

    long low() {
        return least + steps.values().stream().mapToLong(way -> way[0]).sum();
    }

    long high() {
        return most + steps.values().stream().mapToLong(way -> way[1]).sum();
    }
}
