package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * Who may see whose write, place by place. A <em>write</em> says that, if its literal is true, a node writes at a place; a
 * <em>view</em> that, if its literal is true, a reader sees what a writer left there. A reader and a place are a
 * <em>read</em>; it has a view for everything it may see. Plain data, numbered in the order given; {@link OrderTheory} draws the
 * conclusions.
 */
final class SeenWrites {
    /** The writer of a view of what was there at first. */
    static final int NOBODY = -1;

    static final IntStack NONE = new IntStack(1);

    /** By view: literal, writer, reader, place. */
    private final IntStack views = new IntStack(64);
    /** By write: literal, node, place. */
    private final IntStack writes = new IntStack(64);
    /** By read: reader, place. */
    private final IntStack reads = new IntStack(64);

    /** By view: its read, and the write that it sees, if its writer has one. */
    private int[] readOf = new int[0];

    private int[] seenBy = new int[0];
    /** By read: its views, by writer. */
    private IntStack[] viewsOf = new IntStack[0];

    /** As {@link #writers}: how many of the read's views come before those of these 64 nodes. */
    private int[] rank = new int[0];
    /** By place. */
    private IntStack[] readsAt = new IntStack[0];

    private IntStack[] writesAt = new IntStack[0];
    /** By node. */
    private IntStack[] readsBy = new IntStack[0];

    private IntStack[] writesBy = new IntStack[0];
    /** By literal: the views and writes that it makes. */
    private IntStack[] viewsIf = new IntStack[0];

    private IntStack[] writesIf = new IntStack[0];

    private int words;
    /** As rows of bits: for each node, those about which something may follow from their being after it. */
    private long[] related = new long[0];
    /** For each read the writers it may see, for each write the readers that may see it. */
    private long[] writers = new long[0];

    private long[] readers = new long[0];

    /** The views that hold, in this order; by read and by write. */
    private final IntStack holding = new IntStack(64);

    private IntStack[] heldBy = new IntStack[0];
    private IntStack[] heldOf = new IntStack[0];

    void addView(int literal, int writer, int reader, int place) {
        for (int part : new int[] {literal, writer, reader, place}) views.push(part);
    }

    void addWrite(int literal, int node, int place) {
        for (int part : new int[] {literal, node, place}) writes.push(part);
    }

    int views() {
        return views.size / 4;
    }

    int writes() {
        return writes.size / 3;
    }

    int literalOfView(int view) {
        return views.data[4 * view];
    }

    int writer(int view) {
        return views.data[4 * view + 1];
    }

    int reader(int view) {
        return views.data[4 * view + 2];
    }

    int placeOfView(int view) {
        return views.data[4 * view + 3];
    }

    int literalOfWrite(int write) {
        return writes.data[3 * write];
    }

    int node(int write) {
        return writes.data[3 * write + 1];
    }

    int place(int write) {
        return writes.data[3 * write + 2];
    }

    int readerOf(int read) {
        return reads.data[2 * read];
    }

    int placeOfRead(int read) {
        return reads.data[2 * read + 1];
    }

    IntStack readsAt(int place) {
        return readsAt[place];
    }

    IntStack writesAt(int place) {
        return writesAt[place];
    }

    IntStack readsBy(int reader) {
        return readsBy[reader];
    }

    IntStack writesBy(int node) {
        return writesBy[node];
    }

    IntStack viewsIf(int literal) {
        return literal < viewsIf.length ? viewsIf[literal] : NONE;
    }

    IntStack writesIf(int literal) {
        return literal < writesIf.length ? writesIf[literal] : NONE;
    }

    /** Of 64 nodes, those about which something may follow from their being after {@code node}. */
    long related(int node, int word) {
        return related[node * words + word];
    }

    /** Of 64 nodes, those whose writing the read may see. */
    long writers(int read, int word) {
        return writers[read * words + word];
    }

    /** Of 64 nodes, those that may see the write. */
    long readers(int write, int word) {
        return readers[write * words + word];
    }

    /** The read's view of the writer, or -1. */
    int view(int read, int writer) {
        IntStack list = viewsOf[read];
        if (writer == NOBODY) return list.size > 0 && writer(list.data[0]) == NOBODY ? list.data[0] : -1;
        int row = read * words + (writer >> 6);
        long bit = 1L << writer;
        return (writers[row] & bit) == 0 ? -1 : list.data[rank[row] + Long.bitCount(writers[row] & bit - 1)];
    }

    /** The node's read at the place, or -1. */
    int read(int node, int place) {
        IntStack list = readsBy[node];
        for (int i = 0; i < list.size; i++) if (placeOfRead(list.data[i]) == place) return list.data[i];
        return -1;
    }

