package dev.moirai.ir;

import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * One step of a goto program. At most one access to memory that another thread can reach, so the grain of interleaving
 * is here to see: {@link Visibility} says which instructions other threads can tell apart.
 *
 * <p>Where an operation of the thread library returns a code, {@code result} takes it: 0 or one of {@link Errno}.
 *
 * <p>The interfaces group instructions that passes often treat alike, so that such a list of cases is written once.
 */
public sealed interface Instr {
    SourceSpan span();

    // ---- groups ------------------------------------------------------------------------------------------------

    /** Sets or prints values of the thread's own, and touches no memory that existed before. */
    sealed interface Computation extends Instr {}

    /** Touches memory; {@code access} says whether another thread can reach it. */
    sealed interface MemoryAccess extends Instr {
        Access access();
    }

    /** Reads or writes one scalar. */
    sealed interface ScalarAccess extends MemoryAccess {
        Expr address();

        /** The type of the scalar that is read or written. */
        default Type type() {
            return switch (this) {
                case Load i -> i.into().type();
                case Store i -> i.value().type();
                case Rmw i -> i.old().type();
                case CompareExchange i -> i.old().type();
            };
        }
    }

    /** Decides which instruction comes next. */
    sealed interface Control extends Instr {}

    /** No instruction of the function follows: the function is left, or the thread or the process ends. */
    sealed interface Terminal extends Control {}

    /**
     * An operation of the thread library on an object or another thread: a step of its own. {@code bound} replaces all of
     * these by accesses to memory.
     */
    sealed interface Synchronisation extends Instr {}

    /** An operation on a synchronisation object: what it is, and where it lies. */
    sealed interface OnObject extends Synchronisation {
        Sync kind();

        Expr object();
    }

    /** An operation that may wait, for as long as its patience says. */
    sealed interface Patient extends OnObject {
        Local result();

        Patience patience();
    }

    /** Takes a lock, or lowers a semaphore. */
    sealed interface Taking extends Patient {
        /** The error code it returns when it does not wait, or has given up waiting. */
        default int refusal() {
            if (patience() != Patience.TRY) return Errno.ETIMEDOUT;
            return switch (this) {
                case Lock _ -> Errno.EBUSY;
                case Down _ -> Errno.EAGAIN;
            };
        }
    }

    // ---- values and memory -------------------------------------------------------------------------------------

    record Assign(Local into, Expr value, SourceSpan span) implements Computation {}

    /** {@code into} takes any value of its type. */
    record Nondet(Local into, Source source, SourceSpan span) implements Computation {
        /** A free value without further meaning; {@code words} say where it comes from. */
        public Nondet(Local into, String words, SourceSpan span) {
            this(into, new Source.Anything(words), span);
        }
    }

    /** {@code into = *address}, of the local's type. */
    record Load(Local into, Expr address, Access access, SourceSpan span) implements ScalarAccess {}

    /** {@code *address = value}, of the value's type. */
    record Store(Expr address, Expr value, Access access, SourceSpan span) implements ScalarAccess {}

    /** {@code old = *address; *address = old op operand} in one step, of the local's type. */
    record Rmw(Local old, Expr address, RmwOp op, Expr operand, Access access, SourceSpan span)
            implements ScalarAccess {}

    /** {@code old = *address; if (old == expected) *address = desired} in one step. */
    record CompareExchange(Local old, Expr address, Expr expected, Expr desired, Access access, SourceSpan span)
            implements ScalarAccess {}

    /** No effect under sequential consistency; kept for weaker memory models. */
    record Fence(Access.Order order, SourceSpan span) implements Computation {}

    /**
     * A new object of {@code bytes} bytes; {@code into} points to it. {@code type} is what it probably holds and {@code
     * name} what the user calls it; both are only for messages. The end of the activation ends the life of its {@link
     * Region#STACK} objects.
     */
    record Alloc(Local into, Type type, Expr bytes, Region region, Contents contents, String name, SourceSpan span)
            implements Computation {}

    /** Ends an object's life. Freeing null does nothing. Counts as a write to the whole object. */
    record Free(Expr pointer, Region region, Access access, SourceSpan span) implements MemoryAccess {}

