package dev.moirai.frontend.boogie;

import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A datatype with its types resolved. */
record Datatype(String name, List<String> parameters, List<Constructor> constructors) {
    record Constructor(String name, List<BoogieSymbol.Bound> fields) {
        Optional<Integer> field(String field) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).variable().name().equals(field)) return Optional.of(i);
            }
            return Optional.empty();
        }
    }

    /** Which constructor has this name. */
    Optional<Integer> constructor(String constructor) {
        for (int i = 0; i < constructors.size(); i++) {
            if (constructors.get(i).name().equals(constructor)) return Optional.of(i);
        }
        return Optional.empty();
    }

    /** The constructors with a field of this name. */
    List<Integer> allWithField(String field) {
        return IntStream.range(0, constructors.size())
                .filter(i -> constructors.get(i).field(field).isPresent())
                .boxed()
                .toList();
    }

    /** A field's type, where the datatype is used with these arguments. */
    BoogieType instance(BoogieType type, BoogieType ofField) {
        if (!(type instanceof BoogieType.Declared(var _, var arguments))) throw new IllegalArgumentException("" + type);
        var meaning = new HashMap<String, BoogieType>();
        for (int i = 0; i < parameters.size(); i++) meaning.put(parameters.get(i), arguments.get(i));
        return ofField.substitute(meaning);
    }

    /** Which constructor has a field of this name: the first. */
    Optional<Integer> withField(String field) {
        for (int i = 0; i < constructors.size(); i++) {
            if (constructors.get(i).field(field).isPresent()) return Optional.of(i);
        }
        return Optional.empty();
    }
}
