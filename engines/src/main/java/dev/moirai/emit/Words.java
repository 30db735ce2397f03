package dev.moirai.emit;

import dev.moirai.ir.DataModel;
import dev.moirai.ir.Type;

/**
 * Converts scalars to the runtime's words and back. A word has the canonical form of {@link dev.moirai.ir.Arithmetic}.
 */
final class Words {
    private final CTypes types;
    private final DataModel model;

    Words(CTypes types, DataModel model) {
        this.types = types;
        this.model = model;
    }

    String toWord(Type type, String value) {
        return switch (type) {
            case Type.Float(var width) -> (width == 32 ? "moirai_of_float(" : "moirai_of_double(") + value + ")";
            case Type.Pointer _ -> "(moirai_word)(__UINTPTR_TYPE__)" + value;
            case Type.Int _ -> "(moirai_word)" + value;
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _, Type.Mathematical _ ->
                throw noScalar(type);
        };
    }

    String fromWord(Type type, String word) {
        return switch (type) {
            case Type.Float(var width) -> (width == 32 ? "moirai_to_float(" : "moirai_to_double(") + word + ")";
            case Type.Pointer _ -> "(void *)(__UINTPTR_TYPE__)" + word;
            case Type.Int _ -> "(" + types.scalar(type) + ")" + word;
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _, Type.Mathematical _ ->
                throw noScalar(type);
        };
    }

    /** Converts a value of one type to another that is expected: the bits stay, as in the interpreter. */
    String convert(Type from, Type to, String value) {
        if (from.equals(to) || from instanceof Type.Pointer && to instanceof Type.Pointer) return value;
        return fromWord(to, toWord(from, value));
    }

    /** The code by which the runtime knows the type. */
    String code(Type type) {
        return switch (type) {
            case Type.Int(var width, var signed) -> width + (signed ? " | MOIRAI_SIGNED" : "");
            case Type.Float(var width) -> width + " | MOIRAI_FLOAT";
            case Type.Pointer _ -> model.pointerBytes() * 8 + " | MOIRAI_POINTER";
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _, Type.Mathematical _ ->
                throw noScalar(type);
        };
    }

    private static IllegalArgumentException noScalar(Type type) {
        return new IllegalArgumentException("no scalar: " + type);
    }
}
