package dev.moirai.symbolic;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an object of a type divides into scalars. Unions and untyped memory have no shape of their own; accesses
 * determine it.
 */
final class Shape {
    /** The place of a scalar in an object, in bytes. */
    record Leaf(long offset, int bytes, Type type) {
        boolean isPointer() {
            return type instanceof Type.Pointer;
        }

        private Leaf movedBy(long distance) {
            return new Leaf(offset + distance, bytes, type);
        }

        long end() {
            return offset + bytes;
        }
    }

    private final Sizes sizes;
    private final Map<String, Layout> layouts;

    Shape(Sizes sizes) {
        this.sizes = sizes;
        this.layouts = sizes.layouts();
    }

    /** The scalar that covers {@code offset} in memory full of elements of {@code type}. */
    Optional<Leaf> leafAt(Type type, long offset) {
        return switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _, Type.Mathematical _ ->
                repeated((int) sizes.of(type), offset, type);
            case Type.Opaque _ -> repeated(4, offset, Type.U32);
            case Type.Array(var element, var _) -> leafAt(element, offset);
            case Type.Struct(var tag) -> {
                Layout layout = layouts.get(tag);
                if (layout == null || layout.size() == 0 || layout.kind() == Layout.Kind.UNION) yield Optional.empty();
                long start = offset - Math.floorMod(offset, layout.size());
                yield leafOf(layout, offset - start).map(leaf -> leaf.movedBy(start));
            }
            case Type.Void _, Type.Code _ -> Optional.empty();
        };
    }

    private static Optional<Leaf> repeated(int bytes, long offset, Type type) {
        return Optional.of(new Leaf(offset - Math.floorMod(offset, (long) bytes), bytes, type));
    }

    private Optional<Leaf> leafOf(Layout layout, long offset) {
        for (Layout.Field field : layout.fields()) {
            long within = offset - field.offset();
            if (within >= 0 && within < sizes.of(field.type())) {
                return leafAt(field.type(), within).map(leaf -> leaf.movedBy(field.offset()));
            }
        }
        return Optional.empty();
    }

    /**
     * The offsets of the scalars with this many bytes in the first {@code size} bytes, at most {@code limit} of them.
     */
    List<Long> starts(Type type, long size, int bytes, int limit) {
        var starts = new ArrayList<Long>();
        long offset = 0;
        while (offset + bytes <= size && starts.size() <= limit) {
            Optional<Leaf> leaf = leafAt(type, offset);
            if (leaf.isEmpty() || leaf.get().bytes() == bytes)
                starts.add(leaf.map(Leaf::offset).orElse(offset));
            offset = leaf.map(Leaf::end).orElse(offset + bytes);
        }
        return starts;
    }
}
