package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The vocabulary in which models emit expressions and instructions. */
final class Pen {
    private final CallSite site;

    Pen(CallSite site) {
        this.site = site;
    }

    // ---- types the data model decides ---------------------------------------------------------------------------

    /** C's {@code long}. */
    Type.Int longType() {
        return site.model().distanceType();
    }

    /** C's {@code unsigned long}, and {@code size_t}. */
    Type.Int sizeType() {
        return site.model().addressType();
    }

    /** The type that the pointer argument points to; casts to {@code void *} are looked through. */
    Type pointee(int index) {
        return pointee(site.argument(index));
    }

    static Type pointee(Expr pointer) {
        if (pointer.type() instanceof Type.Pointer(var target) && !(target instanceof Type.Void)) return target;
        return pointer instanceof Expr.Cast(var _, var operand) ? pointee(operand) : Type.VOID;
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    Expr size(long value) {
        return Expr.constant(sizeType(), value);
    }

    static Expr nothing() {
        return Expr.constant(Type.VOID_POINTER, 0);
    }

    static Expr equal(Expr left, Expr right) {
        return new Expr.Compare(CompareOp.EQUAL, left, right);
    }

    static Expr different(Expr left, Expr right) {
        return new Expr.Compare(CompareOp.NOT_EQUAL, left, right);
    }

    static Expr isZero(Expr value) {
        return equal(value, Expr.constant(value.type(), 0));
    }

    /** C's truth: whether the value is not 0. */
    static Expr isNonzero(Expr value) {
        return value.type().equals(Type.BOOL) ? value : different(value, Expr.constant(value.type(), 0));
    }

    /** A truth value as an {@code int}. */
    static Expr asInt(Expr truth) {
        return new Expr.Cast(Type.I32, truth);
    }

    static Expr binary(BinaryOp op, Expr left, Expr right) {
        return new Expr.Binary(op, left, right);
    }

    /** The place {@code bytes} after {@code pointer}, as a pointer to {@code type}. */
    Expr at(Expr pointer, long bytes, Type type) {
        var as = new Type.Pointer(type);
        return bytes == 0
                ? as(pointer, as)
                : new Expr.Index(pointer, Type.U8, Expr.constant(site.model().distanceType(), bytes), as);
    }

    static Expr as(Expr value, Type type) {
        return value.type().equals(type) ? value : new Expr.Cast(type, value);
    }

    /** The value of a constant, looking through casts. */
    static OptionalLong constant(Expr expr) {
        return switch (expr) {
            case Expr.Constant(var type, var bits) when !(type instanceof Type.Float) -> OptionalLong.of(bits);
            case Expr.Cast(var type, var operand)
            when !(type instanceof Type.Float) && !(operand.type() instanceof Type.Float) -> {
                OptionalLong inner = constant(operand);
                yield inner.isPresent()
                        ? OptionalLong.of(dev.moirai.ir.Arithmetic.normalize(type, inner.getAsLong()))
                        : inner;
            }
            default -> OptionalLong.empty();
        };
    }

    static boolean isNull(Expr pointer) {
        OptionalLong value = constant(pointer);
        return value.isPresent() && value.getAsLong() == 0;
    }

    /** Whether the pointer is an object's address, which needs no test for null. */
    static boolean isSurelySomething(Expr pointer) {
        return switch (pointer) {
            case Expr.GlobalAddress _, Expr.FunctionAddress _ -> true;
            case Expr.Member(var base, var _, var _, var _) -> isSurelySomething(base);
            case Expr.Index(var base, var _, var _, var _) -> isSurelySomething(base);
            case Expr.Cast(var _, var operand) -> isSurelySomething(operand);
            default -> false;
        };
    }

    // ---- instructions -------------------------------------------------------------------------------------------

    Local result() {
        return site.fresh(Type.I32);
    }

    /** A free value of the type, named after the function that yields it. */
    Local any(Type type) {
        return any(type, new Source.Anything(site.function()));
    }

    Local any(Type type, Source source) {
        Local value = site.fresh(type);
        site.emit(new Instr.Nondet(value, source, site.span()));
        return value;
    }

    /** Stores a value that may change later, or is needed more than once, in a temporary. */
    Local keep(Expr value) {
        if (value instanceof Local local && local.isTemporary()) return local;
        Local kept = site.fresh(value.type());
        site.emit(new Instr.Assign(kept, value, site.span()));
        return kept;
    }

    void store(Expr address, Expr value) {
        site.emit(new Instr.Store(address, value, Access.PLAIN, site.span()));
    }

    /** Stores through a pointer argument of C, unless it is null. */
    void storeUnlessNull(Expr pointer, Expr value) {
        if (isNull(pointer)) return;
        if (isSurelySomething(pointer)) store(pointer, value);
        else when(isNonzero(pointer), () -> store(pointer, value));
    }

    void when(Expr condition, Runnable then) {
        String yes = site.freshLabel("then");
        String end = site.freshLabel("end");
        site.emit(new Instr.Branch(condition, yes, end, site.span()));
        label(yes);
        then.run();
        label(end);
    }

    void either(Expr condition, Runnable then, Runnable otherwise) {
        String yes = site.freshLabel("then");
        String no = site.freshLabel("else");
        String end = site.freshLabel("end");
        site.emit(new Instr.Branch(condition, yes, no, site.span()));
        label(yes);
        then.run();
        site.emit(new Instr.Goto(end, site.span()));
        label(no);
        otherwise.run();
        label(end);
    }

    void label(String name) {
        site.emit(new Instr.Label(name, site.span()));
    }

    void set(Local local, Expr value) {
        site.emit(new Instr.Assign(local, value, site.span()));
    }

    // ---- results of a call -----------------------------------------------------------------------------------------

    static Optional<Expr> none() {
        return Optional.empty();
    }

    static Optional<Expr> zero() {
        return Optional.of(number(0));
    }

    /** Does something for each number below {@code count}, in a loop that the user did not write. */
    void loop(Expr count, Consumer<Expr> body) {
        Local end = keep(count);
        Local i = site.fresh(sizeType());
        String head = site.loopLabel("each");
        String inside = site.freshLabel("element");
        String done = site.freshLabel("done");
        set(i, size(0));
        label(head);
        site.emit(new Instr.Branch(new Expr.Compare(CompareOp.LESS, i, end), inside, done, site.span()));
        label(inside);
        body.accept(i);
        set(i, binary(BinaryOp.ADD, i, size(1)));
        site.emit(new Instr.Goto(head, site.span()));
        label(done);
    }
}
