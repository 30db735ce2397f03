package dev.moirai.interpret;

import dev.moirai.ir.Access;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.List;

/** Operations that read and write scalars in memory. */
final class MemoryOps {
    private MemoryOps() {}

    private static List<Touch> touch(Execution x, Node address, long bytes, Touch.Effect effect, Touch.Kind kind) {
        long at = address.eval(x);
        return x.memory().find(at) == null ? List.of() : List.of(new Touch(at, bytes, effect, kind));
    }

    private static Touch.Kind kind(Access access) {
        if (access.order() == Access.Order.GLANCE) return Touch.Kind.SYNC;
        return access.isAtomic() ? Touch.Kind.ATOMIC : Touch.Kind.PLAIN;
    }

    static final class Load extends Op {
        private final int into;
        private final Node address;
        private final Scalar type;
        private final Touch.Kind kind;

        Load(Instr.Load instr, int into, Node address, Scalar type) {
            super(instr);
            this.into = into;
            this.address = address;
            this.type = type;
            this.kind = kind(instr.access());
        }

        @Override
        int execute(Execution x, int pc) {
            long at = address.eval(x);
            long value = x.load(at, type);
            x.set(into, value);
            x.sawRead(at, type, value);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return touch(x, address, type.bytes, Touch.Effect.READ, kind);
        }
    }

    static final class Store extends Op {
        private final Node address;
        private final Node value;
        private final Scalar type;
        private final Touch.Kind kind;

        Store(Instr.Store instr, Node address, Node value, Scalar type) {
            super(instr);
            this.address = address;
            this.value = value;
            this.type = type;
            this.kind = kind(instr.access());
        }

        @Override
        int execute(Execution x, int pc) {
            long at = address.eval(x);
            long bits = value.eval(x);
            x.store(at, type, bits);
            x.sawWrite(at, type, bits);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return touch(x, address, type.bytes, Touch.Effect.WRITE, kind);
        }
    }

    static final class Rmw extends Op {
        private final int old;
        private final Node address;
        private final Node operand;
        private final Scalar type;
        private final Instr.RmwOp op;
        private final Touch.Kind kind;

        Rmw(Instr.Rmw instr, int old, Node address, Node operand, Scalar type) {
            super(instr);
            this.old = old;
            this.address = address;
            this.operand = operand;
            this.type = type;
            this.op = instr.op();
            this.kind = kind(instr.access());
        }

        @Override
        int execute(Execution x, int pc) {
            long at = address.eval(x);
            long right = operand.eval(x);
            long before = x.load(at, type);
            long after = combine(before, right);
            x.store(at, type, after);
            x.set(old, before);
            x.sawRead(at, type, before);
            x.sawWrite(at, type, after);
            return pc + 1;
        }

        /** The result of an atomic operation; C's atomic arithmetic wraps around. */
        private long combine(long left, long right) {
            if (op == Instr.RmwOp.EXCHANGE) return right;
            if (type.type instanceof Type.Float) {
                return Arithmetic.binary(
                        op == Instr.RmwOp.ADD ? BinaryOp.ADD : BinaryOp.SUBTRACT, type.type, left, right);
            }
            return type.canonical(
                    switch (op) {
                        case EXCHANGE -> right;
                        case ADD -> left + right;
                        case SUBTRACT -> left - right;
                        case AND -> left & right;
                        case OR -> left | right;
                        case XOR -> left ^ right;
                        case NAND -> ~(left & right);
                    });
        }

        @Override
        List<Touch> touches(Execution x) {
            return touch(x, address, type.bytes, Touch.Effect.WRITE, kind);
        }
    }

    static final class CompareExchange extends Op {
        private final int old;
        private final Node address;
        private final Node expected;
        private final Node desired;
        private final Scalar type;
        private final Touch.Kind kind;

        CompareExchange(Instr.CompareExchange instr, int old, Node address, Node expected, Node desired, Scalar type) {
            super(instr);
            this.old = old;
            this.address = address;
            this.expected = expected;
            this.desired = desired;
            this.type = type;
            this.kind = kind(instr.access());
        }

        @Override
        int execute(Execution x, int pc) {
            long at = address.eval(x);
            long wanted = expected.eval(x);
            long next = desired.eval(x);
            long before = x.load(at, type);
            x.sawRead(at, type, before);
            if (before == wanted) {
                x.store(at, type, next);
                x.sawWrite(at, type, next);
            }
            x.set(old, before);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return touch(x, address, type.bytes, Touch.Effect.WRITE, kind);
        }
    }

    static final class Await extends Op {
        private final Node address;
        private final Node expected;
        private final Scalar type;

        Await(Instr.Await instr, Node address, Node expected, Scalar type) {
            super(instr);
            this.address = address;
            this.expected = expected;
            this.type = type;
        }

        @Override
        Readiness readiness(Execution x) {
            long at = address.eval(x);
            MemObject object = x.readable(at, type.bytes);
            long offset = x.offset(object, at);
            if (object.undefined(offset, type.bytes) != 0) return Readiness.READY;
            long now = type.canonical(object.get(offset, type.bytes));
            return now == expected.eval(x) ? Readiness.READY : Readiness.BLOCKED;
        }

        @Override
        int execute(Execution x, int pc) {
            long at = address.eval(x);
            long value = x.load(at, type);
            x.sawRead(at, type, value);
            // An uninitialised value may have been chosen to be another; then the thread waits on.
            return value == expected.eval(x) ? pc + 1 : pc;
        }

        @Override
        String waitsFor(Execution x) {
            long at = address.eval(x);
            return "for " + x.names().place(at, type.bytes).replace("__moirai_", "") + " to become "
                    + x.names().value(type.type, expected.eval(x));
        }

        @Override
        List<Touch> touches(Execution x) {
            return touch(x, address, type.bytes, Touch.Effect.READ, Touch.Kind.ATOMIC);
        }
    }
}
