package dev.moirai.interpret;

import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * One thread: a stack of activations over one array of slots, and what other threads can find out about it. Changed
 * only by the state whose token it carries.
 */
final class ThreadState {
    /** Words kept for each suspended activation: pc of its call, base of its slots, its first stack object. */
    private static final int FRAME = 3;

    final Object owner;
    final int number;
    final String name;
    final CompiledFunction start;
    /** Where this thread's copies of the thread-local globals lie. */
    final long[] threadLocals;

    CompiledFunction function;
    int pc;
    int base;
    long[] slots;
    int depth = 1;
    private int[] frames = new int[FRAME * 2];
    private CompiledFunction[] callers = new CompiledFunction[2];
    private int stackMark;
    private long[] stackObjects = {};
    private int stackCount;

    boolean newborn = true;
    boolean ended;
    boolean detached;
    boolean joined;
    /** Whether the thread has returned or exited and runs the program's thread epilogue. */
    boolean inEpilogue;
    /** The value that the thread has returned or exited with. */
    long result;
    /** The address of the condition or barrier that the thread waits on, or 0. */
    long parkedOn;
    /** Whether another thread has ended the wait. */
    boolean woken;

    private boolean hashed;
    private long hash1;
    private long hash2;

    ThreadState(Object owner, int number, String name, CompiledFunction start, long[] threadLocals) {
        this.owner = owner;
        this.number = number;
        this.name = name;
        this.start = start;
        this.threadLocals = threadLocals;
        this.function = start;
        this.slots = new long[Math.max(16, start.slotCount)];
    }

    private ThreadState(Object owner, ThreadState from) {
        this.owner = owner;
        this.number = from.number;
        this.name = from.name;
        this.start = from.start;
        this.threadLocals = from.threadLocals;
        this.function = from.function;
        this.pc = from.pc;
        this.base = from.base;
        this.slots = Arrays.copyOf(from.slots, Math.max(16, from.base + from.function.slotCount));
        this.depth = from.depth;
        this.frames = from.frames.clone();
        this.callers = from.callers.clone();
        this.stackMark = from.stackMark;
        this.stackObjects = from.stackCount == 0 ? new long[0] : from.stackObjects.clone();
        this.stackCount = from.stackCount;
        this.newborn = from.newborn;
        this.ended = from.ended;
        this.detached = from.detached;
        this.joined = from.joined;
        this.inEpilogue = from.inEpilogue;
        this.result = from.result;
        this.parkedOn = from.parkedOn;
        this.woken = from.woken;
    }

    /** A copy that {@code newOwner} may change. */
    ThreadState copy(Object newOwner) {
        return new ThreadState(newOwner, this);
    }

    void touched() {
        hashed = false;
    }

    // ---- activations -------------------------------------------------------------------------------------------

    /** A place in the source, and the function it stands in. */
    record Standing(SourceSpan span, String function) {}

    /**
     * Where the thread is in the user's code: in a library function that was not put where it is called, at that call.
     *
     * @param here the instruction it stands before, or executes
     */
    Standing standing(SourceSpan here) {
        if (function.function.author() == Function.Author.LIBRARY) {
            for (int frame = depth - 2; frame >= 0; frame--) {
                CompiledFunction caller = callers[frame];
                if (caller.function.author() == Function.Author.LIBRARY) continue;
                return new Standing(caller.code()[frames[frame * FRAME]].instr.span(), caller.name);
            }
        }
        return new Standing(here, function.name);
    }

    /** The calls in the user's code that led to where the thread is, the last one first. */
    List<Violation.CallPlace> calls() {
        var calls = new ArrayList<Violation.CallPlace>();
        boolean isLibrary = function.function.author() == Function.Author.LIBRARY;
        for (int frame = depth - 2; frame >= 0; frame--) {
            CompiledFunction caller = callers[frame];
            boolean isFromLibrary = isLibrary;
            isLibrary = caller.function.author() == Function.Author.LIBRARY;
            if (isLibrary || isFromLibrary) continue;
            calls.add(new Violation.CallPlace(caller.name, caller.code()[frames[frame * FRAME]].instr.span()));
        }
        return calls;
    }

    /** Makes room for an activation of {@code callee} and returns the index of its first slot, where the arguments go. */
    int reserve(CompiledFunction callee) {
        int start = base + function.slotCount;
        int end = start + callee.slotCount;
        if (end > slots.length) slots = Arrays.copyOf(slots, Math.max(end, slots.length * 2));
        return start;
    }

    /** Enters {@code callee}, which will return to {@link #pc}. Room must have been reserved. */
    void push(CompiledFunction callee) {
        int at = (depth - 1) * FRAME;
        if (depth > callers.length) {
            callers = Arrays.copyOf(callers, depth * 2);
            frames = Arrays.copyOf(frames, depth * 2 * FRAME);
        }
        callers[depth - 1] = function;
        frames[at] = pc;
        frames[at + 1] = base;
        frames[at + 2] = stackMark;
        depth++;
        base += function.slotCount;
        function = callee;
        stackMark = stackCount;
        pc = 0;
    }

