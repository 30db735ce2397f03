package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.trace.Range;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One call on one variable that several threads may use: a read, a write, or both in one step. */
final class AtomicStep {
    private final Events events;
    private final JvmMemory memory;
    private final FollowedThread thread;
    private final Call call;
    private final Kind kind;
    private final JvmValue object;
    private final Range range;
    /** Which argument is the first that is no coordinate. */
    private final int first;

    private final OptionalLong before;
    private final long old;

    /** @param before what the variable holds if nobody has touched it yet, where that is known */
    AtomicStep(
            Events events,
            JvmMemory memory,
            FollowedThread thread,
            Call call,
            Kind kind,
            JvmValue object,
            Range range,
            int first,
            OptionalLong before) {
        this.events = events;
        this.memory = memory;
        this.thread = thread;
        this.call = call;
        this.kind = kind;
        this.object = object;
        this.range = range;
        this.first = first;
        this.before = before;
        this.old = memory.last(range).orElse(before.orElse(0));
    }

    private JvmValue operand(int index) {
        return call.argument(first + index);
    }

    /** The result of the call, as a term; empty if the call has no model here. For a call without a result it is any value. */
    Optional<JvmValue> returns(Optional<JvmValue> observed) {
        return switch (call.name()) {
            case "get", "getPlain", "getVolatile", "getOpaque", "getAcquire", "intValue", "longValue" ->
                Optional.of(read(observed));
            case "set", "setVolatile", "setPlain", "setOpaque", "setRelease", "lazySet" -> Optional.of(write());
            case "getAndSet", "getAndSetAcquire", "getAndSetRelease" ->
                Optional.of(modify(Instr.RmwOp.EXCHANGE, operand(0), observed));
            case "getAndAdd", "getAndAddAcquire", "getAndAddRelease" ->
                Optional.of(modify(Instr.RmwOp.ADD, operand(0), observed));
            case "getAndIncrement" -> Optional.of(modify(Instr.RmwOp.ADD, one(1), observed));
            case "getAndDecrement" -> Optional.of(modify(Instr.RmwOp.ADD, one(-1), observed));
            case "addAndGet" -> Optional.of(added(operand(0), observed));
            case "incrementAndGet" -> Optional.of(added(one(1), observed));
            case "decrementAndGet" -> Optional.of(added(one(-1), observed));
            case "compareAndSet",
                    "weakCompareAndSet",
                    "weakCompareAndSetPlain",
                    "weakCompareAndSetVolatile",
                    "weakCompareAndSetAcquire",
                    "weakCompareAndSetRelease" -> Optional.of(compareAndSet(observed));
            case "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease" ->
                Optional.of(exchanged(observed.map(JvmValue::bits).orElse(old)));
            case "getAndBitwiseAnd", "getAndBitwiseAndAcquire", "getAndBitwiseAndRelease" ->
                bits(Instr.RmwOp.AND, observed);
            case "getAndBitwiseOr", "getAndBitwiseOrAcquire", "getAndBitwiseOrRelease" ->
                bits(Instr.RmwOp.OR, observed);
            case "getAndBitwiseXor", "getAndBitwiseXorAcquire", "getAndBitwiseXorRelease" ->
                bits(Instr.RmwOp.XOR, observed);
            case "toString", "hashCode" -> Optional.of(held(observed));
            default -> Optional.empty();
        };
    }

    private JvmValue one(long by) {
        return JvmValue.of(kind, by);
    }

    private JvmValue read(Optional<JvmValue> observed) {
        return memory.read(
                thread,
                object,
                range,
                kind,
                Access.ATOMIC,
                observed.map(JvmValue::bits).orElse(old));
    }

    private JvmValue held(Optional<JvmValue> observed) {
        events.pin(thread, memory.read(thread, object, range, kind, Access.ATOMIC, old), 0);
        return observed.orElse(JvmValue.NULL);
    }

    private JvmValue write() {
        memory.write(thread, object, range, Access.ATOMIC, operand(0), before);
        return operand(0);
    }

    private JvmValue modify(Instr.RmwOp op, JvmValue by, Optional<JvmValue> was) {
        return memory.modify(
                thread,
                object,
                range,
                kind,
                op,
                by,
                Access.ATOMIC,
                was.map(JvmValue::bits).orElse(old));
    }

    private JvmValue added(JvmValue by, Optional<JvmValue> sum) {
        long before = sum.map(JvmValue::bits).orElse(old + by.bits()) - by.bits();
        JvmValue was =
                modify(Instr.RmwOp.ADD, by, Optional.of(JvmValue.of(kind, kind == Kind.INT ? (int) before : before)));
        Local a = Events.local("old", kind);
        Local b = Events.local("by", kind);
        long after = was.bits() + by.bits();
        return events.computed(
                thread,
                kind,
                kind == Kind.INT ? (int) after : after,
                new Expr.Binary(Expr.BinaryOp.ADD, a, b),
                List.of(a, b),
                List.of(was, by));
    }

    private JvmValue exchanged(long was) {
        return memory.compareAndSet(thread, object, range, kind, operand(0), operand(1), was);
    }

    private JvmValue compareAndSet(Optional<JvmValue> observed) {
        JvmValue expected = operand(0);
        boolean isSet = observed.map(JvmValue::bits).orElse(0L) != 0;
        if (!isSet && old == expected.bits()) {
            // The variable holds a value that the trace does not know of, so nothing can be said about the call.
            throw new FollowException(call.name() + " has failed where " + old + " was held");
        }
        JvmValue was = exchanged(isSet ? expected.bits() : old);
        Local a = Events.local("old", kind);
        Local b = Events.local("expected", kind);
        Expr same = new Expr.Select(
                new Expr.Compare(Expr.CompareOp.EQUAL, a, b), Expr.constant(Type.I32, 1), Expr.constant(Type.I32, 0));
        return events.computed(thread, Kind.INT, isSet ? 1 : 0, same, List.of(a, b), List.of(was, expected));
    }

    /** What the variable held when the call began, as far as the trace knows. */
    long before() {
        return old;
    }

    /** The read of an update; others move again only after {@link #endUpdate}. */
    JvmValue beginUpdate(long seen) {
        if (memory.matters(thread, range, true)) events.beginAtomic(thread);
        return read(Optional.of(JvmValue.of(kind, seen)));
    }

    void endUpdate(JvmValue was, JvmValue written) {
        memory.modify(
                thread,
                Events.Aspect.UPDATE,
                object,
                range,
                kind,
                Instr.RmwOp.EXCHANGE,
                written,
                Access.ATOMIC,
                was.bits());
        if (memory.matters(thread, range, true)) events.endAtomic(thread);
    }

    private Optional<JvmValue> bits(Instr.RmwOp op, Optional<JvmValue> observed) {
        return Optional.of(modify(op, operand(0), observed));
    }
}
