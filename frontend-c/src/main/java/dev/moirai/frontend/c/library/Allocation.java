package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Contents;
import dev.moirai.ir.Instr.Region;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Heap objects, and {@code alloca}. Alignment needs no care: every object begins well aligned. */
final class Allocation {
    private Allocation() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "malloc", "valloc" -> site -> mayFail(site, () -> make(site, bytes(site, 0), Contents.FREE));
                    case "calloc" -> site -> product(site, 0, bytes -> make(site, bytes, Contents.ZERO));
                    case "aligned_alloc", "memalign" ->
                        site -> mayFail(site, () -> make(site, bytes(site, 1), Contents.FREE));
                    case "posix_memalign" -> Allocation::aligned;
                    case "realloc" -> site -> mayFail(site, () -> moved(site, bytes(site, 1)));
                    case "reallocarray" -> site -> product(site, 1, bytes -> moved(site, bytes));
                    case "free", "cfree", "__moirai_free" -> Allocation::free;
                    case "alloca", "__builtin_alloca_with_align" -> Allocation::onStack;
                    case "__moirai_new" -> site -> Optional.of(make(site, bytes(site, 0), Contents.FREE));
                    case "__moirai_new_zeroed" -> site -> Optional.of(make(site, bytes(site, 0), Contents.ZERO));
                    default -> null;
                });
    }

    private static Expr bytes(CallSite site, int index) {
        return site.argument(index, new Pen(site).sizeType());
    }

    /** Allocates count times size bytes; null if the product overflows. */
    private static Optional<Expr> product(CallSite site, int index, Function<Expr, Expr> allocation) {
        var pen = new Pen(site);
        Expr count = bytes(site, index);
        Expr size = bytes(site, index + 1);
        OptionalLong one = Pen.constant(count);
        OptionalLong other = Pen.constant(size);
        if (one.isPresent() && other.isPresent()) {
            boolean fits = Math.unsignedMultiplyHigh(one.getAsLong(), other.getAsLong()) == 0
                    && (site.model().pointerBytes() == 8 || one.getAsLong() * other.getAsLong() >>> 32 == 0);
            Expr bytes = pen.size(one.getAsLong() * other.getAsLong());
            return fits ? mayFail(site, () -> allocation.apply(bytes)) : Optional.of(none(site));
        }
        Local limit = pen.keep(size);
        Local wanted = pen.keep(count);
        Local object = site.fresh(Type.VOID_POINTER);
        Expr most = Pen.binary(BinaryOp.DIVIDE, pen.size(-1), limit);
        pen.either(
                new Expr.Select(Pen.isZero(limit), Expr.TRUE, new Expr.Compare(CompareOp.LESS_OR_EQUAL, wanted, most)),
                () -> pen.set(
                        object,
                        mayFail(site, () -> allocation.apply(Pen.binary(BinaryOp.MULTIPLY, wanted, limit)))
                                .orElseThrow()),
                () -> pen.set(object, none(site)));
        return Optional.of(object);
    }

    /** There is no memory, and {@code errno} says so. */
    private static Expr none(CallSite site) {
        ErrnoVariable.set(site, Pen.number(Errno.ENOMEM));
        return Pen.nothing();
    }

    private static Expr make(CallSite site, Expr bytes, Contents contents) {
        Type type = site.pointee().orElse(Type.U8);
        Local object = site.fresh(new Type.Pointer(type));
        site.emit(new Instr.Alloc(object, type, bytes, Region.HEAP, contents, site.function(), site.span()));
        return object;
    }

    /** Lets the allocation yield null if the user asked for that. */
    private static Optional<Expr> mayFail(CallSite site, Supplier<Expr> allocation) {
        return Optional.of(orElse(site, "NULL", allocation, () -> none(site)));
    }

    /** @param told what the function returns if there is no memory */
    private static Expr orElse(CallSite site, String told, Supplier<Expr> allocation, Supplier<Expr> failure) {
        if (site.options().allocation() == LibraryOptions.Allocation.SUCCEEDS) return allocation.get();
        var pen = new Pen(site);
        Local object = site.fresh(Type.VOID_POINTER);
        Local isThere = pen.any(Type.BOOL, new Source.Memory(site.function(), told));
        pen.either(isThere, () -> pen.set(object, allocation.get()), () -> pen.set(object, failure.get()));
        return object;
    }

    /** {@code posix_memalign} returns its error. */
    private static Optional<Expr> aligned(CallSite site) {
        var pen = new Pen(site);
        Local alignment = pen.keep(bytes(site, 1));
        Expr word = pen.size(site.model().pointerBytes());
        Expr bits = Pen.binary(BinaryOp.AND, alignment, Pen.binary(BinaryOp.SUBTRACT, alignment, pen.size(1)));
        Expr isPower = new Expr.Select(Pen.isZero(bits), Pen.isNonzero(alignment), Expr.FALSE);
        Expr isMultiple = Pen.isZero(Pen.binary(BinaryOp.REMAINDER, alignment, word));
        Local result = pen.result();
        pen.either(
                new Expr.Select(isPower, isMultiple, Expr.FALSE),
                () -> pen.set(result, granted(site)),
                () -> pen.set(result, Pen.number(Errno.EINVAL)));
        return Optional.of(result);
    }

    private static Expr granted(CallSite site) {
        var pen = new Pen(site);
        Expr object = orElse(site, "ENOMEM", () -> make(site, bytes(site, 2), Contents.FREE), Pen::nothing);
        Local result = pen.result();
        pen.set(result, Pen.number(0));
        Runnable granted = () -> pen.store(site.argument(0), object);
        if (site.options().allocation() == LibraryOptions.Allocation.SUCCEEDS) granted.run();
        else pen.either(Pen.isNonzero(object), granted, () -> pen.set(result, Pen.number(Errno.ENOMEM)));
        return result;
    }

    /** {@code realloc(null, n)} is {@code malloc(n)}; {@code realloc(p, 0)} frees, as in glibc. */
    private static Expr moved(CallSite site, Expr bytes) {
        var pen = new Pen(site);
        Local old = pen.keep(site.argument(0, Type.VOID_POINTER));
        Local size = pen.keep(bytes);
        Local object = site.fresh(Type.VOID_POINTER);
        Runnable fresh = () -> pen.set(object, make(site, size, Contents.FREE));
        Runnable resized = () -> site.emit(new Instr.Resize(object, old, size, Access.PLAIN, site.span()));
        Runnable gone = () -> {
            site.emit(new Instr.Free(old, Region.HEAP, Access.PLAIN, site.span()));
            pen.set(object, Pen.nothing());
        };
        Runnable moved = () -> {
            OptionalLong known = Pen.constant(bytes);
            if (known.isPresent() && known.getAsLong() != 0) resized.run();
            else pen.either(Pen.isZero(size), gone, resized);
        };
        pen.either(Pen.isZero(old), fresh, moved);
        return object;
    }

    private static Optional<Expr> free(CallSite site) {
        site.emit(new Instr.Free(site.argument(0, Type.VOID_POINTER), Region.HEAP, Access.PLAIN, site.span()));
        return Pen.none();
    }

    private static Optional<Expr> onStack(CallSite site) {
        Type type = site.pointee().orElse(Type.U8);
        Local object = site.fresh(new Type.Pointer(type));
        site.emit(new Instr.Alloc(
                object, type, bytes(site, 0), Region.STACK, Contents.FREE, site.function(), site.span()));
        return Optional.of(object);
    }
}
