package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** What threads do to places, as events: they read, write, and do both in one step. */
final class JvmMemory {
    private static final Local OBJECT = Events.local("object", Kind.REFERENCE);

    private final Events events;
    private final SharedCells sharing;
    /** Objects that the program itself has made: their fields begin with zero. */
    private final Set<Long> made;

    private final Map<Range, Long> last = new HashMap<>();
    private long fingerprint;
    private long changes;

    JvmMemory(Events events, SharedCells sharing, Set<Long> made) {
        this.events = events;
        this.sharing = sharing;
        this.made = made;
    }

    /** What the place holds at this point of the run, as far as accesses have told. */
    OptionalLong last(Range range) {
        Long value = last.get(range);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private void put(Range range, long bits) {
        Long before = last.put(range, bits);
        if (before != null) fingerprint -= mixed(range, before);
        fingerprint += mixed(range, bits);
    }

    private static long mixed(Range range, long bits) {
        long mixed = (range.hashCode() * 0x9E3779B97F4A7C15L ^ bits) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ mixed >>> 31) * 0x94D049BB133111EBL;
    }

    /** The same for the same contents, as far as they are followed, and if nothing has changed elsewhere. */
    long fingerprint() {
        return fingerprint;
    }

    /** Something has been done that nobody follows: nothing is as it was. */
    void changedElsewhere() {
        fingerprint += ++changes * 0x9E3779B97F4A7C15L;
    }

    /** Whether order can matter at this place. Every access must be asked about, as this is also how places become known. */
    boolean matters(FollowedThread thread, Range range, boolean writes) {
        sharing.note(range, thread.number(), writes);
        return sharing.isShared(range);
    }

    void notNull(FollowedThread thread, JvmValue reference) {
        events.mustHold(
                thread,
                Events.Aspect.NOT_NULL,
                Property.EXCEPTION,
                "NullPointerException",
                new Expr.Compare(Expr.CompareOp.NOT_EQUAL, OBJECT, Expr.constant(Type.U64, 0)),
                List.of(OBJECT),
                List.of(reference));
    }

    // ---- places ------------------------------------------------------------------------------------------------

    /** A read that gave these bits. */
    JvmValue read(FollowedThread thread, JvmValue reference, Range range, Kind kind, Access access, long bits) {
        put(range, bits);
        if (!matters(thread, range, false)) return JvmValue.of(kind, bits);
        int symbol = events.newSymbol();
        events.visible(
                thread,
                Events.Aspect.ACCESS,
                span -> new Instr.Load(Events.local("read", kind), OBJECT, access, span),
                List.of(OBJECT),
                List.of(reference),
                symbol,
                bits,
                List.of(range),
                OptionalLong.empty(),
                List.of());
        return JvmValue.of(kind, bits, symbol);
    }

    void write(
            FollowedThread thread,
            JvmValue reference,
            Range range,
            Access access,
            JvmValue value,
            OptionalLong before) {
        put(range, value.bits());
        if (!matters(thread, range, true)) return;
        Local written = Events.local("written", value.kind());
        events.visible(
                thread,
                Events.Aspect.ACCESS,
                span -> new Instr.Store(OBJECT, written, access, span),
                List.of(OBJECT, written),
                List.of(reference, value),
                value.isSymbolic() || reference.isSymbolic() ? events.newSymbol() : 0,
                value.bits(),
                List.of(range),
                events.isNew(range) ? before : OptionalLong.empty(),
                List.of());
    }

    /** What an object's place holds before anybody has written to it, where that is known. */
    OptionalLong initially(long object) {
        return object <= 0 || made.contains(object) ? OptionalLong.of(0) : OptionalLong.empty();
    }

    JvmValue modify(
            FollowedThread thread,
            JvmValue reference,
            Range range,
            Kind kind,
            Instr.RmwOp op,
            JvmValue operand,
            Access access,
            long old) {
        return modify(thread, Events.Aspect.ACCESS, reference, range, kind, op, operand, access, old);
    }

    /** A read and a write in one step; the value is what was there before. */
    JvmValue modify(
            FollowedThread thread,
            Events.Aspect aspect,
            JvmValue reference,
            Range range,
            Kind kind,
            Instr.RmwOp op,
            JvmValue operand,
            Access access,
            long old) {
        long now = changed(op, old, operand.bits());
        put(range, kind == Kind.INT ? (int) now : now);
        if (!matters(thread, range, true)) return JvmValue.of(kind, old);
        int symbol = events.newSymbol();
        Local by = Events.local("by", kind);
        events.visible(
                thread,
                aspect,
                span -> new Instr.Rmw(Events.local("old", kind), OBJECT, op, by, access, span),
                List.of(OBJECT, by),
                List.of(reference, operand),
                symbol,
                old,
                List.of(range),
                events.isNew(range) ? OptionalLong.of(old) : OptionalLong.empty(),
                List.of());
        return JvmValue.of(kind, old, symbol);
    }

    private static long changed(Instr.RmwOp op, long old, long by) {
        return switch (op) {
            case EXCHANGE -> by;
            case ADD -> old + by;
            case SUBTRACT -> old - by;
            case AND -> old & by;
            case OR -> old | by;
            case XOR -> old ^ by;
            case NAND -> ~(old & by);
        };
    }

    JvmValue compareAndSet(
            FollowedThread thread,
            JvmValue reference,
            Range range,
            Kind kind,
            JvmValue expected,
            JvmValue desired,
            long old) {
        put(range, old == expected.bits() ? desired.bits() : old);
        if (!matters(thread, range, true)) return JvmValue.of(kind, old);
        int symbol = events.newSymbol();
        Local expects = Events.local("expected", kind);
        Local desires = Events.local("desired", kind);
        events.visible(
                thread,
                Events.Aspect.ACCESS,
                span -> new Instr.CompareExchange(
                        Events.local("old", kind), OBJECT, expects, desires, Access.ATOMIC, span),
                List.of(OBJECT, expects, desires),
                List.of(reference, expected, desired),
                symbol,
                old,
                List.of(range),
                events.isNew(range) ? OptionalLong.of(old) : OptionalLong.empty(),
                List.of());
        return JvmValue.of(kind, old, symbol);
    }

    /** Waits until the place holds this. */
    void await(FollowedThread thread, JvmValue reference, Range range, Kind kind, long expected) {
        if (!matters(thread, range, false)) return;
        events.visible(
                thread,
                Events.Aspect.WAIT,
                span -> new Instr.Await(OBJECT, Expr.constant(kind.type(), expected), span),
                List.of(OBJECT),
                List.of(reference),
                0,
                expected,
                List.of(range),
                OptionalLong.empty(),
                List.of());
    }
}
