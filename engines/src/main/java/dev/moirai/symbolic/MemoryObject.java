package dev.moirai.symbolic;

import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** An object in memory: where it lies, what it holds at first, and the cells it has been cut into so far. */
public final class MemoryObject {
    final String name;
    final long base;
    /** The most bytes that the object can have; its actual size is {@link #extent}. */
    long room;
    /** The size in bytes as a term of pointer width; nearly always a constant. */
    int extent;

    final Type type;
    final Origin origin;
    /** The bytes at the start of the program, or empty for an object that is zero or free then. */
    final byte[] image;
    /** The slot of the cell that says whether the object is alive, or -1 for an object that always is. */
    final int alive;

    /** The mathematical values at the start of the program, by their offset, where they are not zero. */
    final Map<Long, Integer> values = new HashMap<>();

    final TreeMap<Long, Cell> cells = new TreeMap<>();
    /** The slot of the object's write log, or -1 before there is one. */
    int log = -1;

    enum Origin {
        GLOBAL,
        CONSTANT,
        HEAP,
        STACK,
        /** Belongs to one thread, and lives from its start to its end. */
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

    /** Whether the object must be made before it is alive. */
    boolean isMade() {
        return origin == Origin.HEAP || origin == Origin.STACK;
    }

    /**
     * A run of bytes that is read and written as one; once split, each byte has a slot of its own from {@code
     * firstByte} on.
     */
    public static final class Cell {
        final MemoryObject object;
        final long offset;
        final int bytes;
        final int slot;
        int firstByte = -1;
        /** Whether the cell's type is a pointer. */
        boolean isPointer;
        /** The sort of a cell that holds a mathematical value; 0 for all others. */
        int sort;
        /** The variable for the cell's unknown first contents, once it is needed. */
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

        /** Whether the cell holds no bytes but whether its object is alive. */
        public boolean isLife() {
            return bytes == 0;
        }

        /** The number of bits of the contents; 0 for a truth value; a mathematical value's sort. */
        public int width() {
            return sort != 0 ? sort : bytes * 8;
        }

        @Override
        public String toString() {
            return object.name + (isLife() ? "'s life" : offset == 0 ? "" : "+" + offset);
        }
    }
}
