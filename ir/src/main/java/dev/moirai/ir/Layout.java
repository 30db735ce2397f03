package dev.moirai.ir;

import java.util.List;

/** How a struct or union lies in memory. A run of bit-fields appears as the integer units that hold it. */
public record Layout(String tag, Kind kind, List<Field> fields, long size, int alignment) {
    public enum Kind {
        STRUCT,
        UNION
    }

    public record Field(String name, Type type, long offset) {}

    public Layout {
        fields = List.copyOf(fields);
    }
}
