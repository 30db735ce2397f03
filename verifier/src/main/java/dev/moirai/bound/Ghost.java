package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;

/** State of a thread that other threads look at or set, kept in globals of ours; all zero at the start. */
public enum Ghost {
    /** 1 once it has been spawned. */
    ACTIVE(Type.U8),
    /** What it was spawned with. */
    ARGUMENT(Type.VOID_POINTER),
    /** 1 once it has ended. */
    DONE(Type.U8),
    /** What it returned. */
    VALUE(Type.VOID_POINTER),
    /** 1 once nobody may join it: detached, or joined already. */
    TAKEN(Type.U8),
    /** The condition or barrier it waits on, or null. */
    PARKED(Type.VOID_POINTER);

    private final Type type;

    Ghost(Type type) {
        this.type = type;
    }

    public Type type() {
        return type;
    }

    /** The name of the global that holds this of the thread so named. */
    public String of(String thread) {
        return "moirai_" + name().toLowerCase(Locale.ROOT) + "_" + thread;
    }

    public Expr.GlobalAddress address(String thread) {
        return new Expr.GlobalAddress(of(thread), new Type.Pointer(type));
    }

    Global global(String thread) {
        return new Global(of(thread), type, List.of(), Global.Storage.SHARED, SourceSpan.NOWHERE);
    }
}
