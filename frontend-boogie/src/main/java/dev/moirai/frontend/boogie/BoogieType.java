package dev.moirai.frontend.boogie;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A type with its names resolved and its synonyms replaced. */
sealed interface BoogieType {
    Int INT = new Int();
    Bool BOOL = new Bool();
    Real REAL = new Real();

    record Int() implements BoogieType {
        @Override
        public String toString() {
            return "int";
        }
    }

    record Bool() implements BoogieType {
        @Override
        public String toString() {
            return "bool";
        }
    }

    record Real() implements BoogieType {
        @Override
        public String toString() {
            return "real";
        }
    }

    record Bv(int width) implements BoogieType {
        @Override
        public String toString() {
            return "bv" + width;
        }
    }

    /** A type the program declares, a datatype or one of which only equality is known. */
    record Declared(String name, List<BoogieType> arguments) implements BoogieType {
        public Declared {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return name + arguments.stream().map(a -> " " + a).collect(Collectors.joining());
        }
    }

    record MapOf(List<BoogieType> keys, BoogieType value) implements BoogieType {
        public MapOf {
            keys = List.copyOf(keys);
        }

        @Override
        public String toString() {
            return keys.stream().map(BoogieType::toString).collect(Collectors.joining(", ", "[", "]")) + value;
        }
    }

    /** A type parameter of a function or procedure. */
    record Parameter(String name) implements BoogieType {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A type that has yet to be inferred. */
    record Unknown(int number) implements BoogieType {
        @Override
        public String toString() {
            return "_";
        }
    }

    /** The type with its leaves replaced, deeply. */
    default BoogieType map(Function<BoogieType, BoogieType> leaf) {
        return switch (this) {
            case Int _, Bool _, Real _, Bv _ -> this;
            case Declared(var name, var arguments) ->
                new Declared(name, arguments.stream().map(a -> a.map(leaf)).toList());
            case MapOf(var keys, var value) -> {
                var newKeys = new ArrayList<BoogieType>();
                keys.forEach(key -> newKeys.add(key.map(leaf)));
                yield new MapOf(newKeys, value.map(leaf));
            }
            case Parameter _, Unknown _ -> leaf.apply(this);
        };
    }

    default BoogieType substitute(Map<String, BoogieType> arguments) {
        if (arguments.isEmpty()) return this;
        return map(leaf -> leaf instanceof Parameter(var name) ? arguments.getOrDefault(name, leaf) : leaf);
    }
}
