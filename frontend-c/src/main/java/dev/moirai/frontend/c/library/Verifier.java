package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import java.util.Optional;

/**
 * The conventions of the verification competition: inputs, assumptions, atomic sections. {@code
 * __VERIFIER_nondet_pointer} yields null or the address of no object, because any other would be invented.
 */
final class Verifier {
    private static final String NONDET = "__VERIFIER_nondet_";

    private Verifier() {}

    static Optional<FunctionModel> find(String function) {
        if (function.startsWith(NONDET)) return Optional.of(site -> input(site, function.substring(NONDET.length())));
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "__VERIFIER_assume",
                            "assume_abort_if_not",
                            "__CPROVER_assume",
                            "__ESBMC_assume",
                            "__builtin_assume" -> Verifier::assume;
                    case "__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_begin" -> Verifier::begin;
                    case "__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__ESBMC_atomic_end" -> Verifier::end;
                    case "__moirai_timeout" -> Verifier::timeout;
                    case "__moirai_unknown" ->
                        site -> {
                            var reason = new CutReason.Construct(site.literal(0).orElseThrow(), site.span());
                            site.emit(new Instr.Cut(reason, site.span()));
                            return Pen.none();
                        };
                    case "__moirai_assert_memory" ->
                        site -> {
                            Expr holds = new Pen(site).keep(Pen.isNonzero(site.argument(0)));
                            String message = site.literal(1).orElseThrow();
                            site.emit(new Instr.Assert(holds, Property.MEMORY, message, site.span()));
                            site.emit(new Instr.Assume(holds, site.span()));
                            return Pen.none();
                        };
                    default -> null;
                });
    }

    private static Optional<Expr> input(CallSite site, String what) {
        var pen = new Pen(site);
        Type.Int word = pen.longType();
        Type type = switch (what) {
            case "bool", "_Bool" -> Type.BOOL;
            case "char", "schar" -> new Type.Int(8, true);
            case "uchar", "unsigned_char", "u8", "uint8_t" -> Type.U8;
            case "short", "S16", "s16", "int16_t" -> new Type.Int(16, true);
            case "ushort", "U16", "u16", "uint16_t" -> new Type.Int(16, false);
            case "int", "S32", "s32", "int32_t" -> Type.I32;
            case "uint", "unsigned", "unsigned_int", "U32", "u32", "uint32_t" -> Type.U32;
            case "long", "ssize_t", "off_t" -> word;
            case "ulong", "size_t", "sector_t", "pthread_t" -> pen.sizeType();
            case "longlong", "S64", "s64", "int64_t", "loff_t" -> Type.I64;
            case "ulonglong", "U64", "u64", "uint64_t" -> Type.U64;
            case "float" -> new Type.Float(32);
            case "double" -> new Type.Float(64);
            case "pointer", "charp", "const_char_pointer" -> Type.VOID_POINTER;
            default -> declared(site);
        };
        if (type instanceof Type.Pointer) return Optional.of(nullOrNowhere(pen, type, site));
        Local value = pen.any(type, new Source.Returned(site.function()));
        return Optional.of(type.equals(Type.BOOL) ? new Expr.Cast(Type.U8, value) : value);
    }

    /** The pointer 0 or 1: no object has an address that small. */
    private static Expr nullOrNowhere(Pen pen, Type pointer, CallSite site) {
        Local isNowhere = pen.any(Type.BOOL, new Source.Returned(site.function()));
        return new Expr.Cast(pointer, new Expr.Cast(site.model().addressType(), isNowhere));
    }

    private static Type declared(CallSite site) {
        return site.declaredResult()
                .filter(Type::isScalar)
                .orElseThrow(() -> site.error(
                        site.function() + " has no known type", "declare it with the integer type it yields"));
    }

    private static Optional<Expr> timeout(CallSite site) {
        Local fires = site.fresh(Type.BOOL);
        site.emit(new Instr.Nondet(fires, new Source.Timer(), site.span()));
        return Optional.of(new Expr.Cast(Type.I32, fires));
    }

    private static Optional<Expr> assume(CallSite site) {
        site.emit(new Instr.Assume(Pen.isNonzero(site.argument(0)), site.span()));
        return Pen.none();
    }

    private static Optional<Expr> begin(CallSite site) {
        site.emit(new Instr.AtomicBegin(site.span()));
        return Pen.none();
    }

    private static Optional<Expr> end(CallSite site) {
        site.emit(new Instr.AtomicEnd(site.span()));
        return Pen.none();
    }
}
