package dev.moirai.symbolic;

import dev.moirai.symbolic.MemoryObject.Cell;

/** What others have to do with the memory of an execution: other threads, for who executes several. */
public interface Outside {
    /** There are no others. */
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
     * What a cell holds that the path itself has not written, or 0: what its object was made with. Where {@link #touched} has
     * not announced a read, it is only for what is not written to stay as it is.
     */
    int contents(Cell cell);

    /** The path is about to read or write (a part of) the cell. */
    void touched(Cell cell, Use use);

    /** Whether there are no others yet. */
    boolean isAlone();

    /** An object has another size than was thought when others looked at it. */
    void resized();
}
