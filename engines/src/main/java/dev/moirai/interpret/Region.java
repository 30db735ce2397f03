package dev.moirai.interpret;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one owner by page, shared between states in chunks. An object of several pages is entered at each of
 * them.
 */
final class Region {
    private static final int CHUNK_BITS = 4;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private record Chunk(Object owner, @Nullable MemObject[] objects) {}

    final Object owner;
    /** Absent chunks hold nothing. */
    private @Nullable Chunk[] chunks;
    /** Every page from here on is unused. */
    private int top;
    /** No page before it is unused. */
    private int firstUnused;
    /** How many objects are freed but still known, for messages about pointers to them. */
    int dead;
    /** How many of the freed objects the last search for pointers found pointed to. */
    int reached;

    Region(Object owner) {
        this.owner = owner;
        this.chunks = new @Nullable Chunk[1];
    }

    private Region(Object owner, Region from) {
        this.owner = owner;
        this.chunks = from.chunks.clone();
        this.top = from.top;
        this.firstUnused = from.firstUnused;
        this.dead = from.dead;
        this.reached = from.reached;
    }

    Region copy(Object newOwner) {
        return new Region(newOwner, this);
    }

    int top() {
        return top;
    }

    @Nullable
    MemObject get(int index) {
        int at = index >>> CHUNK_BITS;
        if (at >= chunks.length) return null;
        Chunk chunk = chunks[at];
        return chunk == null ? null : chunk.objects()[index & (CHUNK - 1)];
    }

    private void set(int index, @Nullable MemObject object) {
        int at = index >>> CHUNK_BITS;
        if (at >= chunks.length) chunks = Arrays.copyOf(chunks, Math.max(at + 1, chunks.length * 2));
        Chunk chunk = chunks[at];
        if (chunk == null) {
            chunk = new Chunk(owner, new @Nullable MemObject[CHUNK]);
            chunks[at] = chunk;
        } else if (chunk.owner() != owner) {
            chunk = new Chunk(owner, chunk.objects().clone());
            chunks[at] = chunk;
        }
        chunk.objects()[index & (CHUNK - 1)] = object;
    }

    /** Enters an object, or its copy, at each of its pages. */
    void put(int index, MemObject object) {
        for (int i = 0; i < object.pages; i++) set(index + i, object);
        if (index <= firstUnused) firstUnused = Math.max(firstUnused, index + object.pages);
        top = Math.max(top, index + object.pages);
    }

    /** Makes an object's pages unused again. */
    void forget(int index, MemObject object) {
        for (int i = 0; i < object.pages; i++) set(index + i, null);
        firstUnused = Math.min(firstUnused, index);
    }

    /** The start of the lowest {@code pages} consecutive unused pages. */
    int unusedRun(int pages) {
        int start = firstUnused;
        while (true) {
            while (start < top && get(start) != null) start++;
            if (pages == 1) firstUnused = start;
            int end = start;
            while (end < start + pages && end < top && get(end) == null) end++;
            if (end >= top || end == start + pages) return start;
            start = end;
        }
    }
}