    /** Returns to the caller: {@link #pc} becomes that of the call. The stack objects must have been taken before. */
    void pop() {
        depth--;
        int at = (depth - 1) * FRAME;
        function = callers[depth - 1];
        pc = frames[at];
        base = frames[at + 1];
        stackMark = frames[at + 2];
    }

    CompiledFunction functionAt(int level) {
        return level == depth - 1 ? function : callers[level];
    }

    int positionAt(int level) {
        return level == depth - 1 ? pc : frames[level * FRAME];
    }

    /** The value of a local in an activation. */
    long local(int level, Local local) {
        int from = level == depth - 1 ? base : frames[level * FRAME + 1];
        return slots[from + functionAt(level).slot(local)];
    }

    /** Leaves all activations and enters {@code only} as the first one. */
    void restart(CompiledFunction only) {
        depth = 1;
        base = 0;
        stackMark = 0;
        function = only;
        pc = 0;
        if (slots.length < only.slotCount) slots = new long[only.slotCount];
    }

    void addStackObject(long address) {
        if (stackCount == stackObjects.length) stackObjects = Arrays.copyOf(stackObjects, Math.max(4, stackCount * 2));
        stackObjects[stackCount++] = address;
    }

    /** Removes a stack object whose life ends before its activation does. */
    void removeStackObject(long address) {
        for (int i = stackCount - 1; i >= 0; i--) {
            if (stackObjects[i] != address) continue;
            System.arraycopy(stackObjects, i + 1, stackObjects, i, stackCount - i - 1);
            stackCount--;
            return;
        }
    }

    boolean hasStackObject() {
        return stackCount > stackMark;
    }

    /** Removes the youngest stack object of the innermost activation from the list and returns its address. */
    long takeStackObject() {
        return stackObjects[--stackCount];
    }

    void end() {
        ended = true;
        inEpilogue = false;
        slots = new long[0];
        frames = new int[FRAME];
        callers = new CompiledFunction[1];
        stackObjects = new long[0];
        stackCount = 0;
        depth = 0;
    }

    // ---- what counts for pointers and fingerprints -------------------------------------------------------------

    /** Visits the values of live locals in all activations, and the value that the thread has returned. */
    void forEachRoot(LongConsumer visitor) {
        visitor.accept(result);
        forEachLiveLocal((_, _, at) -> visitor.accept(slots[at]));
    }

    interface OnLocal {
        /** @param at where {@link #slots} has its value */
        void see(CompiledFunction function, int slot, int at);
    }

    void forEachLiveLocal(OnLocal visitor) {
        if (ended) return;
        for (int slot : function.liveAt(pc)) visitor.see(function, slot, base + slot);
        for (int i = 0; i < depth - 1; i++) {
            for (int slot : callers[i].liveAfterCall(frames[i * FRAME])) {
                visitor.see(callers[i], slot, frames[i * FRAME + 1] + slot);
            }
        }
    }

    private void hash() {
        long a = Mixing.first(number, flags());
        long b = Mixing.second(number, flags());
        if (!(ended && (joined || detached))) {
            a = Mixing.first(a, result);
            b = Mixing.second(b, result);
        }
        if (!ended) {
            a = Mixing.first(a, parkedOn);
            b = Mixing.second(b, parkedOn);
            for (int i = 0; i < depth; i++) {
                boolean top = i == depth - 1;
                CompiledFunction code = top ? function : callers[i];
                int at = top ? pc : frames[i * FRAME];
                int from = top ? base : frames[i * FRAME + 1];
                long place = (long) code.index << 32 | at;
                int mark = top ? stackMark : frames[i * FRAME + 2];
                a = Mixing.first(a, place) + mark;
                b = Mixing.second(b, place) + mark;
                for (int slot : top ? code.liveAt(at) : code.liveAfterCall(at)) {
                    a = Mixing.first(a, slots[from + slot]);
                    b = Mixing.second(b, slots[from + slot]);
                }
            }
            for (int i = 0; i < stackCount; i++) {
                a = Mixing.first(a, stackObjects[i]);
                b = Mixing.second(b, stackObjects[i]);
            }
        }
        hash1 = a;
        hash2 = b;
        hashed = true;
    }

    private long flags() {
        return (newborn ? 1 : 0)
                | (ended ? 2 : 0)
                | (detached ? 4 : 0)
                | (joined ? 8 : 0)
                | (inEpilogue ? 16 : 0)
                | (woken ? 32 : 0);
    }

    long hash1() {
        if (!hashed) hash();
        return hash1;
    }

    long hash2() {
        if (!hashed) hash();
        return hash2;
    }
}
