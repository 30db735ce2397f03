package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;

/** State of threads that other threads look at or set: arrays of ours over the numbers of threads, all zero at the start. */
public enum Ghost {
    /** 1 once it has been spawned; main always is. */
    ACTIVE(Type.U8),
    /** What it was spawned with. */
    ARGUMENT(Type.VOID_POINTER),
    /** 1 once it has ended. */
    DONE(Type.U8),
    /** What it returned. */
    VALUE(Type.VOID_POINTER),
    /** {@link #JOINED} or {@link #DETACHED}: nobody may join it any more. */
    TAKEN(Type.U8),
    /** The condition or barrier it waits on, or null. */
    PARKED(Type.VOID_POINTER);

    public static final int JOINED = 1;
    public static final int DETACHED = 2;

    private final Type type;

    Ghost(Type type) {
        this.type = type;
    }

    public Type type() {
        return type;
    }

    /** No language lets a program write such a name. */
    public String global() {
        return "%moirai_" + name().toLowerCase(Locale.ROOT);
    }

    /** Where it lies for the thread of this number. */
    public Expr address(Expr thread) {
        var pointer = new Type.Pointer(type);
        return new Expr.Index(new Expr.GlobalAddress(global(), pointer), type, thread, pointer);
    }

    public Expr address(int thread) {
        return address(Expr.constant(Type.I64, thread));
    }

    Global declare(int threads) {
        List<Global.Initial> initial =
                this == ACTIVE ? List.of(new Global.Initial(0, Expr.constant(Type.U8, 1))) : List.of();
        return new Global(global(), new Type.Array(type, threads), initial, Global.Storage.SHARED, SourceSpan.NOWHERE);
    }
}
