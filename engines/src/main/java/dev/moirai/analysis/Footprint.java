package dev.moirai.analysis;

import java.util.Arrays;

/** The classes of memory that may be read and that may be written (or synchronised on, or ended), as sets of bits. */
public final class Footprint {
    private final long[] reads;
    private final long[] writes;

    private Footprint(long[] reads, long[] writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /** An empty footprint over {@code classes} classes, to be added to. */
    public static Footprint empty(int classes) {
        int words = (classes + 63) / 64;
        return new Footprint(new long[words], new long[words]);
    }

    Footprint copy() {
        return new Footprint(reads.clone(), writes.clone());
    }

    void addRead(int number) {
        reads[number >>> 6] |= 1L << number;
    }

    void addWrite(int number) {
        writes[number >>> 6] |= 1L << number;
    }

    void addEverything() {
        Arrays.fill(writes, -1);
    }

    public void clear() {
        Arrays.fill(reads, 0);
        Arrays.fill(writes, 0);
    }

    /** Adds the other footprint; returns whether anything was new. */
    public boolean add(Footprint other) {
        long fresh = 0;
        for (int i = 0; i < reads.length; i++) {
            fresh |= (other.reads[i] & ~reads[i]) | (other.writes[i] & ~writes[i]);
            reads[i] |= other.reads[i];
            writes[i] |= other.writes[i];
        }
        return fresh != 0;
    }

    boolean includes(Footprint other) {
        for (int i = 0; i < reads.length; i++) {
            if (((other.reads[i] & ~reads[i]) | (other.writes[i] & ~writes[i])) != 0) return false;
        }
        return true;
    }

    /** Whether one may write what the other may read or write. */
    public boolean conflictsWith(Footprint other) {
        for (int i = 0; i < reads.length; i++) {
            if ((writes[i] & (other.reads[i] | other.writes[i]) | reads[i] & other.writes[i]) != 0) return true;
        }
        return false;
    }

    public boolean isEmpty() {
        for (int i = 0; i < reads.length; i++) if ((reads[i] | writes[i]) != 0) return false;
        return true;
    }

    boolean touches(int number) {
        return mayRead(number) || mayWrite(number);
    }

    boolean mayRead(int number) {
        return (reads[number >>> 6] >>> number & 1) != 0;
    }

    boolean mayWrite(int number) {
        return (writes[number >>> 6] >>> number & 1) != 0;
    }
}
