package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads and writes what an operand denotes, and finds elements and members inside other objects. */
final class LValues {
    private final Translation in;

    LValues(Translation in) {
        this.in = in;
    }

    /**
     * C's lvalue conversion: the value held, with arrays and functions as pointers. The value of a struct is its place.
     */
    Operand.Value read(Operand operand, SourceSpan span) {
        return switch (operand) {
            case Operand.Value value -> value;
            case Operand.Register(var type, var local) -> new Operand.Value(type.plain(), local);
            case Operand.Designator(var type, var pointer) -> new Operand.Value(new CType.Pointer(type), pointer);
            case Operand.BitField field -> readBits(field, span);
            case Operand.Memory(var type, var address) -> fetch(type, address, span);
        };
    }

    private Operand.Value fetch(CType type, Expr address, SourceSpan span) {
        return switch (type.bare()) {
            case CType.Array(var element, var _) -> decayed(element, address);
            case CType.VariableArray(var element, var _) -> decayed(element, address);
            case CType.Void _ -> nothing();
            case CType.Function f -> new Operand.Value(new CType.Pointer(f), address);
            case CType.Atomic(var of) when !of.isScalar() -> throw CError.unsupported(span, "the value of an " + type);
            case CType.Pointer _
            when standardStream(address).isPresent() ->
                new Operand.Value(
                        type.plain(),
                        Expr.constant(in.ir(type), standardStream(address).getAsInt()));
            case CType.Int _, CType.Floating _, CType.Pointer _, CType.Atomic _ -> {
                Local local = in.writer.temporary(in.ir(type));
                in.writer.emit(new Instr.Load(local, address, access(type), span));
                yield new Operand.Value(type.plain(), local);
            }
            case CType.Aggregate _, CType.Synchronising _ ->
                throw new CError(span, "an object of type " + type + " where a number or pointer is needed");
            case CType.Qualified _ -> throw new IllegalStateException("qualified twice: " + type);
            case CType.Refused(var spelling, var _) -> throw CError.unsupported(span, "computing with " + spelling);
        };
    }

    /** The stream whose variable this is, unless the program assigns to it. */
    private OptionalInt standardStream(Expr address) {
        return address instanceof Expr.GlobalAddress(var name, var _)
                        && !in.linker.control().isAssigned(name)
                ? in.linker.variables().standardStream(name)
                : OptionalInt.empty();
    }

    /** Notes that a standard stream may change, if the address is that of one. */
    void noteStream(Expr address) {
        if (standardStream(address).isPresent() && address instanceof Expr.GlobalAddress(var name, var _)) {
            in.linker.control().assigns(name);
        }
    }

    private Operand.Value decayed(CType element, Expr address) {
        var type = new CType.Pointer(element);
        return new Operand.Value(type, in.fold.cast(in.ir(type), address));
    }

    static Operand.Value nothing() {
        return new Operand.Value(CType.VOID, Expr.FALSE);
    }

    static Access access(CType type) {
        return type.bare() instanceof CType.Atomic ? Access.ATOMIC : Access.PLAIN;
    }

    /** Writes a value that already has the place's type; returns what the place then holds. */
    Operand.Value write(Operand place, Expr value, SourceSpan span) {
        return switch (place) {
            case Operand.Register(var type, var local) -> {
                in.writer.assign(local, value, span);
                yield new Operand.Value(type.plain(), local);
            }
            case Operand.Memory(var type, var address) -> {
                noteStream(address);
                in.writer.emit(new Instr.Store(address, value, access(type), span));
                yield new Operand.Value(type.plain(), value);
            }
            case Operand.BitField field -> writeBits(field, value, span);
            case Operand.Value _, Operand.Designator _ ->
                throw new CError(span, "not something that can be assigned to");
        };
    }

    // ---- bit-fields --------------------------------------------------------------------------------------------

    private Operand.Value readBits(Operand.BitField field, SourceSpan span) {
        Local unit = in.writer.temporary(field.bits().unit());
        in.writer.emit(new Instr.Load(unit, field.unit(), access(field.type()), span));
        return new Operand.Value(valueType(field), extract(field, unit));
    }

    /** What a bit-field's value counts as in arithmetic: int, if that holds all its values (C11 6.3.1.1). */
    private CType valueType(Operand.BitField field) {
        CType declared = field.type().plain();
        if (!(declared instanceof CType.Int i) || declared.equals(CType.BOOL)) return declared;
        int width = field.bits().width();
        boolean fitsInt = i.signed() ? width <= 32 : width < 32;
        if (fitsInt) return CType.INT;
        return width == 32 && !i.signed() ? CType.UNSIGNED_INT : declared;
    }

    /** The integer type to compute in: a unit of bit-fields may have any number of bytes, a register may not. */
    private static Type.Int register(RecordType.Bits bits) {
        int width = bits.unit().width();
        return new Type.Int(width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64, false);
    }

