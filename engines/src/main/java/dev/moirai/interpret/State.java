package dev.moirai.interpret;

import dev.moirai.ir.Local;
import dev.moirai.source.SourceSpan;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** The state of an execution: memory and threads. Changed only by {@link Machine#step}; copied cheaply by {@link #fork}. */
public final class State {
    static final int NOBODY = -1;

    final Memory memory;
    private Object token = new Object();
    private ThreadState[] threads;
    private int threadCount;
    /** The number of the thread inside an atomic section, or {@link #NOBODY}. */
    int atomicHolder = NOBODY;

    State(AddressSpace space) {
        this.memory = new Memory(space);
        this.threads = new ThreadState[2];
    }

    private State(State from) {
        this.memory = from.memory.fork();
        this.threads = from.threads.clone();
        this.threadCount = from.threadCount;
        this.atomicHolder = from.atomicHolder;
    }

    /** A copy that shares everything until one of the two is changed. */
    public State fork() {
        // Shared threads must not change any more, so their cached hashes are computed now.
        for (int i = 0; i < threadCount; i++) threads[i].hash1();
        token = new Object();
        return new State(this);
    }

    /**
     * 128 bits over everything that can matter later: equal for states that behave alike, and different for others up
     * to a negligible probability. Contents of freed objects and dead locals do not count.
     */
    public Fingerprint fingerprint() {
        long a = memory.sum1() + atomicHolder;
        long b = memory.sum2() ^ threadCount;
        for (int i = 0; i < threadCount; i++) {
            a += Mixing.first(~i, threads[i].hash1());
            b += Mixing.second(~i, threads[i].hash2());
        }
        return new Fingerprint(a, Mixing.second(atomicHolder, b));
    }

    /** Threads are numbered from 0 (main) in the order of their creation, ended ones included. */
    public int threadCount() {
        return threadCount;
    }

    /** The thread's name: {@code main}, {@code worker}, {@code worker#2}. */
    public String threadName(int thread) {
        return threads[thread].name;
    }

    public boolean hasEnded(int thread) {
        return threads[thread].ended;
    }

    /** Whether another thread has joined it. */
    public boolean isJoined(int thread) {
        return threads[thread].joined;
    }

    /** Whether nobody can join it. */
    public boolean isDetached(int thread) {
        return threads[thread].detached;
    }

    /** Whether the thread waits on a condition or barrier and nobody has ended the wait. */
    public boolean isAsleep(int thread) {
        return threads[thread].parkedOn != 0 && !threads[thread].woken;
    }

    /** Whether the thread has not made its first step. */
    public boolean isNewborn(int thread) {
        return threads[thread].newborn;
    }

    /** Whether neither thread has made a step, and both will begin with the same function and arguments. */
    public boolean areTwins(int one, int other) {
        ThreadState a = threads[one];
        ThreadState b = threads[other];
        int given = a.start.parameterCount();
        return a.newborn && b.newborn && a.start == b.start && Arrays.equals(a.slots, 0, given, b.slots, 0, given);
    }

    /** The thread inside an atomic section, or -1. */
    public int atomicHolder() {
        return atomicHolder;
    }

    /** The number of activations on the thread's stack; 0 once it has ended. */
    public int depth(int thread) {
        return threads[thread].depth;
    }

    /** The function of an activation (0 is the outermost), by its place among {@code Program.functions()}. */
    public int function(int thread, int level) {
        return threads[thread].functionAt(level).index;
    }

    /**
     * The position, not counting labels, of an activation's next instruction; in an activation that has called another,
     * of that call.
     */
    public int position(int thread, int level) {
        return threads[thread].positionAt(level);
    }

    /** The value of a local in an activation of its function. */
    public long local(int thread, int level, Local local) {
        return threads[thread].local(level, local);
    }

    /** The bytes at an address, unless some of them are undefined or lie in no live object. */
    public OptionalLong contents(long address, int bytes) {
        MemObject object = memory.find(address);
        if (object == null || !object.isLive()) return OptionalLong.empty();
        long offset = memory.space.offset(address, object.page);
        if (offset < 0 || offset + bytes > object.size || object.undefined(offset, bytes) != 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(object.get(offset, bytes));
    }

    /**
     * What all objects have in common that one place of the program has made in the pages of one thread (or in the pool, by
     * the number beyond all threads).
     */
    public record Origin(int owner, SourceSpan place, String name) {}

    /**
     * The origin of the object at the address, unless it has the same address in all interleavings: which pages are
     * unused, and so used next, depends on what other threads have done.
     */
    public Optional<Origin> origin(long address) {
        MemObject object = memory.find(address);
        if (object == null || object.early) return Optional.empty();
        AllocSite site = object.site;
        return switch (site.kind()) {
            case GLOBAL, THREAD_LOCAL, CONSTANT, LITERAL -> Optional.empty();
            case STACK, HEAP ->
                Optional.of(new Origin(memory.space.regionOf(object.page) - 1, site.span(), site.name()));
        };
    }

    /** How far the address lies behind the start of the object in whose pages it lies; 0 if there is none. */
    public long offset(long address) {
        MemObject object = memory.find(address);
        return object == null ? 0 : memory.space.offset(address, object.page);
    }

    /** Whether an object that has not ended lies at the address. */
    public boolean isLive(long address) {
        MemObject object = memory.find(address);
        return object != null && object.isLive();
    }

    /**
     * The enabled threads that are not idle, or all if every one is idle. An idle thread waits, and could go on only
     * spuriously or by a time-out. Schedulers prefer the others, as real machines do.
     */
    int[] notIdle(int[] enabled) {
        int[] busy = new int[enabled.length];
        int count = 0;
        for (int number : enabled) {
            ThreadState thread = threads[number];
            if (thread.parkedOn == 0 || thread.woken) busy[count++] = number;
        }
        return count == 0 || count == enabled.length ? enabled : Arrays.copyOf(busy, count);
    }

    /** For reading only. */
    ThreadState thread(int number) {
        return threads[number];
    }

    /** The thread for writing: a copy of its own if this state shared it. */
    ThreadState own(int number) {
        ThreadState thread = threads[number];
        if (thread.owner != token) {
            thread = thread.copy(token);
            threads[number] = thread;
        }
        thread.touched();
        return thread;
    }

    ThreadState addThread(String name, CompiledFunction start, long[] threadLocals) {
        if (threadCount == threads.length) threads = Arrays.copyOf(threads, threadCount * 2);
        var thread = new ThreadState(token, threadCount, name, start, threadLocals);
        threads[threadCount++] = thread;
        return thread;
    }

    /** The pointers that threads hold outside memory. */
    Memory.Roots roots() {
        return new Memory.Roots() {
            @Override
            public void forEach(LongConsumer visitor) {
                for (int i = 0; i < threadCount; i++) threads[i].forEachRoot(visitor);
            }

            @Override
            public long bytes() {
                long bytes = 0;
                for (int i = 0; i < threadCount; i++) bytes += 64L * threads[i].depth;
                return bytes;
            }
        };
    }
}
