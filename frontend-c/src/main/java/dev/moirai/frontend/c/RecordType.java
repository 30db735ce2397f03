package dev.moirai.frontend.c;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A struct or union as declared: first known by its tag, its members come later or never. */
final class RecordType {
    /**
     * A member. {@code name} is empty for an anonymous struct or union. {@code unit} is the number of the field in the
     * IR's layout; a bit-field shares it with the others of its run.
     */
    record Field(String name, CType type, long offset, int unit, Optional<Bits> bits) {}

    /** The position of a bit-field in its unit, an unsigned integer at the field's offset. */
    record Bits(Type.Int unit, int shift, int width) {}

    private final String tag;
    private final Layout.Kind kind;
    private List<Field> fields = List.of();
    private List<Layout.Field> units = List.of();
    private final Map<String, List<Field>> paths = new HashMap<>();
    private boolean complete;
    private long size;
    private int alignment = 1;

    RecordType(String tag, Layout.Kind kind) {
        this.tag = tag;
        this.kind = kind;
    }

    /** The unique name in the IR. */
    String tag() {
        return tag;
    }

    /** The tag as written, which records in other scopes may share. */
    String sourceTag() {
        int number = tag.indexOf('@');
        return kind + " " + (number < 0 ? tag : tag.substring(0, number));
    }

    boolean isUnion() {
        return kind == Layout.Kind.UNION;
    }

    boolean isComplete() {
        return complete;
    }

    long size() {
        return size;
    }

    int alignment() {
        return alignment;
    }

    List<Field> fields() {
        return fields;
    }

    void complete(List<Field> members, List<Layout.Field> inMemory, long bytes, int align) {
        fields = List.copyOf(members);
        units = List.copyOf(inMemory);
        size = bytes;
        alignment = align;
        complete = true;
        for (Field field : fields) {
            if (!field.name().isEmpty()) {
                paths.putIfAbsent(field.name(), List.of(field));
            } else if (field.type().bare() instanceof CType.Aggregate(var inner)) {
                inner.paths.forEach((name, path) -> {
                    var longer = new ArrayList<Field>();
                    longer.add(field);
                    longer.addAll(path);
                    paths.putIfAbsent(name, longer);
                });
            }
        }
    }

    /** The members to pass through, from the outermost, to the member of this name. */
    Optional<List<Field>> path(String name) {
        return Optional.ofNullable(paths.get(name));
    }

    Layout layout() {
        return new Layout(tag, kind, units, size, alignment);
    }

    @Override
    public String toString() {
        return (isUnion() ? "union " : "struct ") + tag;
    }
}
