package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Type;

/** The kinds of {@link Node}. */
final class Nodes {
    private Nodes() {}

    // ---- leaves ------------------------------------------------------------------------------------------------

    static final class Slot extends Node {
        private final int slot;

        Slot(int slot) {
            this.slot = slot;
        }

        @Override
        long eval(Execution x) {
            return x.get(slot);
        }
    }

    static final class Constant extends Node {
        private final long value;

        Constant(long value) {
            this.value = value;
        }

        @Override
        long eval(Execution x) {
            return value;
        }
    }

    static final class ThreadLocal extends Node {
        private final int number;

        ThreadLocal(int number) {
            this.number = number;
        }

        @Override
        long eval(Execution x) {
            return x.thread().threadLocals[number];
        }
    }

    // ---- pointers ----------------------------------------------------------------------------------------------

    static final class Moved extends Node {
        private final Node pointer;
        private final long offset;

        Moved(Node pointer, long offset) {
            this.pointer = pointer;
            this.offset = offset;
        }

        @Override
        long eval(Execution x) {
            return x.move(pointer.eval(x), offset);
        }
    }

    static final class Index extends Node {
        private static final long FAR = 1L << 31;
        private final Node pointer;
        private final Node index;
        private final long size;

        Index(Node pointer, Node index, long size) {
            this.pointer = pointer;
            this.index = index;
            this.size = size;
        }

        @Override
        long eval(Execution x) {
            long from = pointer.eval(x);
            long count = index.eval(x);
            if (count > FAR || count < -FAR) return size == 0 ? from : x.invalidAddress();
            return x.move(from, count * size);
        }
    }

    /** {@code pointer + index} in the 32-bit model, where an index counts modulo 2^32. */
    static final class NarrowIndex extends Node {
        private final Node pointer;
        private final Node index;
        private final long size;

        NarrowIndex(Node pointer, Node index, long size) {
            this.pointer = pointer;
            this.index = index;
            this.size = size;
        }

        @Override
        long eval(Execution x) {
            return x.move(pointer.eval(x), (int) index.eval(x) * size);
        }
    }

    static final class Distance extends Node {
        private final Node left;
        private final Node right;
        private final Scalar type;

        Distance(Node left, Node right, Scalar type) {
            this.left = left;
            this.right = right;
            this.type = type;
        }

        @Override
        long eval(Execution x) {
            return type.canonical(left.eval(x) - right.eval(x));
        }
    }

    // ---- integers ----------------------------------------------------------------------------------------------

    abstract static class Two extends Node {
        final Node left;
        final Node right;

        Two(Node left, Node right) {
            this.left = left;
            this.right = right;
        }
    }

    static final class Add extends Two {
        private final Scalar type;

        Add(Node left, Node right, Scalar type) {
            super(left, right);
            this.type = type;
        }

        @Override
        long eval(Execution x) {
            return type.canonical(left.eval(x) + right.eval(x));
        }
    }

    static final class Subtract extends Two {
        private final Scalar type;

        Subtract(Node left, Node right, Scalar type) {
            super(left, right);
            this.type = type;
        }

        @Override
        long eval(Execution x) {
            return type.canonical(left.eval(x) - right.eval(x));
        }
    }

    static final class Multiply extends Two {
        private final Scalar type;

        Multiply(Node left, Node right, Scalar type) {
            super(left, right);
            this.type = type;
        }

        @Override
        long eval(Execution x) {
            return type.canonical(left.eval(x) * right.eval(x));
        }
    }

    static final class And extends Two {
        And(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) & right.eval(x);
        }
    }

    static final class Or extends Two {
        Or(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) | right.eval(x);
        }
    }

    static final class Xor extends Two {
        Xor(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) ^ right.eval(x);
        }
    }

    /** Any operator on any type. Checks for overflow if that is watched, and always whether a division has a result. */
    static final class Binary extends Two {
        private final BinaryOp op;
        private final Type type;
        private final boolean checked;
        private final boolean divides;

        Binary(BinaryOp op, Type type, Node left, Node right, boolean checked) {
            super(left, right);
            this.op = op;
            this.type = type;
            this.checked = checked;
            this.divides = type instanceof Type.Int && (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER);
        }

        @Override
        long eval(Execution x) {
            long a = left.eval(x);
            long b = right.eval(x);
            if (divides && (b == 0 || b == -1 && Arithmetic.overflows(op, type, a, b)))
                throw x.faults().division(op, type, a, b);
            if (checked && Arithmetic.overflows(op, type, a, b))
                throw x.faults().overflow(op, type, a, b);
            return Arithmetic.binary(op, type, a, b);
        }
    }

    static final class Unary extends Node {
        private final UnaryOp op;
        private final Type type;
        private final Node operand;
        private final boolean checked;

        Unary(UnaryOp op, Type type, Node operand, boolean checked) {
            this.op = op;
            this.type = type;
            this.operand = operand;
            this.checked = checked;
        }

        @Override
        long eval(Execution x) {
            long value = operand.eval(x);
            if (checked && Arithmetic.overflows(op, type, value))
                throw x.faults().overflow(op, type, value);
            return Arithmetic.unary(op, type, value);
        }
    }

    // ---- truth values ------------------------------------------------------------------------------------------

    static final class Equal extends Two {
        Equal(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) == right.eval(x) ? 1 : 0;
        }
    }

    static final class NotEqual extends Two {
        NotEqual(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) != right.eval(x) ? 1 : 0;
        }
    }

    static final class Less extends Two {
        Less(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) < right.eval(x) ? 1 : 0;
        }
    }

    static final class LessOrEqual extends Two {
        LessOrEqual(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return left.eval(x) <= right.eval(x) ? 1 : 0;
        }
    }

    /** Unsigned {@code <}. */
    static final class Below extends Two {
        Below(Node left, Node right) {
            super(left, right);
        }

        @Override
        long eval(Execution x) {
            return Long.compareUnsigned(left.eval(x), right.eval(x)) < 0 ? 1 : 0;
        }
    }

    static final class Compare extends Two {
        private final CompareOp op;
        private final Type type;

        Compare(CompareOp op, Type type, Node left, Node right) {
            super(left, right);
            this.op = op;
            this.type = type;
        }

        @Override
        long eval(Execution x) {
            return Arithmetic.compare(op, type, left.eval(x), right.eval(x)) ? 1 : 0;
        }
    }

    // ---- conversions -------------------------------------------------------------------------------------------

    /** A conversion between integers and pointers. */
    static final class Narrow extends Node {
        private final Node operand;
        private final Scalar to;

        Narrow(Node operand, Scalar to) {
            this.operand = operand;
            this.to = to;
        }

        @Override
        long eval(Execution x) {
            return to.canonical(operand.eval(x));
        }
    }

    static final class FloatCast extends Node {
        private final Node operand;
        private final Type from;
        private final Scalar to;

        FloatCast(Node operand, Type from, Scalar to) {
            this.operand = operand;
            this.from = from;
            this.to = to;
        }

        @Override
        long eval(Execution x) {
            return to.cast(from, operand.eval(x));
        }
    }

    static final class Select extends Node {
        private final Node condition;
        private final Node whenTrue;
        private final Node whenFalse;

        Select(Node condition, Node whenTrue, Node whenFalse) {
            this.condition = condition;
            this.whenTrue = whenTrue;
            this.whenFalse = whenFalse;
        }

        @Override
        long eval(Execution x) {
            return condition.eval(x) != 0 ? whenTrue.eval(x) : whenFalse.eval(x);
        }
    }
}
