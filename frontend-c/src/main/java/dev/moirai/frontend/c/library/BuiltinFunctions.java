package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compiler builtins that are not library functions in disguise. Those that need syntax or types are handled by the
 * translator.
 */
final class BuiltinFunctions {
    private BuiltinFunctions() {}

    static Optional<FunctionModel> find(String function) {
        if (!function.startsWith("__builtin_")) return Optional.empty();
        String name = function.substring("__builtin_".length());
        return Optional.ofNullable(name.endsWith("_overflow") ? CheckedArithmetic.find(name) : plain(name));
    }

    private static @Nullable FunctionModel plain(String name) {
        return switch (name) {
            case "expect_with_probability" -> site -> Optional.of(site.argument(0, new Pen(site).longType()));
            // The program promises never to come here, and a run that breaks the promise has no meaning.
            case "unreachable" ->
                site -> {
                    site.emit(new Instr.Assume(Expr.FALSE, site.span()));
                    return Pen.none();
                };
            case "ia32_pause", "ia32_mfence", "ia32_lfence", "ia32_sfence" ->
                site -> {
                    site.emit(new Instr.Fence(Access.Order.SEQ_CST, site.span()));
                    return Pen.none();
                };
            case "assume_aligned" -> site -> Optional.of(site.argument(0));
            case "bswap16" -> site -> Optional.of(Bits.swapped(site, 16));
            case "bswap32" -> site -> Optional.of(Bits.swapped(site, 32));
            case "bswap64" -> site -> Optional.of(Bits.swapped(site, 64));
            case "clz" -> site -> Optional.of(Bits.leadingZeros(site, 32));
            case "clzl" -> site -> Optional.of(Bits.leadingZeros(site, word(site)));
            case "clzll" -> site -> Optional.of(Bits.leadingZeros(site, 64));
            case "ctz" -> site -> Optional.of(Bits.trailingZeros(site, 32));
            case "ctzl" -> site -> Optional.of(Bits.trailingZeros(site, word(site)));
            case "ctzll" -> site -> Optional.of(Bits.trailingZeros(site, 64));
            case "popcount" -> site -> Optional.of(Bits.ones(site, 32));
            case "popcountl" -> site -> Optional.of(Bits.ones(site, word(site)));
            case "popcountll" -> site -> Optional.of(Bits.ones(site, 64));
            case "parity" -> site -> Optional.of(Bits.parity(site, 32));
            case "parityl" -> site -> Optional.of(Bits.parity(site, word(site)));
            case "parityll" -> site -> Optional.of(Bits.parity(site, 64));
            case "ffs" -> site -> Optional.of(Bits.firstSet(site, 32));
            case "ffsl" -> site -> Optional.of(Bits.firstSet(site, word(site)));
            case "ffsll" -> site -> Optional.of(Bits.firstSet(site, 64));
            case "huge_val", "inf" -> _ -> Optional.of(floating(64, Double.POSITIVE_INFINITY));
            case "huge_valf", "inff" -> _ -> Optional.of(floating(32, Double.POSITIVE_INFINITY));
            case "nan" -> _ -> Optional.of(floating(64, Double.NaN));
            case "nanf" -> _ -> Optional.of(floating(32, Double.NaN));
            default -> null;
        };
    }

    private static int word(CallSite site) {
        return site.model().pointerBytes() * 8;
    }

    private static Expr floating(int width, double value) {
        var type = new Type.Float(width);
        return new Expr.Constant(type, dev.moirai.ir.Arithmetic.fromDouble(type, value));
    }
}
