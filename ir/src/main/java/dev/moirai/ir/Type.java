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

    // ---- mathematical types ------------------------------------------------------------------------------------

    Integer INTEGER = new Integer();
    Real REAL = new Real();

    /**
     * A type that C has not and modelling languages have: its values are no bit patterns. In memory each of them is one
     * cell of eight bytes, which is read and written as a whole and under this type only.
     */
    sealed interface Mathematical extends Type {}

    /** All integers. */
    record Integer() implements Mathematical {
        @Override
        public String toString() {
            return "int";
        }
    }

    /** All rational numbers: what computations with reals can reach without roots and limits. */
    record Real() implements Mathematical {
        @Override
        public String toString() {
            return "real";
        }
    }

    /** A type of which only equality is known; it has infinitely many values. */
    record Named(String name) implements Mathematical {
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A total function from keys to values. A map of several arguments is a map to maps; two maps are equal if they agree
     * everywhere. Keys are mathematical values, truth values or bit-vectors.
     */
    record Map(Type key, Type value) implements Mathematical {
        @Override
        public String toString() {
            return "[" + key + "]" + value;
        }
    }

    default boolean isScalar() {
        return switch (this) {
            case Int _, Float _, Pointer _, Mathematical _ -> true;
            case Void _, Array _, Struct _, Code _, Opaque _ -> false;
        };
    }
}
