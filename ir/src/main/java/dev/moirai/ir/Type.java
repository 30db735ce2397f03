package dev.moirai.ir;

/** What a value or an object in memory looks like. C's finer distinctions (rank, qualifiers) stay in the front end. */
public sealed interface Type {
    Int BOOL = new Int(1, false);
    Int U8 = new Int(8, false);
    Int I32 = new Int(32, true);
    Int U32 = new Int(32, false);
    Int I64 = new Int(64, true);
    Int U64 = new Int(64, false);
    Void VOID = new Void();
    Pointer VOID_POINTER = new Pointer(VOID);

    record Void() implements Type {
        @Override
        public String toString() {
            return "void";
        }
    }

    /** Two's complement of 1 to 64 bits. One bit, unsigned, is the type of truth values; C's {@code _Bool} is 8 bits. */
    record Int(int width, boolean signed) implements Type {
        @Override
        public String toString() {
            return width == 1 ? "bool" : (signed ? "i" : "u") + width;
        }
    }

    /** IEEE binary32 or binary64. */
    record Float(int width) implements Type {
        @Override
        public String toString() {
            return "f" + width;
        }
    }

    /** The target type is only for readers and printers; loads and stores have a type of their own. */
    record Pointer(Type target) implements Type {
        @Override
        public String toString() {
            return target + "*";
        }
    }

    record Array(Type element, long length) implements Type {
        @Override
        public String toString() {
            return element + "[" + length + "]";
        }
    }

    /** A struct or union, by the tag under which {@link Program#layouts()} has its {@link Layout}. */
    record Struct(String tag) implements Type {
        @Override
        public String toString() {
            return "struct " + tag;
        }
    }

    /** The type of a function, as a pointer's target. */
    record Code() implements Type {
        @Override
        public String toString() {
            return "code";
        }
    }

    /** A synchronisation object. Opaque to the program; {@link Sync} says how its state lies in memory. */
    record Opaque(Sync kind) implements Type {
        /**
         * The hash of an enum constant differs from run to run, and with it the order of hash sets of types would
         * differ.
         */
        @Override
        public int hashCode() {
            return kind.ordinal();
        }

        @Override
        public String toString() {
            return kind.toString();
        }
    }

    default boolean isScalar() {
        return switch (this) {
            case Int _, Float _, Pointer _ -> true;
            case Void _, Array _, Struct _, Code _, Opaque _ -> false;
        };
    }
}
