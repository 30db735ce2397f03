package dev.moirai.frontend.c;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Sync;
import java.util.List;
import java.util.stream.Collectors;

/** C's types. Objects may be {@link Qualified} and {@link Atomic}, in this order; values are neither. */
sealed interface CType {
    Void VOID = new Void();
    Int BOOL = new Int(Rank.BOOL);
    Int CHAR = new Int(Rank.CHAR);
    Int SIGNED_CHAR = new Int(Rank.SIGNED_CHAR);
    Int UNSIGNED_CHAR = new Int(Rank.UNSIGNED_CHAR);
    Int SHORT = new Int(Rank.SHORT);
    Int UNSIGNED_SHORT = new Int(Rank.UNSIGNED_SHORT);
    Int INT = new Int(Rank.INT);
    Int UNSIGNED_INT = new Int(Rank.UNSIGNED_INT);
    Int LONG = new Int(Rank.LONG);
    Int UNSIGNED_LONG = new Int(Rank.UNSIGNED_LONG);
    Int LONG_LONG = new Int(Rank.LONG_LONG);
    Int UNSIGNED_LONG_LONG = new Int(Rank.UNSIGNED_LONG_LONG);
    Int INT128 = new Int(Rank.INT128);
    Int UNSIGNED_INT128 = new Int(Rank.UNSIGNED_INT128);
    Floating FLOAT = new Floating("float", 4);
    Floating DOUBLE = new Floating("double", 8);
    /** Of 80 bits; an object of it has 12 bytes on i386. */
    Floating LONG_DOUBLE = new Floating("long double", 16);

    Pointer VOID_POINTER = new Pointer(VOID);

    record Void() implements CType {
        @Override
        public String toString() {
            return "void";
        }
    }

    /** Each pair of signed and unsigned shares a conversion rank; the order is that of ranks. */
    enum Rank {
        BOOL("_Bool", false, 0, 1, 1),
        CHAR("char", true, 1, 1, 1),
        SIGNED_CHAR("signed char", true, 1, 1, 1),
        UNSIGNED_CHAR("unsigned char", false, 1, 1, 1),
        SHORT("short", true, 2, 2, 2),
        UNSIGNED_SHORT("unsigned short", false, 2, 2, 2),
        INT("int", true, 3, 4, 4),
        UNSIGNED_INT("unsigned int", false, 3, 4, 4),
        LONG("long", true, 4, 8, 4),
        UNSIGNED_LONG("unsigned long", false, 4, 8, 4),
        LONG_LONG("long long", true, 5, 8, 8),
        UNSIGNED_LONG_LONG("unsigned long long", false, 5, 8, 8),
        INT128("__int128", true, 6, 16, 16),
        UNSIGNED_INT128("unsigned __int128", false, 6, 16, 16);

        private final String spelling;
        private final boolean signed;
        private final int order;
        private final int bytesIn64;
        private final int bytesIn32;

        Rank(String spelling, boolean signed, int order, int bytesIn64, int bytesIn32) {
            this.spelling = spelling;
            this.signed = signed;
            this.order = order;
            this.bytesIn64 = bytesIn64;
            this.bytesIn32 = bytesIn32;
        }
    }

    /** An integer type. An enumerated type is the integer type that holds it. */
    record Int(Rank rank) implements CType {
        boolean signed() {
            return rank.signed;
        }

        int order() {
            return rank.order;
        }

        int bytes(DataModel model) {
            return model == DataModel.LP64 ? rank.bytesIn64 : rank.bytesIn32;
        }

        Int unsigned() {
            return switch (rank) {
                case CHAR, SIGNED_CHAR, UNSIGNED_CHAR -> UNSIGNED_CHAR;
                case SHORT, UNSIGNED_SHORT -> UNSIGNED_SHORT;
                case INT, UNSIGNED_INT -> UNSIGNED_INT;
                case LONG, UNSIGNED_LONG -> UNSIGNED_LONG;
                case LONG_LONG, UNSIGNED_LONG_LONG -> UNSIGNED_LONG_LONG;
                case INT128, UNSIGNED_INT128 -> UNSIGNED_INT128;
                case BOOL -> BOOL;
            };
        }

        @Override
        public String toString() {
            return rank.spelling;
        }
    }

    record Floating(String spelling, int bytes) implements CType {
        @Override
        public String toString() {
            return spelling;
        }
    }

    record Pointer(CType target) implements CType {
        @Override
        public String toString() {
            return target + " *";
        }
    }

