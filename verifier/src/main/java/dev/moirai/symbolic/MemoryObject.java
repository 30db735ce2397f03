package dev.moirai.symbolic;

import dev.moirai.ir.Type;
import java.util.TreeMap;

/** An object in memory: where it lies, what it holds at first, and into which cells it has been cut so far. */
public final class MemoryObject {
    final String name;
    final long base;
    /** So many bytes it can have at most; it has {@link #extent}. */
    long room;
    /** The term that says how many bytes it has, as wide as a pointer; nearly always a constant. */
    int extent;

    final Type type;
    final Origin origin;
    /** The bytes at the start of the program, or empty for an object that is zero or free then. */
    final byte[] image;
    /** The cell that says whether it lives: its slot, or -1 for one that always does. */
    final int alive;

    final TreeMap<Long, Cell> cells = new TreeMap<>();
    /** The slot of the list of writes that are not in the cells, once there is one. */
    int log = -1;

    enum Origin {
        GLOBAL,
        CONSTANT,
        HEAP,
        STACK,
        /** Of one thread, from its start to its end. */
        THREAD
    }

    enum Initially {
        ZERO,
        IMAGE,
        FREE
    }

    final Initially initially;

    MemoryObject(
            String name,
            long base,
            long room,
            int extent,
            Type type,
            Origin origin,
            Initially initially,
            byte[] image,
            int alive) {
        this.name = name;
        this.base = base;
        this.room = room;
        this.extent = extent;
        this.type = type;
        this.origin = origin;
        this.initially = initially;
        this.image = image;
        this.alive = alive;
    }

    /** Whether somebody must make it before it lives. */
    boolean isMade() {
        return origin == Origin.HEAP || origin == Origin.STACK;
    }

    /** A run of bytes that is read and written as one; once split, each byte has a slot of its own from {@code firstByte}. */
    public static final class Cell {
        final MemoryObject object;
        final long offset;
        final int bytes;
        final int slot;
        int firstByte = -1;
        /** Whether its type says that it holds a pointer. */
        boolean isPointer;
        /** The variable for its unknown first contents, once anybody has asked. */
        int free = Values.ABSENT;

        Cell(MemoryObject object, long offset, int bytes, int slot) {
            this.object = object;
            this.offset = offset;
            this.bytes = bytes;
            this.slot = slot;
        }

        long end() {
            return offset + bytes;
        }

        boolean isSplit() {
            return firstByte >= 0;
        }

        /** Whether it holds no bytes but the truth value that the object lives. */
        public boolean isLife() {
            return bytes == 0;
        }

        /** Of its contents: the number of bits, 0 for a truth value. */
        public int width() {
            return bytes * 8;
        }

        @Override
        public String toString() {
            return object.name + (isLife() ? "'s life" : offset == 0 ? "" : "+" + offset);
        }
    }
}
