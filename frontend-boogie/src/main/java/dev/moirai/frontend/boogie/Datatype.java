package dev.moirai.frontend.boogie;

import java.util.List;
import java.util.Optional;

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

    /** Which constructor has a field of this name: the first. */
    Optional<Integer> withField(String field) {
        for (int i = 0; i < constructors.size(); i++) {
            if (constructors.get(i).field(field).isPresent()) return Optional.of(i);
        }
        return Optional.empty();
    }
}
