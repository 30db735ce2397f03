package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Copies and clears objects as C copies structs: scalar by scalar, each access an instruction, so that another thread
 * can see a struct half copied. Unions and opaque objects are copied word by word; long arrays in a loop.
 */
final class Copies {
    /** Arrays up to this length are copied without a loop. */
    private static final int UNROLLED = 16;

    private final Translation in;

    Copies(Translation in) {
        this.in = in;
    }

    /** {@code place = value}, for structs and unions. */
    Operand assign(Operand place, Operand given, SourceSpan span) {
        Operand value = in.atomicObjects.value(given, span);
        if (!(place instanceof Operand.Memory(var type, var to))
                || !(value instanceof Operand.Memory(var other, var from))
                || !in.ir(type).equals(in.ir(other)) && !in.vectors.areAlike(type, other)) {
            throw new CError(span, "a value of type " + value.type() + " cannot become " + place.type());
        }
        Expr source = in.fold.cast(in.layouts.pointerTo(type), in.writer.settle(from, span));
        if (type.bare() instanceof CType.Atomic(CType.Aggregate object))
            in.atomicObjects.store(object, to, source, span);
        else copy(in.writer.settle(to, span), source, type, span);
        return place;
    }

    void copy(Expr to, Expr from, CType type, SourceSpan span) {
        in.size(type, span);
        copy(in.ir(type), to, from, span);
    }

    private void copy(Type type, Expr to, Expr from, SourceSpan span) {
        switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _ -> {
                Local held = in.writer.temporary(type);
                in.writer.emit(new Instr.Load(held, from, Access.PLAIN, span));
                in.writer.emit(new Instr.Store(to, held, Access.PLAIN, span));
            }
            case Type.Array(var element, var length) ->
                repeat(length, index -> copy(element, at(to, element, index), at(from, element, index), span), span);
            case Type.Struct(var tag) ->
                parts(
                        tag,
                        (index, part) ->
                                copy(part, member(to, tag, index, part), member(from, tag, index, part), span));
            case Type.Opaque _ -> copy(words(type), to, from, span);
            case Type.Void _, Type.Code _, Type.Mathematical _ ->
                throw new CError(span, "an object of type " + type + " cannot be copied");
        }
    }

    /** Sets the whole object to zero. */
    void clear(Expr to, CType type, SourceSpan span) {
        clear(in.ir(type), to, span);
    }

    private void clear(Type type, Expr to, SourceSpan span) {
        switch (type) {
            case Type.Int _, Type.Float _, Type.Pointer _ ->
                in.writer.emit(new Instr.Store(to, Fold.zero(type), Access.PLAIN, span));
            case Type.Array(var element, var length) ->
                repeat(length, index -> clear(element, at(to, element, index), span), span);
            case Type.Struct(var tag) -> parts(tag, (index, part) -> clear(part, member(to, tag, index, part), span));
            case Type.Opaque _ -> clear(words(type), to, span);
            case Type.Void _, Type.Code _, Type.Mathematical _ ->
                throw new CError(span, "an object of type " + type + " cannot be cleared");
        }
    }

    private void parts(String tag, BiConsumer<Integer, Type> each) {
        Layout layout = in.linker.layout(tag);
        if (layout.kind() == Layout.Kind.UNION) {
            each.accept(-1, words(new Type.Struct(tag)));
            return;
        }
        for (int i = 0; i < layout.fields().size(); i++)
            each.accept(i, layout.fields().get(i).type());
    }

    /** The object as an array of the widest words that its alignment and size allow. */
    private Type words(Type type) {
        var sizes = in.linker.sizes();
        long size = sizes.of(type);
        int word = Math.min(sizes.alignment(type), 8);
        while (size % word != 0) word /= 2;
        return new Type.Array(new Type.Int(word * 8, false), size / word);
    }

    private static Expr member(Expr pointer, String tag, int index, Type part) {
        return index < 0 ? pointer : new Expr.Member(pointer, tag, index, new Type.Pointer(part));
    }

    private Expr at(Expr pointer, Type element, Expr index) {
        return new Expr.Index(pointer, element, index, new Type.Pointer(element));
    }

    private void repeat(long times, Consumer<Expr> each, SourceSpan span) {
        Type.Int type = in.layouts.model().distanceType();
        if (times <= UNROLLED) {
            for (long i = 0; i < times; i++) each.accept(Expr.constant(type, i));
            return;
        }
        Local index = in.writer.temporary(type);
        String head = in.writer.libraryLoop("copy", "a copy of an array");
        String inside = in.writer.label("copying");
        String end = in.writer.label("copied");
        in.writer.emit(new Instr.Assign(index, Expr.constant(type, 0), span));
        in.writer.place(head, span);
        in.writer.branch(new Expr.Compare(CompareOp.LESS, index, Expr.constant(type, times)), inside, end, span);
        in.writer.place(inside, span);
        each.accept(index);
        in.writer.emit(new Instr.Assign(index, new Expr.Binary(BinaryOp.ADD, index, Expr.constant(type, 1)), span));
        in.writer.jump(head, span);
        in.writer.place(end, span);
    }
}
