package dev.moirai.frontend.c;

import java.util.List;
import java.util.Optional;

/**
 * Type names that gcc knows without a declaration. They are no keywords here, because system headers for older compilers
 * declare some of them as typedefs.
 */
final class BuiltinTypes {
    static final List<String> NAMES = List.of(
            "__builtin_va_list",
            "_Float32",
            "_Float32x",
            "_Float64",
            "_Float64x",
            "_Float128",
            "__float80",
            "__int128_t",
            "__uint128_t");

    private BuiltinTypes() {}

    static Optional<CType> find(String name) {
        return switch (name) {
            case "__builtin_va_list" -> Optional.of(new CType.Pointer(CType.CHAR));
            case "_Float32" -> Optional.of(CType.FLOAT);
            case "_Float32x", "_Float64" -> Optional.of(CType.DOUBLE);
            case "_Float64x", "__float80" -> Optional.of(CType.LONG_DOUBLE);
            case "_Float128" -> Optional.of(new CType.Refused("__float128", 16));
            case "__int128_t" -> Optional.of(CType.INT128);
            case "__uint128_t" -> Optional.of(CType.UNSIGNED_INT128);
            default -> Optional.empty();
        };
    }
}