    /**
     * What {@code realloc} does to a heap object that is not null: {@code into} points to a new object of {@code bytes}
     * bytes that begins with the old one's bytes (uninitialised ones stay so) and goes on with free ones; the old
     * object's life ends. It is one step: in C, a thread that touches the old object meanwhile touches a freed one.
     * Counts as a write to the whole old object.
     */
    record Resize(Local into, Expr pointer, Expr bytes, Access access, SourceSpan span) implements MemoryAccess {}

    // ---- control -----------------------------------------------------------------------------------------------

    record Label(String name, SourceSpan span) implements Control {}

    record Goto(String target, SourceSpan span) implements Control {}

    record Branch(Expr condition, String whenTrue, String whenFalse, SourceSpan span) implements Control {}

    /** Calls a function: directly when {@code callee} is a {@link Expr.FunctionAddress}, else through a pointer. */
    record Call(Optional<Local> into, Expr callee, List<Expr> arguments, SourceSpan span) implements Control {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Returns to the caller. In the first activation of a thread it ends the thread; in that of main, the process. */
    record Return(Optional<Expr> value, SourceSpan span) implements Terminal {}

    /** Ends the process ({@code exit}, {@code abort}). */
    record ExitProcess(Expr code, SourceSpan span) implements Terminal {}

    // ---- verification ------------------------------------------------------------------------------------------

    /** The run silently ends here unless the condition holds. */
    record Assume(Expr condition, SourceSpan span) implements Instr {}

    /** The condition must hold; {@code property} is violated if it does not. */
    record Assert(Expr condition, Property property, String message, SourceSpan span) implements Instr {
        public Assert(Expr condition, String message, SourceSpan span) {
            this(condition, Property.ASSERTION, message, span);
        }
    }

    /** Nothing else runs between begin and end. Not a lock; does not nest. */
    record AtomicBegin(SourceSpan span) implements Instr {}

    record AtomicEnd(SourceSpan span) implements Instr {}

    /**
     * What {@code printf} does. {@code run} shows the text; elsewhere the arguments are evaluated and the text is
     * dropped. {@link #LISTED} is a conversion of our own.
     */
    record Print(String format, List<Expr> arguments, SourceSpan span) implements Computation {
        /**
         * Takes two arguments, a format in memory and a list of its arguments there (each in eight bytes), and prints what
         * {@code vprintf} prints.
         */
        public static final String LISTED = "%V";

        public Print {
            arguments = List.copyOf(arguments);
        }
    }

    // ---- only in bounded programs ------------------------------------------------------------------------------

    /**
     * The bounded program ends here, and what the program does from here on is unknown. Like {@code Assume(false)}, but
     * engines also ask whether this place can be reached.
     */
    record Cut(CutReason reason, SourceSpan span) implements Terminal {}

    /**
     * The thread waits before the atomic section in which this stands until the condition holds. With {@link
     * Wakeup#SPURIOUS} the section may also run when the condition does not hold, but the program may not rely on that:
     * if all other threads wait or have ended, it is a deadlock.
     */
    record Block(Expr condition, Wakeup wakeup, SourceSpan span) implements Instr {}

    // ---- threads -----------------------------------------------------------------------------------------------

    /** Starts a thread that calls the function with the arguments; {@code handle} takes its number. */
    record Spawn(Local handle, Expr function, List<Expr> arguments, Detachment detachment, SourceSpan span)
            implements Instr {
        public Spawn {
            arguments = List.copyOf(arguments);
        }

        /** As C starts threads: with one argument, which the function may ignore. */
        public Spawn(Local handle, Expr function, Expr argument, Detachment detachment, SourceSpan span) {
            this(handle, function, List.of(argument), detachment, span);
        }
    }

    /** Waits until the thread has ended; {@code value} takes what it returned. */
    record Join(Local result, Optional<Local> value, Expr thread, SourceSpan span) implements Synchronisation {}

    record Detach(Local result, Expr thread, SourceSpan span) implements Synchronisation {}

    /** Ends this thread with a value. If it is main, the process goes on. */
    record ExitThread(Expr value, SourceSpan span) implements Terminal {}

    /** The number of the running thread; main is 0. */
    record Self(Local into, SourceSpan span) implements Computation {}

