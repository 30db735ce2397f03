package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code java.util.concurrent.atomic}: each variable is one place, each call one step on it. */
final class AtomicCalls {
    private static final String PACKAGE = "java/util/concurrent/atomic/Atomic";

    private final Events events;
    private final JvmMemory memory;
    private final JvmObjects objects;
    /** What each variable holds at this point of the log, by the number of the object. */
    private final Map<Long, Long> contents = new HashMap<>();

    AtomicCalls(Events events, JvmMemory memory, JvmObjects objects) {
        this.events = events;
        this.memory = memory;
        this.objects = objects;
    }

    private static Optional<Kind> kind(String type) {
        if (!type.startsWith(PACKAGE)) return Optional.empty();
        return switch (type.substring(PACKAGE.length())) {
            case "Integer", "Boolean" -> Optional.of(Kind.INT);
            case "Long" -> Optional.of(Kind.LONG);
            case "Reference" -> Optional.of(Kind.REFERENCE);
            default -> Optional.empty();
        };
    }

    void made(Call call) {
        if (kind(call.owner()).isEmpty() || call.argumentCount() != 1) return;
        contents.put(call.receiver().bits(), call.argument(0).bits());
    }

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        if (call.isStatic()) return Optional.empty();
        return kind(type).flatMap(kind -> new Step(thread, call, kind).returns(observed));
    }

    /** One call on one variable. */
    private final class Step {
        private final FollowedThread thread;
        private final Call call;
        private final Kind kind;
        private final JvmValue object;
        private final Range range;
        private final long old;

        Step(FollowedThread thread, Call call, Kind kind) {
            this.thread = thread;
            this.call = call;
            this.kind = kind;
            this.object = call.receiver();
            this.range = objects.facet(object.bits(), JvmObjects.Facet.STATE, kind.bytes());
            this.old = contents.getOrDefault(object.bits(), 0L);
        }

        Optional<JvmValue> returns(Optional<JvmValue> observed) {
            String name = call.name();
            return switch (name) {
                case "get", "getPlain", "getOpaque", "getAcquire", "intValue", "longValue" ->
                    Optional.of(read(observed));
                case "set", "setPlain", "setOpaque", "setRelease", "lazySet" -> Optional.of(write());
                case "getAndSet" -> Optional.of(modify(Instr.RmwOp.EXCHANGE, call.argument(0)));
                case "getAndAdd" -> Optional.of(modify(Instr.RmwOp.ADD, call.argument(0)));
                case "getAndIncrement" -> Optional.of(modify(Instr.RmwOp.ADD, one(1)));
                case "getAndDecrement" -> Optional.of(modify(Instr.RmwOp.ADD, one(-1)));
                case "addAndGet" -> Optional.of(sum(modify(Instr.RmwOp.ADD, call.argument(0)), call.argument(0)));
                case "incrementAndGet" -> Optional.of(sum(modify(Instr.RmwOp.ADD, one(1)), one(1)));
                case "decrementAndGet" -> Optional.of(sum(modify(Instr.RmwOp.ADD, one(-1)), one(-1)));
                case "compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "weakCompareAndSetVolatile" ->
                    Optional.of(compareAndSet(observed));
                case "compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease" ->
                    Optional.of(exchanged());
                case "toString", "hashCode" -> Optional.of(held(observed));
                default -> unknown(observed);
            };
        }

        private JvmValue one(long by) {
            return JvmValue.of(kind, by);
        }

        private JvmValue read(Optional<JvmValue> observed) {
            long bits = observed.map(JvmValue::bits).orElse(old);
            return memory.read(thread, object, range, kind, Access.ATOMIC, bits);
        }

        private JvmValue held(Optional<JvmValue> observed) {
            events.pin(thread, memory.read(thread, object, range, kind, Access.ATOMIC, old), 0);
            return observed.orElse(JvmValue.NULL);
        }

        private JvmValue write() {
            JvmValue value = call.argument(0);
            memory.write(thread, object, range, Access.ATOMIC, value, OptionalLong.of(old));
            contents.put(object.bits(), value.bits());
            return value;
        }

        private JvmValue modify(Instr.RmwOp op, JvmValue operand) {
            JvmValue before = memory.modify(thread, object, range, kind, op, operand, Access.ATOMIC, old);
            long sum = old + operand.bits();
            long after = op == Instr.RmwOp.EXCHANGE ? operand.bits() : kind == Kind.INT ? (int) sum : sum;
            contents.put(object.bits(), after);
            return before;
        }

        private JvmValue sum(JvmValue before, JvmValue by) {
            Local a = Events.local("old", kind);
            Local b = Events.local("by", kind);
            long sum = before.bits() + by.bits();
            return events.computed(
                    thread,
                    kind,
                    kind == Kind.INT ? (int) sum : sum,
                    new Expr.Binary(Expr.BinaryOp.ADD, a, b),
                    List.of(a, b),
                    List.of(before, by));
        }

        private JvmValue exchanged() {
            JvmValue expected = call.argument(0);
            JvmValue desired = call.argument(1);
            JvmValue before = memory.compareAndSet(thread, object, range, kind, expected, desired, old);
            if (old == expected.bits()) contents.put(object.bits(), desired.bits());
            return before;
        }

        private JvmValue compareAndSet(Optional<JvmValue> observed) {
            JvmValue expected = call.argument(0);
            JvmValue before = exchanged();
            Local was = Events.local("old", kind);
            Local wanted = Events.local("expected", kind);
            Expr same = new Expr.Select(
                    new Expr.Compare(Expr.CompareOp.EQUAL, was, wanted),
                    Expr.constant(Type.I32, 1),
                    Expr.constant(Type.I32, 0));
            long got = observed.map(JvmValue::bits).orElse(0L);
            if ((old == expected.bits()) != (got != 0)) {
                throw new FollowException(call.name() + " has returned " + got + " where " + old + " was held");
            }
            return events.computed(thread, Kind.INT, got, same, List.of(was, wanted), List.of(before, expected));
        }

        /** A call with a function of the program's: what it has read is held, what it has written is as it was. */
        private Optional<JvmValue> unknown(Optional<JvmValue> observed) {
            if (!call.name().endsWith("AndGet") && !call.name().startsWith("getAnd")) return Optional.empty();
            boolean givesNew = call.name().endsWith("AndGet");
            // What getAndUpdate has written is not known; the next read tells, and until then nothing is said of it.
            if (!givesNew) return Optional.empty();
            JvmValue written = observed.orElse(JvmValue.NULL);
            events.pin(thread, modify(Instr.RmwOp.EXCHANGE, written), 0);
            return observed;
        }
    }
}
