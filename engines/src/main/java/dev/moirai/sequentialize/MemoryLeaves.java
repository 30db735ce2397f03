package dev.moirai.sequentialize;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * The scalars an object consists of. Numbers count as the bits they are; of a union every member counts; a synchronisation object's
 * state lies in its first words.
 */
final class MemoryLeaves {
    private final Sizes sizes;

    MemoryLeaves(Sizes sizes) {
        this.sizes = sizes;
    }

    record Leaf(long offset, Type type) {
        /** Where it lies in an object that starts at {@code base}. */
        Expr addressIn(Expr base) {
            var bytes = new Type.Pointer(Type.U8);
            Expr start = new Expr.Cast(bytes, base);
            Expr moved = offset == 0 ? start : new Expr.Index(start, Type.U8, Expr.constant(Type.I64, offset), bytes);
            return new Expr.Cast(new Type.Pointer(type), moved);
        }
    }

    List<Leaf> of(Type type) {
        var leaves = new ArrayList<Leaf>();
        add(type, 0, leaves);
        return leaves;
    }

    /** Of an object of so many bytes that holds as many of the type as there is room for. */
    List<Leaf> of(Type type, long size) {
        long each = sizes.of(type);
        if (each == 0 || type instanceof Type.Void) return of(new Type.Array(Type.U8, size));
        var leaves = new ArrayList<Leaf>();
        for (long at = 0; at + each <= size; at += each) add(type, at, leaves);
        return leaves;
    }

    /** What the allocation asks for; that of its type where that is not constant. */
    long size(Instr.Alloc alloc) {
        return alloc.bytes() instanceof Expr.Constant(var _, var bytes) ? bytes : sizes.of(alloc.type());
    }

    private void add(Type type, long at, List<Leaf> leaves) {
        switch (type) {
            case Type.Int(var width, var _) -> leaves.add(new Leaf(at, width == 1 ? Type.U8 : type));
            case Type.Float(var width) -> leaves.add(new Leaf(at, new Type.Int(width, false)));
            case Type.Pointer _, Type.Mathematical _ -> leaves.add(new Leaf(at, type));
            case Type.Array(var element, var length) -> {
                for (long i = 0; i < length; i++) add(element, at + i * sizes.of(element), leaves);
            }
            case Type.Struct(var tag) -> {
                Layout layout = sizes.layouts().get(tag);
                if (layout == null) throw new IllegalArgumentException("no layout of " + tag);
                for (Layout.Field field : layout.fields()) add(field.type(), at + field.offset(), leaves);
            }
            case Type.Opaque(var kind) -> {
                for (int word = 0; word < kind.words(); word++) leaves.add(new Leaf(at + 4L * word, Type.I32));
            }
            case Type.Void _, Type.Code _ -> {}
        }
    }
}
