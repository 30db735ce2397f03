package dev.moirai.ir;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

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
                Expr.Select,
                Expr.Mathematical {
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

    // ---- over mathematical types -------------------------------------------------------------------------------

    /** An expression over mathematical types: exact, and defined for all values of its operands. */
    sealed interface Mathematical extends Expr {}

    /** An integer. */
    record Number(BigInteger value) implements Mathematical {
        public Number(long value) {
            this(BigInteger.valueOf(value));
        }

        @Override
        public Type type() {
            return Type.INTEGER;
        }
    }

    /** A rational number, in lowest terms with a positive denominator. */
    record Ratio(BigInteger numerator, BigInteger denominator) implements Mathematical {
        public Ratio {
            if (denominator.signum() == 0) throw new IllegalArgumentException("a ratio over zero");
            BigInteger divisor = numerator.gcd(denominator);
            if (denominator.signum() < 0) divisor = divisor.negate();
            numerator = numerator.divide(divisor);
            denominator = denominator.divide(divisor);
        }

        @Override
        public Type type() {
            return Type.REAL;
        }
    }

    /** An element of a named type by its number; two numbers are two elements. */
    record Element(Type.Named type, long number) implements Mathematical {}

    /** An operator of exact arithmetic on operands of the types that {@link MathOp} says. */
    record Calculate(MathOp op, List<Expr> operands) implements Mathematical {
        public Calculate {
            operands = List.copyOf(operands);
        }

        public Calculate(MathOp op, Expr... operands) {
            this(op, List.of(operands));
        }

        @Override
        public Type type() {
            return switch (op) {
                case NEGATE, ADD, SUBTRACT, MULTIPLY -> operands.getFirst().type();
                case QUOTIENT, REMAINDER, FLOOR, UNSIGNED, SIGNED -> Type.INTEGER;
                case DIVIDE, REAL_OF -> Type.REAL;
                case EQUAL, LESS, LESS_OR_EQUAL -> Type.BOOL;
            };
        }
    }

    /** The lowest bits of an integer in two's complement. */
    record Bits(Type.Int type, Expr integer) implements Mathematical {}

    /** {@code map[key]}. */
    record Lookup(Expr map, Expr key) implements Mathematical {
        @Override
        public Type type() {
            return ((Type.Map) map.type()).value();
        }
    }

    /** {@code map[key := value]}: the map that differs from {@code map} at most there. */
    record Update(Expr map, Expr key, Expr value) implements Mathematical {
        @Override
        public Type type() {
            return map.type();
        }
    }

    /** The map that has the same value everywhere. */
    record Everywhere(Type.Map type, Expr value) implements Mathematical {}

    /** A value of a variant, by the number of its case and its parts. */
    record Make(Type.Variant type, int which, List<Expr> parts) implements Mathematical {
        public Make {
            parts = List.copyOf(parts);
        }
    }

    /** Whether the value of a variant was made by the case of this number. */
    record IsCase(Expr value, int which) implements Mathematical {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** A part of a variant's value if it was made by this case, else the zero of the part's type. */
    record Part(Expr value, int which, int part) implements Mathematical {
        @Override
        public Type type() {
            return ((Type.Variant) value.type()).at(which).parts().get(part);
        }
    }

    /** The variable of the {@link ForAll} around it that has this name. */
    record Bound(String name, Type type) implements Mathematical {}

    /**
     * Whether the body is true for all values of the variable, which is an integer or an element of a named type. The body is
     * such that finitely many values decide: see {@link BoundVariables#isPiecewise}. Names inside each other differ.
     */
    record ForAll(Bound variable, Expr body) implements Mathematical {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /**
     * The address of a map's cell: of {@code m[key]} where {@code map} is the address of {@code m}. Loads, stores and havoc
     * through it touch that cell alone, in one step; it may be nested, but is never a value of its own: no local holds it.
     */
    record Cell(Expr map, Expr key) implements Mathematical {
        @Override
        public Type type() {
            return new Type.Pointer(((Type.Map) ((Type.Pointer) map.type()).target()).value());
        }

        /** Where the outermost map lies. */
        public Expr place() {
            return map instanceof Cell outer ? outer.place() : map;
        }

        /** The keys from the outermost map to the cell. */
        public List<Expr> keys() {
            var keys = new ArrayList<Expr>(map instanceof Cell outer ? outer.keys() : List.of());
            keys.add(key);
            return keys;
        }
    }

    enum MathOp {
        /** Of integers or reals. */
        NEGATE("-"),
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        /** Euclid's division of integers: the remainder is never negative. By zero, quotient and remainder are zero. */
        QUOTIENT("div"),
        REMAINDER("mod"),
        /** Of reals; by zero it is zero. */
        DIVIDE("/"),
        /** The largest integer that is not larger than the real. */
        FLOOR("int"),
        /** The integer as a real. */
        REAL_OF("real"),
        /** The integer that a bit-vector or a truth value is when read without a sign. */
        UNSIGNED("unsigned"),
        /** The integer that a bit-vector is in two's complement. */
        SIGNED("signed"),
        /** Of two values of one mathematical type. */
        EQUAL("=="),
        LESS("<"),
        LESS_OR_EQUAL("<=");

        private final String symbol;

        MathOp(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }

        public int arity() {
            return switch (this) {
                case NEGATE, FLOOR, REAL_OF, UNSIGNED, SIGNED -> 1;
                case ADD, SUBTRACT, MULTIPLY, QUOTIENT, REMAINDER, DIVIDE, EQUAL, LESS, LESS_OR_EQUAL -> 2;
            };
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
