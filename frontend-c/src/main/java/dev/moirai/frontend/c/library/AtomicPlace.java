package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Access.Order;
import dev.moirai.ir.Access.Reach;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.RmwOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.OptionalLong;

/** The scalar that the first argument of an atomic operation points to, and the operations on it that are one step. */
record AtomicPlace(CallSite site, Expr address, Type type) {
    static AtomicPlace of(CallSite site) {
        Type type = new Pen(site).pointee(0);
        if (!type.isScalar()) {
            throw site.error(
                    "atomic access to an object of type " + type + " is not supported",
                    "atomic objects must be integers or pointers");
        }
        return new AtomicPlace(site, site.argument(0), type);
    }

    /** The byte that {@code __atomic_test_and_set} and {@code __atomic_clear} work on, whatever the pointer's type. */
    static AtomicPlace byteOf(CallSite site) {
        return new AtomicPlace(site, Pen.as(site.argument(0), new Type.Pointer(Type.U8)), Type.U8);
    }

    Expr load(Order order) {
        return site.load(address, type, access(order));
    }

    void store(Expr value, Order order) {
        site.emit(new Instr.Store(address, value, access(order), site.span()));
    }

    Expr exchange(Expr value, Order order) {
        Local old = site.fresh(type);
        site.emit(new Instr.Rmw(old, address, RmwOp.EXCHANGE, value, access(order), site.span()));
        return old;
    }

    /** Returns the old value. The operand is an integer; pointers are counted in bytes. */
    Expr modify(RmwOp op, Expr operand, Order order) {
        return Pen.as(old(op, operand, order), type);
    }

    /** Returns the new value. Atomic arithmetic wraps around, so it is computed without sign. */
    Expr modified(RmwOp op, Expr operand, Order order) {
        Expr before = unsigned(old(op, operand, order));
        Expr by = unsigned(operand);
        Expr after = switch (op) {
            case EXCHANGE -> by;
            case ADD -> Pen.binary(BinaryOp.ADD, before, by);
            case SUBTRACT -> Pen.binary(BinaryOp.SUBTRACT, before, by);
            case AND -> Pen.binary(BinaryOp.AND, before, by);
            case OR -> Pen.binary(BinaryOp.OR, before, by);
            case XOR -> Pen.binary(BinaryOp.XOR, before, by);
            case NAND -> new Expr.Unary(Expr.UnaryOp.COMPLEMENT, Pen.binary(BinaryOp.AND, before, by));
        };
        return Pen.as(after, type);
    }

    private Local old(RmwOp op, Expr operand, Order order) {
        Local old = site.fresh(number());
        site.emit(new Instr.Rmw(old, address, op, operand, access(order), site.span()));
        return old;
    }

    /** Returns the old value: the exchange took place if that equals {@code expected}. */
    Expr compareExchange(Expr expected, Expr desired, Order order) {
        if (type instanceof Type.Float) {
            throw site.error(
                    "compare-and-exchange of a floating-point number is not supported",
                    "it compares bit patterns: use an integer of the same size");
        }
        Local old = site.fresh(type);
        site.emit(new Instr.CompareExchange(old, address, expected, desired, access(order), site.span()));
        return old;
    }

    /** The integer type for arithmetic on the place. */
    private Type.Int number() {
        return switch (type) {
            case Type.Int i -> i;
            case Type.Pointer _ -> site.model().addressType();
            default ->
                throw site.error(
                        "atomic arithmetic on " + type + " is not supported", "use a compare-and-exchange loop");
        };
    }

    private static Expr unsigned(Expr value) {
        return value.type() instanceof Type.Int(var width, var signed) && signed
                ? new Expr.Cast(new Type.Int(width, false), value)
                : value;
    }

    private static Access access(Order order) {
        return new Access(order, Reach.SHARED);
    }

    /** The memory order that an argument names; one that is not constant is taken as the strongest, as compilers do. */
    static Order order(CallSite site, int index) {
        if (index >= site.argumentCount()) return Order.SEQ_CST;
        OptionalLong number = Pen.constant(site.argument(index));
        if (number.isEmpty()) return Order.SEQ_CST;
        // The bits above the low ones are hints for lock elision.
        return switch ((int) (number.getAsLong() & 7)) {
            case 0 -> Order.RELAXED;
            case 1, 2 -> Order.ACQUIRE;
            case 3 -> Order.RELEASE;
            case 4 -> Order.ACQ_REL;
            default -> Order.SEQ_CST;
        };
    }
}
