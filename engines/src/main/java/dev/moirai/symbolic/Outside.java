package dev.moirai.symbolic;

import dev.moirai.symbolic.MemoryObject.Cell;

/** What other threads do to the memory of an execution, for an engine that executes several. */
public interface Outside {
    /** There are no other threads. */
    Outside NOBODY = new Outside() {
        @Override
        public int contents(Cell cell) {
            return 0;
        }

        @Override
        public void touched(Cell cell, Use use) {}

        @Override
        public boolean isAlone() {
            return true;
        }

        @Override
        public void resized() {}
    };

    enum Use {
        READ,
        WRITE
    }

    /**
     * The contents of a cell that the path itself has not written, or 0 for its object's first contents. Unless {@link
     * #touched} has announced a read, the result only serves to keep the old contents where a conditional write does
     * not happen.
     */
    int contents(Cell cell);

    /** Announces that the path is about to read or write the cell or a part of it. */
    void touched(Cell cell, Use use);

    /** Whether no other thread has started yet. */
    boolean isAlone();

    /** Announces that an object's size has changed since other threads looked at it. */
    void resized();
}
