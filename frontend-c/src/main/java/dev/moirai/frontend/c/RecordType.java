package dev.moirai.frontend.c;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A struct or union as declared: first known by its tag, its members come later or never. Where several files declare
 * the same one, each has its own object of this class until {@link RecordMerging} makes one of them speak for all.
 */
final class RecordType {
    /**
     * A member. {@code name} is empty for an anonymous struct or union. {@code unit} is the number of the field in the
     * IR's layout; a bit-field shares it with the others of its run.
     */
    record Field(String name, CType type, long offset, int unit, Optional<Bits> bits) {}

    /** The position of a bit-field in its unit, an unsigned integer at the field's offset. */
    record Bits(Type.Int unit, int shift, int width) {}

    /** The tag of a record that has none. */
    static final String ANONYMOUS = "anonymous";

    private final String tag;
    private final Layout.Kind kind;
    private List<Field> fields = List.of();
    private List<Layout.Field> units = List.of();
    private final Map<String, List<Field>> paths = new HashMap<>();
    private boolean complete;
    private long size;
    private int alignment = 1;
    private Optional<RecordType> speaker = Optional.empty();
    private Optional<CType.Array> lanes = Optional.empty();

    RecordType(String tag, Layout.Kind kind) {
        this.tag = tag;
        this.kind = kind;
    }

    /** The object that speaks for this one: itself, or that of another file. */
    RecordType speaker() {
        return speaker.isEmpty() ? this : speaker.get().speaker();
    }

    void speaker(RecordType other) {
        speaker = Optional.of(other);
    }

    Layout.Kind kind() {
        return kind;
    }

    /** The unique name in the IR. */
    String tag() {
        return speaker().tag;
    }

    /** The tag as written, which records in other scopes may share. */
    String sourceTag() {
        int number = tag.indexOf('@');
        return kind + " " + (number < 0 ? tag : tag.substring(0, number));
    }

    /** Whether it has neither a tag nor a typedef's name. */
    boolean isAnonymous() {
        return sourceTag().equals(kind + " " + ANONYMOUS);
    }

    /** The numbers of a vector, which is a struct with this as its only member. */
    Optional<CType.Array> lanes() {
        return speaker().lanes;
    }

    void lanes(CType.Array numbers) {
        lanes = Optional.of(numbers);
    }

    boolean isUnion() {
        return kind == Layout.Kind.UNION;
    }

    boolean isComplete() {
        return speaker().complete;
    }

    long size() {
        return speaker().size;
    }

    int alignment() {
        return speaker().alignment;
    }

    List<Field> fields() {
        return speaker().fields;
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
                for (var path : inner.speaker().paths.entrySet()) {
                    var longer = new ArrayList<Field>();
                    longer.add(field);
                    longer.addAll(path.getValue());
                    paths.putIfAbsent(path.getKey(), longer);
                }
            }
        }
    }

    /** Takes over the members that another file gives it. */
    void completeAs(RecordType other) {
        complete(other.fields, other.units, other.size, other.alignment);
        other.speaker(this);
    }

    /** The members to pass through, from the outermost, to the member of this name. */
    Optional<List<Field>> path(String name) {
        return Optional.ofNullable(speaker().paths.get(name));
    }

    Layout layout() {
        RecordType said = speaker();
        return new Layout(said.tag, kind, said.units, said.size, said.alignment);
    }

    /** Computes the members' types in the IR again, after others have begun to speak for some of their types. */
    void renewLayout(Layouts layouts) {
        var renewed = new ArrayList<>(units);
        for (Field field : fields) {
            if (field.bits().isPresent()) continue;
            Layout.Field before = units.get(field.unit());
            renewed.set(field.unit(), new Layout.Field(before.name(), layouts.object(field.type()), before.offset()));
        }
        units = List.copyOf(renewed);
    }

    @Override
    public String toString() {
        return (isUnion() ? "union " : "struct ") + tag();
    }
}
