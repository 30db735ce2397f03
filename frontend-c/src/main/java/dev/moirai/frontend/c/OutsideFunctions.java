package dev.moirai.frontend.c;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The functions of the real world that a program calls. For each there are two in the IR: one that stands for it to the
 * program and reads and writes for it ({@link RealFunction}), and an inner one that hands its arguments to the runtime. A
 * function with a variable number of arguments has one of each for every list of types it is called with.
 */
final class OutsideFunctions {
    private final Map<String, Definition.Procedure> byName = new HashMap<>();
    private final Map<Definition.Procedure, Definition.Procedure> outerOf = new HashMap<>();
    private final Map<Definition.Procedure, Integer> declared = new HashMap<>();

    /** The function inside the given one; the second time the same. */
    Definition.Procedure inner(Definition.Procedure outer, Linker linker) {
        return byName.computeIfAbsent(outer.name() + "~outside", name -> {
            var inner = new Definition.Procedure(name, outer.sourceName(), outer.type());
            outerOf.put(inner, outer);
            linker.adopt(inner);
            return inner;
        });
    }

    /** The function with these arguments in place of {@code ...}. */
    Definition.Procedure with(Definition.Procedure variadic, List<CType> further, Linker linker) {
        String types = further.stream().map(CType::toString).collect(Collectors.joining(","));
        return byName.computeIfAbsent(variadic.name() + "~" + types, name -> {
            List<CType> all = Stream.concat(variadic.type().parameters().stream(), further.stream())
                    .toList();
            var type = new CType.Function(variadic.type().result(), all, false, true);
            var procedure = new Definition.Procedure(name, variadic.sourceName(), type);
            declared.put(procedure, variadic.type().parameters().size());
            linker.adopt(procedure);
            return procedure;
        });
    }

    /** The function whose arguments this one hands to the runtime, if it is an inner one. */
    Optional<Definition.Procedure> outer(Definition.Procedure inner) {
        return Optional.ofNullable(outerOf.get(inner));
    }

    /** How many parameters stand before {@code ...}; empty if there is none. */
    Optional<Integer> declared(Definition.Procedure outer) {
        return Optional.ofNullable(declared.get(outer));
    }
}
