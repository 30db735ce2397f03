package dev.moirai.generate.idiom;

import java.util.function.Consumer;

/**
 * All that generated threads can do beside reading, writing, branching and claiming something about shared integers. An idiom
 * writes a statement or a few; what it needs declared at file scope or done before the first thread starts it says where it
 * needs it ({@link ThreadText#declare}, {@link ThreadText#prepare}).
 *
 * <p>It keeps programs small: no more than a handful of visible steps, loops that go round twice at most, and values in
 * shared integers from 0 to 3, so that an exhaustive search comes to an end and unwinding thrice covers everything.
 */
public enum Idiom {
    MUTEX(Mutexes::write, Waits.PERHAPS),
    CONDITION(Conditions::write, Waits.PERHAPS),
    SEMAPHORE(Semaphores::write, Waits.PERHAPS),
    BARRIER(Barriers::write, Waits.PERHAPS),
    RWLOCK(ReadWriteLocks::write, Waits.PERHAPS),
    SPIN_LOCK(SpinLocks::write, Waits.PERHAPS),
    ATOMIC(Atomics::write, Waits.NEVER),
    ATOMIC_SECTION(Sections::write, Waits.PERHAPS),
    HEAP(Heap::write, Waits.NEVER),
    BYTES(Bytes::write, Waits.NEVER),
    RECORDS(Records::write, Waits.NEVER),
    VIEWS(Views::write, Waits.NEVER),
    ALLOCATIONS(Allocations::write, Waits.NEVER),
    LINKS(Links::write, Waits.NEVER),
    THREAD_LOCAL(ThreadLocals::write, Waits.NEVER),
    CONSTANTS(Constants::write, Waits.NEVER),
    BLOCK(Blocks::write, Waits.NEVER),
    CHOICE(Choices::write, Waits.NEVER),
    ENDING(Endings::write, Waits.PERHAPS),
    ONCE(OnlyOnce::write, Waits.PERHAPS),
    THREAD_SPECIFIC(ThreadSpecific::write, Waits.NEVER),
    CHILD(Children::write, Waits.PERHAPS),
    ARITHMETIC(Arithmetic::write, Waits.NEVER),
    QUOTIENT(Quotients::write, Waits.NEVER),
    CALL(Calls::write, Waits.NEVER),
    LOOP(Loops::write, Waits.NEVER);

    /** Whether it may stop its thread; then it has no place in an atomic section, where it would stop everybody. */
    enum Waits {
        PERHAPS,
        NEVER
    }

    private final Consumer<ThreadText> writer;
    private final Waits waits;

    Idiom(Consumer<ThreadText> writer, Waits waits) {
        this.writer = writer;
        this.waits = waits;
    }

    boolean mayWait() {
        return waits == Waits.PERHAPS;
    }

    void write(ThreadText text) {
        writer.accept(text);
    }
}