    private Expr extract(Operand.BitField field, Expr unit) {
        RecordType.Bits bits = field.bits();
        Type.Int type = register(bits);
        Expr wide = in.fold.cast(type, unit);
        Expr result;
        if (field.type().plain() instanceof CType.Int i && i.signed()) {
            Expr top = shifted(BinaryOp.SHIFT_LEFT, wide, type.width() - bits.shift() - bits.width());
            Expr signed = in.fold.cast(new Type.Int(type.width(), true), top);
            result = shifted(BinaryOp.SHIFT_RIGHT, signed, type.width() - bits.width());
        } else {
            Expr shifted = shifted(BinaryOp.SHIFT_RIGHT, wide, bits.shift());
            result = in.fold.binary(BinaryOp.AND, shifted, Expr.constant(type, mask(bits.width())));
        }
        return in.fold.cast(in.ir(valueType(field)), result);
    }

    private Expr shifted(BinaryOp direction, Expr value, int bits) {
        return bits == 0 ? value : in.fold.binary(direction, value, Expr.constant(Type.I32, bits));
    }

    private static long mask(int width) {
        return width == 64 ? -1 : (1L << width) - 1;
    }

    private Operand.Value writeBits(Operand.BitField field, Expr value, SourceSpan span) {
        RecordType.Bits bits = field.bits();
        Type.Int type = register(bits);
        Expr address = in.writer.settle(field.unit(), span);
        Expr held = in.writer.settle(in.fold.cast(type, value), span);
        Local old = in.writer.temporary(bits.unit());
        in.writer.emit(new Instr.Load(old, address, access(field.type()), span));
        Expr others = Expr.constant(type, ~(mask(bits.width()) << bits.shift()));
        Expr kept = in.fold.binary(BinaryOp.AND, in.fold.cast(type, old), others);
        Expr cut = in.fold.binary(BinaryOp.AND, held, Expr.constant(type, mask(bits.width())));
        Expr placed = shifted(BinaryOp.SHIFT_LEFT, cut, bits.shift());
        Expr unit = in.fold.cast(bits.unit(), in.fold.binary(BinaryOp.OR, kept, placed));
        in.writer.emit(new Instr.Store(address, unit, access(field.type()), span));
        return new Operand.Value(valueType(field), extract(field, placed));
    }

    // ---- places inside of others -------------------------------------------------------------------------------

    /** {@code pointer + index}, counted in objects of the type. */
    Expr element(Expr pointer, CType type, Expr index, SourceSpan span) {
        Expr wide = in.fold.cast(in.layouts.model().distanceType(), index);
        Type.Pointer result = in.layouts.pointerTo(type);
        if (isVariable(type)) {
            Expr bytes = in.fold.binary(
                    BinaryOp.MULTIPLY, wide, in.fold.cast(in.layouts.model().distanceType(), sizeOf(type, span)));
            return new Expr.Index(pointer, Type.U8, bytes, result);
        }
        long size = in.size(type, span);
        if (wide instanceof Expr.Constant(var _, var count)) {
            if (count == 0) return in.fold.cast(result, pointer);
            if (pointer instanceof Expr.Constant(var _, var bits)) {
                return in.fold.cast(result, Expr.constant(in.layouts.model().addressType(), bits + count * size));
            }
        }
        return new Expr.Index(pointer, in.ir(type), wide, result);
    }

    private static boolean isVariable(CType type) {
        return switch (type) {
            case CType.VariableArray _ -> true;
            case CType.Array(var element, var _) -> isVariable(element);
            default -> false;
        };
    }

    /** The size in bytes as {@code size_t}; computed at run time for variable arrays. */
    Expr sizeOf(CType type, SourceSpan span) {
        return switch (type) {
            case CType.VariableArray(var element, var length) ->
                in.fold.binary(BinaryOp.MULTIPLY, length, sizeOf(element, span));
            case CType.Array(var element, var length)
            when isVariable(element) ->
                in.fold.binary(BinaryOp.MULTIPLY, in.sizeConstant(length), sizeOf(element, span));
            default -> in.sizeConstant(in.size(type, span));
        };
    }

    /** The member of this name in the struct or union at the address. */
    Operand member(CType owner, Expr address, String name, SourceSpan span) {
        if (!(owner.plain() instanceof CType.Aggregate(var record))) {
            throw new CError(span, owner + " has no members");
        }
        if (!record.isComplete()) throw new CError(span, record + " is declared but never defined");
        var path = record.path(name).orElseThrow(() -> new CError(span, record + " has no member " + name));
        Operand place = new Operand.Memory(owner, address);
        for (RecordType.Field field : path) place = field(place, field);
        return place;
    }

    /** The given member of the struct or union that the operand is. */
    Operand field(Operand owner, RecordType.Field field) {
        if (!(owner instanceof Operand.Memory(var type, var address))
                || !(type.plain() instanceof CType.Aggregate(var record))) {
            throw new IllegalStateException("not a struct: " + owner);
        }
        Optional<RecordType.Bits> bits = field.bits();
        Type target = bits.isPresent() ? bits.get().unit() : in.ir(field.type());
        Expr place = address instanceof Expr.Constant(var _, var base)
                ? new Expr.Constant(new Type.Pointer(target), base + field.offset())
                : new Expr.Member(address, record.tag(), field.unit(), new Type.Pointer(target));
        CType declared = CType.qualifiedLike(type, field.type());
        return bits.isPresent()
                ? new Operand.BitField(declared, place, bits.get())
                : new Operand.Memory(declared, place);
    }
}
