package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** {@code {:name "text", expression}}. */
record Attribute(String name, List<Value> values, SourceSpan span) {
    /** A string or an expression. */
    sealed interface Value {
        record Text(String text) implements Value {}

        record Expression(BoogieExpr expr) implements Value {}
    }

    Attribute {
        values = List.copyOf(values);
    }

    static boolean has(List<Attribute> attributes, String name) {
        return find(attributes, name).isPresent();
    }

    static Optional<Attribute> find(List<Attribute> attributes, String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst();
    }

    /** The attribute's first value, if that is a string. */
    static Optional<String> text(List<Attribute> attributes, String name) {
        return find(attributes, name)
                .filter(attribute -> !attribute.values().isEmpty())
                .map(attribute -> attribute.values().getFirst())
                .filter(Value.Text.class::isInstance)
                .map(value -> ((Value.Text) value).text());
    }

    /** Whether the attribute is there and not {@code false}. */
    static boolean isSet(List<Attribute> attributes, String name) {
        Optional<Attribute> found = find(attributes, name);
        if (found.isEmpty()) return false;
        List<Value> values = found.get().values();
        return values.isEmpty()
                || !(values.getFirst() instanceof Value.Expression(BoogieExpr.Truth(var value, var _)) && !value);
    }
}
