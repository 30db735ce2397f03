package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Type;

/** Size and conversions of a scalar type in memory, computed once. */
final class Scalar {
    final Type type;
    final int bytes;
    private final boolean signed;
    private final int spareBits;

    Scalar(Type type, DataModel model) {
        this.type = type;
        int width = switch (type) {
            case Type.Int i -> i.width();
            case Type.Float f -> f.width();
            case Type.Pointer _ -> model.pointerBytes() * 8;
            case Type.Mathematical _ -> Long.SIZE;
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                throw new IllegalArgumentException("no scalar: " + type);
        };
        this.bytes = (width + 7) / 8;
        this.spareBits = 64 - width;
        this.signed = type instanceof Type.Int(var _, var s) && s;
    }

    /** The bits in the canonical form of the type. */
    long canonical(long bits) {
        return signed ? bits << spareBits >> spareBits : bits << spareBits >>> spareBits;
    }

    /** C's conversion to this type. */
    long cast(Type from, long value) {
        return type instanceof Type.Pointer ? canonical(value) : Arithmetic.cast(from, type, value);
    }
}
