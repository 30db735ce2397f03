package dev.moirai.ir;

import java.util.Locale;

/**
 * The kinds of synchronisation objects and how their state lies in memory: 32-bit words from the object's start. All
 * zero is a live, free object, as with C's static initialisers. Who waits on a condition or barrier is state of the
 * waiting thread, not of the object.
 */
public enum Sync {
    /** Words {@link #KIND}, {@link #OWNER}, {@link #COUNT}, {@link #DEAD}. */
    MUTEX(40, 24),
    /** Word {@link #OWNER} alone: the object is no larger. Destroyed is {@link #SPIN_DEAD}. */
    SPIN(4, 4),
    /** Words {@link #OWNER} (the writer), {@link #COUNT} (the readers), {@link #DEAD}. */
    RWLOCK(56, 32),
    /** Word {@link #DEAD}. */
    CONDITION(48, 48),
    /** Words {@link #NEEDED}, {@link #COUNT} (arrived so far), {@link #DEAD}. Zero needed: not initialised. */
    BARRIER(32, 20),
    /** Words {@link #VALUE}, {@link #DEAD}. */
    SEMAPHORE(32, 16);

    /** Mutex: 0 normal, 1 recursive, 2 error-checking (the numbers of glibc). */
    public static final int KIND = 0;
    /** Semaphore: its value. */
    public static final int VALUE = 0;
    /** Barrier: how many threads it waits for. */
    public static final int NEEDED = 0;
    /** Thread number plus one, 0 when free. */
    public static final int OWNER = 4;
    /** Mutex: depth of recursion; rwlock: readers; barrier: arrivals. */
    public static final int COUNT = 8;
    /** 1 once destroyed. */
    public static final int DEAD = 12;

    public static final int SPIN_OWNER = 0;
    public static final int SPIN_DEAD = -1;

    public static final int NORMAL = 0;
    public static final int RECURSIVE = 1;
    public static final int ERROR_CHECKING = 2;

    private final int bytesIn64;
    private final int bytesIn32;

    Sync(int bytesIn64, int bytesIn32) {
        this.bytesIn64 = bytesIn64;
        this.bytesIn32 = bytesIn32;
    }

    /** How many words hold its state. */
    public int words() {
        return this == SPIN ? 1 : 4;
    }

    /** The object's size, that of glibc's type. */
    public int bytes(DataModel model) {
        return model == DataModel.LP64 ? bytesIn64 : bytesIn32;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
