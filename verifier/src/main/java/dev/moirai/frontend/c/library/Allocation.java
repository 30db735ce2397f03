package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Contents;
import dev.moirai.ir.Instr.Region;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Optional;

/** Objects of the heap, and {@code alloca}. Alignment needs no care: every object begins well aligned. */
final class Allocation {
    private Allocation() {}

    static Optional<Model> find(String function) {
        return Optional.<Model>ofNullable(
                switch (function) {
                    case "malloc", "valloc", "kmalloc", "__kmalloc" ->
                        site -> mayFail(site, () -> make(site, bytes(site, 0), Contents.FREE));
                    case "calloc" -> site -> mayFail(site, () -> make(site, product(site, 0), Contents.ZERO));
                    case "aligned_alloc", "memalign" ->
                        site -> mayFail(site, () -> make(site, bytes(site, 1), Contents.FREE));
                    case "posix_memalign" -> Allocation::aligned;
                    case "realloc" -> site -> resize(site, bytes(site, 1));
                    case "reallocarray" -> site -> resize(site, product(site, 1));
                    case "free", "cfree", "kfree" -> Allocation::free;
                    case "alloca", "__builtin_alloca" -> Allocation::onStack;
                    case "__moirai_new" -> site -> Optional.of(make(site, bytes(site, 0), Contents.FREE));
                    default -> null;
                });
    }

    private static Expr bytes(CallSite site, int index) {
        return site.argument(index, new Pen(site).sizeType());
    }

    /**
     * Count times size. A product that does not fit is a request nobody can serve; C makes it null, and so it is a size
     * that no allocation grants.
     */
    private static Expr product(CallSite site, int index) {
        Expr count = bytes(site, index);
        Expr size = bytes(site, index + 1);
        var one = Pen.constant(count);
        var other = Pen.constant(size);
        if (one.isPresent() && other.isPresent()) return new Pen(site).size(one.getAsLong() * other.getAsLong());
        return Pen.binary(BinaryOp.MULTIPLY, count, size);
    }

    private static Expr make(CallSite site, Expr bytes, Contents contents) {
        Type type = site.pointee().orElse(Type.U8);
        Local object = site.fresh(new Type.Pointer(type));
        site.emit(new Instr.Alloc(object, type, bytes, Region.HEAP, contents, site.function(), site.span()));
        return object;
    }

    /** Lets the allocation yield null where the user wants to know what happens then. */
    private static Optional<Expr> mayFail(CallSite site, java.util.function.Supplier<Expr> allocation) {
        if (site.options().allocation() == LibraryOptions.Allocation.SUCCEEDS) return Optional.of(allocation.get());
        var pen = new Pen(site);
        Local object = site.fresh(Type.VOID_POINTER);
        pen.either(pen.any(Type.BOOL), () -> pen.set(object, allocation.get()), () -> pen.set(object, Pen.nothing()));
        return Optional.of(object);
    }

    private static Optional<Expr> aligned(CallSite site) {
        var pen = new Pen(site);
        Expr object =
                mayFail(site, () -> make(site, bytes(site, 2), Contents.FREE)).orElseThrow();
        Local result = pen.result();
        pen.set(result, Pen.number(0));
        Runnable granted = () -> pen.store(site.argument(0), object);
        if (site.options().allocation() == LibraryOptions.Allocation.SUCCEEDS) granted.run();
        else pen.either(Pen.isNonzero(object), granted, () -> pen.set(result, Pen.number(Errno.ENOMEM)));
        return Optional.of(result);
    }

    /** {@code realloc(null, n)} is {@code malloc(n)}; {@code realloc(p, 0)} frees, as in glibc. */
    private static Optional<Expr> resize(CallSite site, Expr bytes) {
        var pen = new Pen(site);
        Local old = pen.keep(site.argument(0, Type.VOID_POINTER));
        Local size = pen.keep(bytes);
        Local object = site.fresh(Type.VOID_POINTER);
        Runnable fresh = () -> pen.set(object, make(site, size, Contents.FREE));
        Runnable moved = () -> site.emit(new Instr.Resize(object, old, size, Access.PLAIN, site.span()));
        Runnable gone = () -> {
            site.emit(new Instr.Free(old, Region.HEAP, Access.PLAIN, site.span()));
            pen.set(object, Pen.nothing());
        };
        Runnable served = () -> pen.either(Pen.isZero(old), fresh, () -> pen.either(Pen.isZero(size), gone, moved));
        if (site.options().allocation() == LibraryOptions.Allocation.SUCCEEDS) served.run();
        else pen.either(pen.any(Type.BOOL), served, () -> pen.set(object, Pen.nothing()));
        return Optional.of(object);
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