    record Array(CType element, long length) implements CType {
        static final long UNKNOWN = -1;

        @Override
        public String toString() {
            return element + "[" + (length == UNKNOWN ? "" : length) + "]";
        }
    }

    /** An array whose length is known only when its declaration is reached; {@code length} is a local that holds it. */
    record VariableArray(CType element, Expr length) implements CType {
        @Override
        public String toString() {
            return element + "[*]";
        }
    }

    /**
     * A function type. {@code prototyped}: whether the parameters are declared at all, as they are not in {@code int
     * f()}.
     */
    record Function(CType result, List<CType> parameters, boolean variadic, boolean prototyped) implements CType {
        public Function {
            parameters = List.copyOf(parameters);
        }

        @Override
        public String toString() {
            return result + "("
                    + parameters.stream().map(CType::toString).collect(Collectors.joining(", "))
                    + (variadic ? ", ..." : "") + ")";
        }
    }

    /** A struct or union; two of them are the same only if one object speaks for both. */
    record Aggregate(RecordType record) implements CType {
        @Override
        public boolean equals(Object other) {
            return other instanceof Aggregate(var its) && its.speaker() == record.speaker();
        }

        @Override
        public int hashCode() {
            return record.sourceTag().hashCode();
        }

        @Override
        public String toString() {
            return record.toString();
        }
    }

    /** A synchronisation object of the thread library, known by the name of its typedef. */
    record Synchronising(Sync kind) implements CType {
        @Override
        public String toString() {
            return kind.toString();
        }
    }

    /**
     * An object type with the qualifiers {@code const} and {@code volatile} or an alignment of its own (0 if none).
     * Never around an array, whose elements are qualified instead, nor around a function.
     */
    record Qualified(CType of, boolean constant, boolean unstable, int alignment) implements CType {
        @Override
        public String toString() {
            return (constant ? "const " : "") + (unstable ? "volatile " : "") + of;
        }
    }

    /** The type with these qualifiers added to those it has. */
    static CType qualified(CType type, boolean constant, boolean unstable, int alignment) {
        if (!constant && !unstable && alignment == 0) return type;
        return switch (type) {
            case Array(var element, var length) -> new Array(qualified(element, constant, unstable, alignment), length);
            case VariableArray(var element, var length) ->
                new VariableArray(qualified(element, constant, unstable, alignment), length);
            case Qualified(var of, var c, var u, var a) ->
                new Qualified(of, c || constant, u || unstable, alignment == 0 ? a : alignment);
            case Function _ -> type;
            case Void _, Int _, Floating _, Pointer _, Aggregate _, Synchronising _, Atomic _, Refused _ ->
                new Qualified(type, constant, unstable, alignment);
        };
    }

    /** The type with the qualifiers of {@code other} added. */
    static CType qualifiedLike(CType other, CType type) {
        return other instanceof Qualified(var _, var constant, var unstable, var _)
                ? qualified(type, constant, unstable, 0)
                : type;
    }

    record Atomic(CType of) implements CType {
        @Override
        public String toString() {
            return "_Atomic " + of;
        }
    }

    /** A type that may be declared and has a size, but is refused by name once a value of it is needed. */
    record Refused(String spelling, int bytes) implements CType {
        @Override
        public String toString() {
            return spelling;
        }
    }

    /** The type of the values that objects of this type hold. */
    default CType plain() {
        return bare() instanceof Atomic(var of) ? of : bare();
    }

    /** The type without qualifiers, but still atomic if it is. */
    default CType bare() {
        return this instanceof Qualified(var of, var _, var _, var _) ? of : this;
    }

    default boolean isVoidPointer() {
        return plain() instanceof Pointer(var target) && target.bare() instanceof Void;
    }

    default boolean isScalar() {
        return switch (plain()) {
            case Int _, Floating _, Pointer _ -> true;
            case Void _,
                    Array _,
                    VariableArray _,
                    Function _,
                    Aggregate _,
                    Synchronising _,
                    Atomic _,
                    Qualified _,
                    Refused _ -> false;
        };
    }

    default boolean isInteger() {
        return plain() instanceof Int;
    }

    default boolean isArithmetic() {
        return plain() instanceof Int || plain() instanceof Floating;
    }

    default boolean isPointer() {
        return plain() instanceof Pointer;
    }

    default boolean isArray() {
        return this instanceof Array || this instanceof VariableArray;
    }
}
