package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Source;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What operations need while a machine executes one thread of one state. Made for one step, or for one question about a
 * thread.
 */
final class Execution {
    private static final long[] NONE_BOUND = {};

    private final CompiledProgram program;
    private final State state;
    private final Memory memory;
    private final AddressSpace space;
    private final Chooser chooser;
    private final Observer observer;
    private final boolean watching;
    private final @Nullable Follower follower;

    private ThreadState thread;
    private CompiledFunction function;
    private Op[] code;
    private long[] slots;
    private int base;
    private Op current;
    private long[] boundValues = NONE_BOUND;
    /** Whether the instruction being executed is the first of its step. */
    boolean first;
    /** Set by the operation that ends the process. */
    Outcome outcome = Outcome.CONTINUED;

    Execution(CompiledProgram program, State state, ThreadState thread, Chooser chooser, Observer observer) {
        this.program = program;
        this.state = state;
        this.memory = state.memory;
        this.space = state.memory.space;
        this.chooser = chooser;
        this.observer = observer;
        this.watching = observer.watchesAccesses();
        this.follower = observer instanceof Follower f ? f : null;
        this.thread = thread;
        this.function = thread.function;
        this.code = function.code();
        this.slots = thread.slots;
        this.base = thread.base;
        this.current = code[Math.min(thread.pc, code.length - 1)];
    }

    /** Turns to another thread, or to this one again after its activations have changed. */
    void enter(ThreadState newThread) {
        thread = newThread;
        function = newThread.function;
        code = function.code();
        slots = newThread.slots;
        base = newThread.base;
        if (!newThread.ended) current = code[newThread.pc];
    }

    /** Executes the operation at {@code pc} and returns the next position. */
    int execute(int pc) {
        Op op = code[pc];
        current = op;
        return follower == null ? op.execute(this, pc) : followed(follower, op, pc);
    }

    private int followed(Follower by, Op op, int pc) {
        var moment = new Moment(this, op, pc);
        by.before(moment);
        int next = op.execute(this, pc);
        if (next == Op.STOP) return next;
        moment.wentTo(next);
        by.after(moment);
        return next;
    }

    // ---- where we are ------------------------------------------------------------------------------------------

    CompiledProgram program() {
        return program;
    }

    State state() {
        return state;
    }

    Memory memory() {
        return memory;
    }

    ThreadState thread() {
        return thread;
    }

    CompiledFunction function() {
        return function;
    }

    Op[] code() {
        return code;
    }

    SourceSpan span() {
        return current.instr.span();
    }

    /** The place in the user's code, for reports. */
    Violation.Place place(String what) {
        ThreadState.Standing standing = thread.standing(span());
        return new Violation.Place(standing.span(), standing.function(), thread.name, what, span());
    }

    Instr instr() {
        return current.instr;
    }

    Faults faults() {
        return new Faults(this);
    }

    Names names() {
        return new Names(program, state);
    }

    // ---- locals ------------------------------------------------------------------------------------------------

    long get(int slot) {
        return slots[base + slot];
    }

    void set(int slot, long value) {
        slots[base + slot] = value;
    }

    // ---- variables of quantifiers ------------------------------------------------------------------------------

    long bound(int level) {
        return boundValues[level];
    }

    void bind(int level, long value) {
        if (level >= boundValues.length) boundValues = Arrays.copyOf(boundValues, level + 4);
        boundValues[level] = value;
    }

    // ---- pointers ----------------------------------------------------------------------------------------------

    long invalidAddress() {
        return space.invalid();
    }

