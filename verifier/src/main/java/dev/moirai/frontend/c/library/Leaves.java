package dev.moirai.frontend.c.library;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The scalars a type consists of, in order. Unions and synchronisation objects do not fall apart into scalars. */
record Leaves(Type type, long size, List<Leaf> values) {
    /** More than this are better left to a loop over bytes. */
    private static final int MOST = 256;

    record Leaf(long offset, Type type) {}

    Leaves {
        values = List.copyOf(values);
    }

    static Optional<Leaves> of(Sizes sizes, Type type) {
        // A flexible or unknown array has no size to count in; its elements do.
        if (type instanceof Type.Array(var element, var _)) return of(sizes, element);
        if (type instanceof Type.Struct(var tag) && !sizes.layouts().containsKey(tag)) return Optional.empty();
        List<Leaf> found = new ArrayList<>();
        boolean complete = collect(sizes, type, 0, found) && !found.isEmpty();
        return complete ? Optional.of(new Leaves(type, sizes.of(type), found)) : Optional.empty();
    }

    /** What both types consist of, if they agree; a type that tells nothing ({@code void}) agrees with any. */
    static Optional<Leaves> common(Sizes sizes, Type left, Type right) {
        if (left instanceof Type.Void) return of(sizes, right);
        if (right instanceof Type.Void) return of(sizes, left);
        Optional<Leaves> one = of(sizes, left);
        Optional<Leaves> other = of(sizes, right);
        if (one.isEmpty() || other.isEmpty()) return Optional.empty();
        return one.get().type().equals(other.get().type()) ? one : Optional.empty();
    }

    private static boolean collect(Sizes sizes, Type type, long offset, List<Leaf> into) {
        if (into.size() > MOST) return false;
        return switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _ -> into.add(new Leaf(offset, type));
            case Type.Array(var element, var length) -> {
                for (long i = 0; i < length; i++) {
                    if (!collect(sizes, element, offset + i * sizes.of(element), into)) yield false;
                }
                yield true;
            }
            case Type.Struct(var tag) -> {
                Layout layout = sizes.layouts().get(tag);
                if (layout == null || layout.kind() == Layout.Kind.UNION) yield false;
                for (Layout.Field field : layout.fields()) {
                    if (!collect(sizes, field.type(), offset + field.offset(), into)) yield false;
                }
                yield true;
            }
            case Type.Void _, Type.Code _, Type.Opaque _ -> false;
        };
    }

    boolean divides(long bytes) {
        return bytes >= 0 && bytes % size == 0;
    }

    boolean hasPadding(Sizes sizes) {
        return withPadding(sizes).values().size() != values.size();
    }

    /** The same with every byte of padding as a leaf of its own. */
    Leaves withPadding(Sizes sizes) {
        List<Leaf> all = new ArrayList<>(values);
        long at = 0;
        for (Leaf leaf : values) {
            for (; at < leaf.offset(); at++) all.add(new Leaf(at, Type.U8));
            at = leaf.offset() + sizes.of(leaf.type());
        }
        for (; at < size; at++) all.add(new Leaf(at, Type.U8));
        all.sort(Comparator.comparingLong(Leaf::offset));
        return new Leaves(type, size, all);
    }
}
