package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;

/** A type as it is written. */
sealed interface TypeText {
    SourceSpan span();

    /** {@code int}, {@code bv8}, {@code Ref}, {@code Field int}: a name and what it is applied to. */
    record Named(String name, List<TypeText> arguments, SourceSpan span) implements TypeText {
        public Named {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code <a>[int, a]bool}. */
    record MapOf(List<String> parameters, List<TypeText> keys, TypeText value, SourceSpan span) implements TypeText {
        public MapOf {
            parameters = List.copyOf(parameters);
            keys = List.copyOf(keys);
        }
    }
}
