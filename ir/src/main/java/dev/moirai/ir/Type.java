package dev.moirai.ir;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

    /**
     * A type whose values are made by one of several cases from parts, and by that in one way only. A part may be of the type
     * itself, so that its cases are told after it is made, once. Types of one name are one type.
     */
    final class Variant implements Mathematical {
        /** @param parts their types; their names are for readers */
        public record Case(String name, List<String> names, List<Type> parts) {
            public Case {
                names = List.copyOf(names);
                parts = List.copyOf(parts);
            }
        }

        private final String name;
        private List<Case> cases = List.of();

        public Variant(String name) {
            this.name = name;
        }

        public void setCases(List<Case> all) {
            if (!cases.isEmpty()) throw new IllegalStateException("the cases of " + name + " are known");
            cases = List.copyOf(all);
        }

        public String name() {
            return name;
        }

        public List<Case> cases() {
            return cases;
        }

        public Case at(int which) {
            return cases.get(which);
        }

        /** The case of the zero of the type: the first one all of whose parts have a zero that does not contain this type again. */
        public Optional<java.lang.Integer> zeroCase() {
            return zeroCase(new HashSet<>());
        }

        private Optional<java.lang.Integer> zeroCase(Set<Variant> around) {
            if (!around.add(this)) return Optional.empty();
            try {
                for (int i = 0; i < cases.size(); i++) {
                    if (cases.get(i).parts.stream().allMatch(part -> hasZero(part, around))) return Optional.of(i);
                }
                return Optional.empty();
            } finally {
                around.remove(this);
            }
        }

        private static boolean hasZero(Type part, Set<Variant> around) {
            return switch (part) {
                case Variant variant -> variant.zeroCase(around).isPresent();
                case Map(var _, var value) -> hasZero(value, around);
                default -> true;
            };
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Variant other && name.equals(other.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    default boolean isScalar() {
        return switch (this) {
            case Int _, Float _, Pointer _, Mathematical _ -> true;
            case Void _, Array _, Struct _, Code _, Opaque _ -> false;
        };
    }
}