    private int write(int node, int place) {
        IntStack list = writesBy[node];
        for (int i = 0; i < list.size; i++) if (place(list.data[i]) == place) return list.data[i];
        return -1;
    }

    // ---- what holds --------------------------------------------------------------------------------------------

    void hold(int view) {
        holding.push(view);
        heldBy[readOf[view]].push(view);
        if (seenBy[view] >= 0) heldOf[seenBy[view]].push(view);
    }

    int held() {
        return holding.size;
    }

    void letGo() {
        int view = holding.data[--holding.size];
        heldBy[readOf[view]].size--;
        if (seenBy[view] >= 0) heldOf[seenBy[view]].size--;
    }

    IntStack heldBy(int read) {
        return heldBy[read];
    }

    IntStack heldOf(int write) {
        return heldOf[write];
    }

    // ---- tables ------------------------------------------------------------------------------------------------

    /** Makes the tables; nothing holds. */
    void arrange(int nodes, int literals) {
        int places = 0;
        for (int view = 0; view < views(); view++) places = Math.max(places, placeOfView(view) + 1);
        for (int write = 0; write < writes(); write++) places = Math.max(places, place(write) + 1);
        words = (nodes + 63) >> 6;
        arrangeWrites(nodes, places, literals);
        arrangeViews(nodes, places, literals);
        related = new long[nodes * words];
        for (int write = 0; write < writes(); write++) {
            IntStack others = writesAt[place(write)];
            for (int i = 0; i < others.size; i++)
                if (others.data[i] != write) relate(node(write), node(others.data[i]));
            IntStack near = readsAt[place(write)];
            for (int i = 0; i < near.size; i++) relate(node(write), readerOf(near.data[i]));
        }
    }

    private void arrangeWrites(int nodes, int places, int literals) {
        writesAt = none(places);
        writesBy = none(nodes);
        writesIf = none(literals);
        heldOf = new IntStack[writes()];
        for (int write = 0; write < writes(); write++) {
            put(writesAt, place(write), write);
            put(writesBy, node(write), write);
            if (literalOfWrite(write) != OrderTheory.ALWAYS) put(writesIf, literalOfWrite(write), write);
            heldOf[write] = new IntStack(2);
        }
    }

    private void arrangeViews(int nodes, int places, int literals) {
        readsAt = none(places);
        readsBy = none(nodes);
        viewsIf = none(literals);
        readers = new long[writes() * words];
        readOf = new int[views()];
        seenBy = new int[views()];
        holding.size = 0;
        reads.size = 0;
        for (int view = 0; view < views(); view++) {
            int read = read(reader(view), placeOfView(view));
            if (read < 0) {
                read = reads.size / 2;
                reads.push(reader(view));
                reads.push(placeOfView(view));
                put(readsAt, placeOfView(view), read);
                put(readsBy, reader(view), read);
            }
            readOf[view] = read;
            seenBy[view] = writer(view) == NOBODY ? -1 : write(writer(view), placeOfView(view));
            if (seenBy[view] >= 0) readers[seenBy[view] * words + (reader(view) >> 6)] |= 1L << reader(view);
            if (literalOfView(view) != OrderTheory.ALWAYS) put(viewsIf, literalOfView(view), view);
        }
        writers = new long[reads.size / 2 * words];
        viewsOf = none(reads.size / 2);
        heldBy = new IntStack[reads.size / 2];
        Arrays.setAll(heldBy, i -> new IntStack(2));
        Integer[] byWriter = new Integer[views()];
        Arrays.setAll(byWriter, i -> i);
        Arrays.sort(byWriter, (a, b) -> Integer.compare(writer(a), writer(b)));
        for (int view : byWriter) {
            put(viewsOf, readOf[view], view);
            if (writer(view) != NOBODY) writers[readOf[view] * words + (writer(view) >> 6)] |= 1L << writer(view);
        }
        rank = new int[writers.length];
        for (int read = 0; read < viewsOf.length; read++) {
            int before = view(read, NOBODY) < 0 ? 0 : 1;
            for (int row = read * words; row < (read + 1) * words; row++) {
                rank[row] = before;
                before += Long.bitCount(writers[row]);
            }
            if (before != viewsOf[read].size) throw new IllegalArgumentException("two views of one writer");
        }
    }

    private void relate(int first, int second) {
        related[first * words + (second >> 6)] |= 1L << second;
    }

    private static IntStack[] none(int size) {
        var lists = new IntStack[size];
        Arrays.fill(lists, NONE);
        return lists;
    }

    private static void put(IntStack[] lists, int at, int value) {
        if (lists[at] == NONE) lists[at] = new IntStack(4);
        lists[at].push(value);
    }
}
