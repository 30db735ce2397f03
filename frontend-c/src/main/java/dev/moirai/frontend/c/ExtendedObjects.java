package dev.moirai.frontend.c;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import java.util.ArrayList;

/**
 * GNU C lets a static object's initialiser determine the length of its flexible array member, so the object is larger
 * than its type.
 */
final class ExtendedObjects {
    private ExtendedObjects() {}

    /** The struct as the IR lays it out, with the last member long enough to reach {@code end}. */
    static Type struct(Layouts layouts, RecordType record, long end) {
        Layout plain = record.layout();
        String tag = plain.tag() + ".to." + end;
        var fields = new ArrayList<>(plain.fields());
        Layout.Field last = fields.removeLast();
        Type element = last.type() instanceof Type.Array(var e, var _) ? e : last.type();
        long length = (end - last.offset()) / layouts.sizes().of(element);
        fields.add(new Layout.Field(last.name(), new Type.Array(element, length), last.offset()));
        layouts.completed().put(tag, new Layout(tag, plain.kind(), fields, end, plain.alignment()));
        return new Type.Struct(tag);
    }
}
