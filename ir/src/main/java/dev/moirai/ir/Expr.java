package dev.moirai.ir;

/** A pure expression over a thread's locals: no memory access inside, so evaluating it is never a visible step. */
public sealed interface Expr
        permits Local,
                Expr.Constant,
                Expr.GlobalAddress,
                Expr.FunctionAddress,
                Expr.Member,
                Expr.Index,
                Expr.Distance,
                Expr.Unary,
                Expr.Binary,
                Expr.Compare,
                Expr.Cast,
                Expr.Select {
    Type type();

    /**
     * A number, null, or a float. {@code bits} is sign-extended for signed types and zero-extended for all others; a
     * float is its IEEE bit pattern.
     */
    record Constant(Type type, long bits) implements Expr {}

    /** Where a global lies; a thread-local one lies elsewhere for each thread. */
    record GlobalAddress(String global, Type type) implements Expr {}

    record FunctionAddress(String function) implements Expr {
        @Override
        public Type type() {
            return new Type.Pointer(new Type.Code());
        }
    }

    /** {@code &pointer->field}: the pointer moved by the field's offset in the layout {@code tag}. */
    record Member(Expr pointer, String tag, int field, Type type) implements Expr {}

    /** {@code pointer + index}: the pointer moved by {@code index} times the size of {@code element}. */
    record Index(Expr pointer, Type element, Expr index, Type type) implements Expr {}

    /** {@code left - right} of two pointers, in bytes. */
    record Distance(Expr left, Expr right, Type type) implements Expr {}

    record Unary(UnaryOp op, Expr operand) implements Expr {
        @Override
        public Type type() {
            return operand.type();
        }
    }

    /** Both operands have the result's type, but for the count of a shift. Signed operations are C's: overflow is an error. */
    record Binary(BinaryOp op, Expr left, Expr right) implements Expr {
        @Override
        public Type type() {
            return left.type();
        }
    }

    /** Operands of one type (any two pointers compare); the result is {@link Type#BOOL}. */
    record Compare(CompareOp op, Expr left, Expr right) implements Expr {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** C's conversion between scalar types; between a pointer and an integer of its width the bits stay. */
    record Cast(Type type, Expr operand) implements Expr {}

    /** {@code condition ? whenTrue : whenFalse}; only the chosen side is evaluated. */
    record Select(Expr condition, Expr whenTrue, Expr whenFalse) implements Expr {
        @Override
        public Type type() {
            return whenTrue.type();
        }
    }

    enum UnaryOp {
        NEGATE("-"),
        COMPLEMENT("~");

        private final String symbol;

        UnaryOp(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    enum BinaryOp {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        REMAINDER("%"),
        AND("&"),
        OR("|"),
        XOR("^"),
        SHIFT_LEFT("<<"),
        SHIFT_RIGHT(">>");

        private final String symbol;

        BinaryOp(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }

        public boolean isShift() {
            return this == SHIFT_LEFT || this == SHIFT_RIGHT;
        }
    }

    enum CompareOp {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        CompareOp(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    Constant TRUE = new Constant(Type.BOOL, 1);
    Constant FALSE = new Constant(Type.BOOL, 0);

    static Constant constant(Type type, long value) {
        return new Constant(type, Arithmetic.normalize(type, value));
    }

    /** The opposite truth value. */
    static Expr not(Expr truth) {
        return switch (truth) {
            case Constant(var _, var bits) -> bits == 0 ? TRUE : FALSE;
            case Unary(var op, var operand) when op == UnaryOp.COMPLEMENT -> operand;
            default -> new Unary(UnaryOp.COMPLEMENT, truth);
        };
    }
}