    /** A step without effect, at which others may run ({@code sched_yield}, {@code sleep}). */
    record Yield(SourceSpan span) implements Instr {}

    // ---- synchronisation ---------------------------------------------------------------------------------------

    record Lock(Local result, Expr object, LockMode mode, Patience patience, SourceSpan span) implements Taking {
        @Override
        public Sync kind() {
            return mode.kind();
        }
    }

    record Unlock(Local result, Expr object, Sync kind, SourceSpan span) implements OnObject {}

    /** First part of a condition wait: releases the mutex and begins to wait on the condition {@code object}, in one step. */
    record Wait(Local result, Expr object, Expr mutex, SourceSpan span) implements OnObject {
        @Override
        public Sync kind() {
            return Sync.CONDITION;
        }
    }

    /**
     * Second part of waiting on a condition or barrier: blocks until another thread has ended the wait. With {@link
     * Patience#TIMED} it may give up with {@code ETIMEDOUT}; with {@link Wakeup#SPURIOUS} it may return for no reason,
     * but the program may not rely on that. The mutex is taken again by a {@link Lock} that follows.
     */
    record Awake(Local result, Expr object, Sync kind, Patience patience, Wakeup wakeup, SourceSpan span)
            implements Patient {}

    /** Ends the wait of any one thread that waits on the condition, or of all of them. */
    record Signal(Expr object, Wake wake, SourceSpan span) implements OnObject {
        @Override
        public Sync kind() {
            return Sync.CONDITION;
        }
    }

    /**
     * First part of a barrier wait. The last thread to arrive ends the wait of the others and does not wait itself: its
     * {@code result} is -1, that of the others 0.
     */
    record Arrive(Local result, Expr object, SourceSpan span) implements OnObject {
        @Override
        public Sync kind() {
            return Sync.BARRIER;
        }
    }

    /** Waits until the semaphore is positive, and lowers it. */
    record Down(Local result, Expr object, Patience patience, SourceSpan span) implements Taking {
        @Override
        public Sync kind() {
            return Sync.SEMAPHORE;
        }
    }

    record Up(Local result, Expr object, SourceSpan span) implements OnObject {
        @Override
        public Sync kind() {
            return Sync.SEMAPHORE;
        }
    }

    /** Reads a semaphore's value. */
    record Level(Local into, Expr object, SourceSpan span) implements OnObject {
        @Override
        public Sync kind() {
            return Sync.SEMAPHORE;
        }
    }

    /** Makes the object live. {@code parameter}: a mutex's kind, a barrier's count, a semaphore's value, else 0. */
    record InitSync(Sync kind, Expr object, Expr parameter, SourceSpan span) implements OnObject {}

    record DestroySync(Local result, Sync kind, Expr object, SourceSpan span) implements OnObject {}

    /** Blocks until memory at {@code address} equals {@code expected}; an atomic read ({@code pthread_once} waits so). */
    record Await(Expr address, Expr expected, SourceSpan span) implements Synchronisation {}

    // ---- how instructions vary ---------------------------------------------------------------------------------

    enum RmwOp {
        EXCHANGE,
        ADD,
        SUBTRACT,
        AND,
        OR,
        XOR,
        NAND
    }

    enum Region {
        HEAP,
        STACK
    }

    enum Contents {
        ZERO,
        /** Any bytes; each keeps the value it has when it is first read. */
        FREE
    }

    enum LockMode {
        MUTEX(Sync.MUTEX),
        SPIN(Sync.SPIN),
        READ(Sync.RWLOCK),
        WRITE(Sync.RWLOCK);

        private final Sync kind;

        LockMode(Sync kind) {
            this.kind = kind;
        }

        public Sync kind() {
            return kind;
        }
    }

    enum Patience {
        /** Waits as long as it takes. */
        BLOCK,
        /** Never waits: {@code EBUSY}, or {@code EAGAIN} for a semaphore. */
        TRY,
        /** Waits, and may give up at any moment with {@code ETIMEDOUT}. */
        TIMED
    }

    enum Wakeup {
        SIGNALLED_ONLY,
        SPURIOUS
    }

    enum Wake {
        ONE,
        ALL
    }

    enum Detachment {
        JOINABLE,
        DETACHED
    }
}
