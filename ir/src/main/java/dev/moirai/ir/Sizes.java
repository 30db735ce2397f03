package dev.moirai.ir;

import java.util.Map;

/** Sizes and alignments in bytes under a data model. */
public record Sizes(DataModel model, Map<String, Layout> layouts) {
    public long of(Type type) {
        return switch (type) {
            case Type.Int(var width, var _) -> (width + 7) / 8;
            case Type.Float(var width) -> width / 8;
            case Type.Pointer _ -> model.pointerBytes();
            case Type.Array(var element, var length) -> of(element) * length;
            case Type.Struct(var tag) -> layout(tag).size();
            case Type.Opaque(var kind) -> kind.bytes(model);
            case Type.Mathematical _ -> Long.BYTES;
            case Type.Void _, Type.Code _ -> 1; // GNU C: arithmetic on such pointers counts bytes
        };
    }

    public int alignment(Type type) {
        return switch (type) {
            case Type.Int _, Type.Float _ -> model == DataModel.ILP32 ? (int) Math.min(4, of(type)) : (int) of(type);
            case Type.Pointer _ -> model.pointerBytes();
            case Type.Array(var element, var _) -> alignment(element);
            case Type.Struct(var tag) -> layout(tag).alignment();
            case Type.Opaque(var kind) -> kind == Sync.SPIN ? 4 : model.pointerBytes();
            case Type.Mathematical _ -> Long.BYTES;
            case Type.Void _, Type.Code _ -> 1;
        };
    }

    private Layout layout(String tag) {
        Layout layout = layouts.get(tag);
        if (layout == null) throw new IllegalArgumentException("struct " + tag + " has no known size");
        return layout;
    }
}
