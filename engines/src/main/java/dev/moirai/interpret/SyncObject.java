package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Sync;
import java.util.List;

/** A synchronisation object in memory: its words, as {@link Sync} describes them, and the rules that all kinds share. */
record SyncObject(Execution x, long address, Sync kind) {
    private static final int WORD = 4;
    private static final int WORDS = 16;

    /** How many bytes its state takes. */
    int stateBytes() {
        return kind == Sync.SPIN ? WORD : WORDS;
    }

    private long offset(MemObject object) {
        return x.offset(object, address);
    }

    /** A word of its state. If the address lies in no live object, it is a memory error. */
    int word(int at) {
        MemObject object = x.readable(address, stateBytes());
        return (int) object.get(offset(object) + at, WORD);
    }

    void setWord(int at, int value) {
        MemObject object = x.memory().own(x.writable(address, stateBytes()));
        object.put(offset(object) + at, WORD, value);
    }

    int owner() {
        return word(kind == Sync.SPIN ? Sync.SPIN_OWNER : Sync.OWNER);
    }

    void setOwner(int owner) {
        setWord(kind == Sync.SPIN ? Sync.SPIN_OWNER : Sync.OWNER, owner);
    }

    boolean isMine() {
        return owner() == me();
    }

    int me() {
        return x.thread().number + 1;
    }

    /** Sets all bytes to zero, which is a live, free object. */
    void clear() {
        MemObject object = x.memory().own(x.writable(address, stateBytes()));
        long start = offset(object);
        long count = Math.min(kind.bytes(x.program().program().model()), object.size - start);
        for (long i = 0; i < count; i += WORD) object.put(start + i, (int) Math.min(WORD, count - i), 0);
    }

    // ---- whether it can be used --------------------------------------------------------------------------------

    boolean isUninitialised() {
        MemObject object = x.readable(address, stateBytes());
        long start = offset(object);
        for (int at : stateWords()) if (object.undefined(start + at, WORD) != 0) return true;
        return kind == Sync.BARRIER && word(Sync.NEEDED) == 0 && word(Sync.DEAD) == 0;
    }

    private int[] stateWords() {
        return switch (kind) {
            case MUTEX -> new int[] {Sync.KIND, Sync.OWNER, Sync.COUNT, Sync.DEAD};
            case SPIN -> new int[] {Sync.SPIN_OWNER};
            case RWLOCK -> new int[] {Sync.OWNER, Sync.COUNT, Sync.DEAD};
            case CONDITION -> new int[] {Sync.DEAD};
            case BARRIER -> new int[] {Sync.NEEDED, Sync.COUNT, Sync.DEAD};
            case SEMAPHORE -> new int[] {Sync.VALUE, Sync.DEAD};
        };
    }

    boolean isDestroyed() {
        return kind == Sync.SPIN ? owner() == Sync.SPIN_DEAD : word(Sync.DEAD) != 0;
    }

    boolean isUsable() {
        return !isUninitialised() && !isDestroyed();
    }

    /** 0 if the object can be used, otherwise the error code of the misuse. {@code verb} is for the message: "lock of". */
    int check(String verb) {
        x.writable(address, stateBytes());
        if (isUninitialised()) return misuse(verb + " " + name() + ", which is not initialised", Errno.EINVAL);
        if (isDestroyed()) return misuse(verb + " " + name() + ", which has been destroyed", Errno.EINVAL);
        return 0;
    }

    int misuse(String message, int code) {
        return x.faults().misuse(this, message, code);
    }

    // ---- in words ----------------------------------------------------------------------------------------------

    /** What it is and what the user calls it: "mutex m". */
    String name() {
        return (kind == Sync.SPIN ? "spin lock" : kind) + " " + place();
    }

    /** What the user calls it: "m". */
    String place() {
        return x.names().synchroniser(address);
    }

    static String readers(int count) {
        return count == 1 ? "1 reader" : count + " readers";
    }

    /** The name of the owner: "main", or "worker, which has ended". */
    String threadName(int owner) {
        int number = owner - 1;
        if (number < 0 || number >= x.state().threadCount()) return "nobody known";
        return x.state().threadName(number) + (x.state().hasEnded(number) ? ", which has ended" : "");
    }

    // ---- waiting threads ---------------------------------------------------------------------------------------

    /** Threads that wait on this condition or barrier and have not been woken, in order of number. */
    List<Integer> waiters() {
        return Waiters.sleepers(x.state(), address);
    }

    void wake(int thread) {
        x.state().own(thread).woken = true;
    }

    List<Touch> touch() {
        return x.memory().find(address) == null
                ? List.of()
                : List.of(new Touch(address, stateBytes(), Touch.Effect.WRITE, Touch.Kind.SYNC));
    }
}
