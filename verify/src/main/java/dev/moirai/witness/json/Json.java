package dev.moirai.witness.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value (RFC 8259). Whole numbers of 64 bits keep all their digits. */
public sealed interface Json {
    record Obj(Map<String, Json> members) implements Json {
        public Obj {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }
    }

    record Arr(List<Json> elements) implements Json {
        public Arr {
            elements = List.copyOf(elements);
        }
    }

    record Str(String text) implements Json {}

    record Whole(long value) implements Json {}

    record Real(double value) implements Json {}

    record Bool(boolean value) implements Json {}

    record Null() implements Json {}

    static Json of(String text) {
        return new Str(text);
    }

    static Json of(long value) {
        return new Whole(value);
    }

    /** An array of the values, each converted by {@code toJson}. */
    static <T> Json array(Iterable<T> values, java.util.function.Function<T, Json> toJson) {
        var elements = new ArrayList<Json>();
        for (T value : values) elements.add(toJson.apply(value));
        return new Arr(elements);
    }

    /** Builds an object whose members keep the order in which they are put. */
    final class Builder {
        private final Map<String, Json> members = new LinkedHashMap<>();

        public Builder put(String name, Json value) {
            members.put(name, value);
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new Str(value));
        }

        public Builder put(String name, long value) {
            return put(name, new Whole(value));
        }

        public Json build() {
            return new Obj(members);
        }
    }
}
