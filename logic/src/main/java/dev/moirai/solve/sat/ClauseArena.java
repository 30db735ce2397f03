package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * All clauses of two literals or more in one array. A reference is the place of the header: word 0 holds the size, word 1 flags and the
 * glue (the number of decision levels among its literals when it was learnt, Audemard and Simon 2009), then the literals.
 */
final class ClauseArena {
    static final int HEADER = 2;
    static final int NO_CLAUSE = -1;

    private static final int LEARNT = 1 << 31;
    private static final int DELETED = 1 << 30;
    private static final int USED = 3 << 28;
    private static final int GLUE = (1 << 28) - 1;

    int[] data = new int[1 << 14];
    int top;
    private int wasted;

    int add(int[] literals, int size, boolean learnt, int glue) {
        int need = top + HEADER + size;
        if (need < 0) throw new OutOfMemoryError("clauses fill 8 GB");
        if (need > data.length)
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(need, data.length * 2L)));
        int ref = top;
        data[ref] = size;
        data[ref + 1] = learnt ? LEARNT | glue : 0;
        System.arraycopy(literals, 0, data, ref + HEADER, size);
        top = need;
        return ref;
    }

    int size(int ref) {
        return data[ref];
    }

    int next(int ref) {
        return ref + HEADER + data[ref];
    }

    boolean isLearnt(int ref) {
        return data[ref + 1] < 0;
    }

    boolean isDeleted(int ref) {
        return (data[ref + 1] & DELETED) != 0;
    }

    int glue(int ref) {
        return data[ref + 1] & GLUE;
    }

    void setGlue(int ref, int glue) {
        data[ref + 1] = data[ref + 1] & ~GLUE | glue;
    }

    /** For how many more reductions of the database the clause is protected since it last took part in a conflict. */
    int used(int ref) {
        return (data[ref + 1] & USED) >>> 28;
    }

    void setUsed(int ref, int used) {
        data[ref + 1] = data[ref + 1] & ~USED | used << 28;
    }

    void delete(int ref) {
        data[ref + 1] |= DELETED;
        wasted += HEADER + data[ref];
    }

    boolean isWasteful() {
        return wasted > top / 4;
    }

    /**
     * A copy without the gaps of deleted clauses. Afterwards word 0 of a clause in this arena holds its place in the
     * copy.
     */
    ClauseArena compacted() {
        var moved = new ClauseArena();
        moved.data = new int[Math.max(1 << 14, (top - wasted) + (top - wasted) / 2)];
        for (int ref = 0; ref < top; ) {
            int next = next(ref);
            if (!isDeleted(ref)) {
                int length = next - ref;
                System.arraycopy(data, ref, moved.data, moved.top, length);
                data[ref] = moved.top;
                moved.top += length;
            }
            ref = next;
        }
        return moved;
    }
}