    /** The pointer moved by some bytes: it stays in the pages of its object, or becomes invalid. */
    long move(long pointer, long bytes) {
        long moved = pointer + bytes;
        if (moved >>> space.pageBits == pointer >>> space.pageBits) return moved;
        if (space.pageBits == 32) return space.invalid();
        MemObject from = memory.find(pointer);
        moved &= 0xffff_ffffL;
        return from != null && from == memory.find(moved) ? moved : space.invalid();
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    /** The live object that holds the whole range. If there is none, it is a memory error. */
    MemObject readable(long address, long bytes) {
        MemObject object = memory.find(address);
        if (object == null || !object.isLive() || isOutside(object, address, bytes)) {
            throw faults().badAccess(Touch.Effect.READ, address, bytes);
        }
        return object;
    }

    MemObject writable(long address, long bytes) {
        MemObject object = memory.find(address);
        if (object == null
                || !object.isLive()
                || object.site.kind().isConstant()
                || isOutside(object, address, bytes)) {
            throw faults().badAccess(Touch.Effect.WRITE, address, bytes);
        }
        return object;
    }

    private boolean isOutside(MemObject object, long address, long bytes) {
        long offset = offset(object, address);
        return offset < 0 || offset + bytes > object.size;
    }

    long offset(MemObject object, long address) {
        return space.offset(address, object.page);
    }

    long load(long address, Scalar type) {
        MemObject object = readable(address, type.bytes);
        long offset = offset(object, address);
        long undefined = object.undefined(offset, type.bytes);
        long bits = undefined == 0 ? object.get(offset, type.bytes) : fix(object, address, type, undefined);
        return type.canonical(bits);
    }

    /** The byte at an address, for showing it only; 0 if there is none or nobody has chosen it. */
    int shownByte(long address) {
        MemObject object = memory.find(address);
        if (object == null || !object.isLive() || isOutside(object, address, 1)) return 0;
        long offset = offset(object, address);
        return object.undefined(offset, 1) == 0 ? (int) (object.get(offset, 1) & 0xff) : 0;
    }

    /** Gives the undefined bytes of a scalar a chosen value, which they keep. */
    private long fix(MemObject object, long address, Scalar type, long undefined) {
        String place = names().place(address, type.bytes);
        long chosen = chooser.choose(new Choice.AnyValue(type.type, new Source.Unwritten(place), instr()));
        long offset = offset(object, address);
        long bits = object.get(offset, type.bytes) | (chosen & undefined * 0xff);
        memory.own(object).put(offset, type.bytes, bits);
        return bits;
    }

    void store(long address, Scalar type, long value) {
        MemObject object = memory.own(writable(address, type.bytes));
        object.put(offset(object, address), type.bytes, value);
    }

    // ---- choices and observers ---------------------------------------------------------------------------------

    long choose(Choice choice) {
        return chooser.choose(choice);
    }

    /** Tells the observer what a visible instruction has read. */
    void sawRead(long address, Scalar type, long value) {
        if (watching && current.visible) {
            Names names = names();
            observer.read(new Step.Seen(names.place(address, type.bytes), names.value(type.type, value)));
        }
    }

    void sawWrite(long address, Scalar type, long value) {
        if (watching && current.visible) {
            Names names = names();
            observer.write(new Step.Seen(names.place(address, type.bytes), names.value(type.type, value)));
        }
    }

    /** The same for a map's cell, which is not in memory by itself. */
    void sawCellRead(long map, Scalar mapType, String keys, Scalar type, long value) {
        if (watching && current.visible) {
            Names names = names();
            observer.read(new Step.Seen(names.place(map, mapType.bytes) + keys, names.value(type.type, value)));
        }
    }

    void sawCellWrite(long map, Scalar mapType, String keys, Scalar type, long value) {
        if (watching && current.visible) {
            Names names = names();
            observer.write(new Step.Seen(names.place(map, mapType.bytes) + keys, names.value(type.type, value)));
        }
    }

    /** Tells the observer the new value, in words, of a synchronisation object. */
    void sawChange(long address, String value) {
        sawChange(address, value, Step.Change.VALUE);
    }

    /** Tells the observer what has become of a synchronisation object. */
    void sawChange(long address, String value, Step.Change change) {
        if (watching) observer.write(new Step.Seen(names().synchroniser(address), value, change));
    }

    /** Tells the observer what has become of an object on the heap. */
    void sawEnd(long address, String how, Step.Change change) {
        if (watching) observer.write(new Step.Seen(names().object(address), how, change));
    }

    /** The observer, to be told what happens besides reading and writing. */
    Observer observer() {
        return observer;
    }

    /** The error code of an operation that was refused, which the observer is told. */
    int refused(int code) {
        observer.remark(new Remark(Remark.Kind.RETURNED, Errno.name(code)));
        return code;
    }

    void print(String text) {
        observer.printed(text);
    }
}
