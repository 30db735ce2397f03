package dev.moirai.interpret;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a {@link Follower} can look at just before and just after one instruction. It must not be kept for later. */
public final class Moment {
    /** A live object in memory: its first address, its size, and what the user calls it. */
    public record Extent(long start, long bytes, String name) {}

    private final Execution x;
    private final Op op;
    private final int index;
    private int next;

    Moment(Execution x, Op op, int index) {
        this.x = x;
        this.op = op;
        this.index = index;
    }

    void wentTo(int position) {
        next = position;
    }

    public int thread() {
        return x.thread().number;
    }

    /** The number of activations on the thread's stack; 0 once it has ended. */
    public int depth() {
        return x.thread().depth;
    }

    public Instr instr() {
        return op.instr;
    }

    /** The function of the innermost activation, as it is now. */
    public String function() {
        return x.function().name;
    }

    /** The position of the instruction in its function, not counting labels. */
    public int index() {
        return index;
    }

    /**
     * After the instruction: the position in the function at which control goes on, not counting labels; negative if
     * the thread has ended.
     */
    public int next() {
        return next;
    }

    /** The slot of a local of {@link #function()}. */
    public int slot(Local local) {
        return x.function().slot(local);
    }

    /** The value in a slot of the innermost activation. */
    public long slotValue(int slot) {
        return x.get(slot);
    }

    /** The value of an expression over the locals of the innermost activation. */
    public long value(Expr expr) {
        return new ExpressionCompiler(x.program(), x.function()).compile(expr).eval(x);
    }

    /** The memory the instruction is about to touch, private or shared; empty if its address lies in no object. */
    public List<Touch> touches() {
        try {
            return op.touches(x);
        } catch (Halt _) {
            return List.of();
        }
    }

    /** The object that holds an address. */
    public @Nullable Extent object(long address) {
        MemObject object = x.memory().find(address);
        if (object == null) return null;
        return new Extent(
                x.program().space().address(object.page), object.size, x.names().name(object));
    }

    /** The bytes at an address, unless some of them are undefined or lie in no live object. */
    public OptionalLong contents(long address, int bytes) {
        return x.state().contents(address, bytes);
    }

    public String place(long address, long bytes) {
        return x.names().place(address, bytes);
    }

    /** The threads that wait on the condition or barrier at an address and have not been woken. */
    public List<Integer> waiters(long address) {
        return new SyncObject(x, address, dev.moirai.ir.Sync.CONDITION).waiters();
    }

    public int threadCount() {
        return x.state().threadCount();
    }

    public String threadName(int thread) {
        return x.state().threadName(thread);
    }
}
