package dev.moirai.explore;

/**
 * The states seen so far, each by 128 bits of fingerprint and one mark. Open addressing in plain arrays: 17 bytes a slot,
 * at most three quarters of the slots taken.
 *
 * <p>Two different states with one fingerprint would make the search overlook what lies behind the second. Among n states
 * the chance for that is about n² / 2^129: for a thousand million states 10^-21, less than that of a fault of the memory
 * they lie in.
 */
final class VisitedStates {
    private long[] high;
    private long[] low;
    private byte[] marks;
    private int mask;
    private long size;

    /** The slot is taken: the state is known. */
    private static final byte KNOWN = 1;
    /** The state is on the path being searched. */
    private static final byte ON_PATH = 2;

    enum Found {
        NEW,
        KNOWN,
        ON_PATH
    }

    VisitedStates() {
        allocate(1 << 12);
    }

    private void allocate(int slots) {
        high = new long[slots];
        low = new long[slots];
        marks = new byte[slots];
        mask = slots - 1;
    }

    long size() {
        return size;
    }

    /** Looks the state up; a new one is added, and is on the path from now on. */
    Found enter(long first, long second) {
        int slot = find(first, second);
        if (marks[slot] != 0) return (marks[slot] & ON_PATH) != 0 ? Found.ON_PATH : Found.KNOWN;
        if ((size + 1) * 4 > (long) marks.length * 3) {
            grow();
            slot = find(first, second);
        }
        put(slot, first, second, (byte) (KNOWN | ON_PATH));
        size++;
        return Found.NEW;
    }

    void leavePath(long first, long second) {
        marks[find(first, second)] &= ~ON_PATH;
    }

    private int find(long first, long second) {
        // The fingerprint is well mixed already.
        int slot = (int) first & mask;
        while (marks[slot] != 0 && (high[slot] != first || low[slot] != second)) slot = (slot + 1) & mask;
        return slot;
    }

    private void put(int slot, long first, long second, byte mark) {
        high[slot] = first;
        low[slot] = second;
        marks[slot] = mark;
    }

    private void grow() {
        if (marks.length == 1 << 30) throw new OutOfMemoryError("more than 800 million states");
        long[] oldHigh = high;
        long[] oldLow = low;
        byte[] oldMarks = marks;
        allocate(oldMarks.length * 2);
        for (int i = 0; i < oldMarks.length; i++) {
            if (oldMarks[i] != 0) put(find(oldHigh[i], oldLow[i]), oldHigh[i], oldLow[i], oldMarks[i]);
        }
    }
}
