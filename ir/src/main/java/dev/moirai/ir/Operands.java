package dev.moirai.ir;

import java.util.function.Consumer;

/** Which expressions an instruction evaluates and which locals it sets: the shape that most passes need. */
public final class Operands {
    private Operands() {}

    /** The expressions the instruction evaluates, outermost ones only, in the order it names them. */
    public static void forEachRead(Instr instr, Consumer<? super Expr> read) {
        switch (instr) {
            case Instr.Assign i -> read.accept(i.value());
            case Instr.Load i -> read.accept(i.address());
            case Instr.Store i -> {
                read.accept(i.address());
                read.accept(i.value());
            }
            case Instr.Rmw i -> {
                read.accept(i.address());
                read.accept(i.operand());
            }
            case Instr.CompareExchange i -> {
                read.accept(i.address());
                read.accept(i.expected());
                read.accept(i.desired());
            }
            case Instr.Alloc i -> read.accept(i.bytes());
            case Instr.Free i -> read.accept(i.pointer());
            case Instr.Resize i -> {
                read.accept(i.pointer());
                read.accept(i.bytes());
            }
            case Instr.Branch i -> read.accept(i.condition());
            case Instr.Call i -> {
                read.accept(i.callee());
                i.arguments().forEach(read);
            }
            case Instr.Return i -> i.value().ifPresent(read);
            case Instr.ExitProcess i -> read.accept(i.code());
            case Instr.Assume i -> read.accept(i.condition());
            case Instr.Assert i -> read.accept(i.condition());
            case Instr.Block i -> read.accept(i.condition());
            case Instr.Print i -> i.arguments().forEach(read);
            case Instr.Spawn i -> {
                read.accept(i.function());
                i.arguments().forEach(read);
            }
            case Instr.Join i -> read.accept(i.thread());
            case Instr.Detach i -> read.accept(i.thread());
            case Instr.ExitThread i -> read.accept(i.value());
            case Instr.Wait i -> {
                read.accept(i.object());
                read.accept(i.mutex());
            }
            case Instr.InitSync i -> {
                read.accept(i.object());
                read.accept(i.parameter());
            }
            case Instr.OnObject i -> read.accept(i.object());
            case Instr.Await i -> {
                read.accept(i.address());
                read.accept(i.expected());
            }
            case Instr.Nondet _,
                    Instr.Fence _,
                    Instr.Cut _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Self _,
                    Instr.Yield _ -> {}
        }
    }

    /** The locals the instruction sets. */
    public static void forEachWritten(Instr instr, Consumer<? super Local> written) {
        switch (instr) {
            case Instr.Assign i -> written.accept(i.into());
            case Instr.Nondet i -> written.accept(i.into());
            case Instr.Load i -> written.accept(i.into());
            case Instr.Rmw i -> written.accept(i.old());
            case Instr.CompareExchange i -> written.accept(i.old());
            case Instr.Alloc i -> written.accept(i.into());
            case Instr.Resize i -> written.accept(i.into());
            case Instr.Call i -> i.into().ifPresent(written);
            case Instr.Spawn i -> written.accept(i.handle());
            case Instr.Join i -> {
                written.accept(i.result());
                i.value().ifPresent(written);
            }
            case Instr.Detach i -> written.accept(i.result());
            case Instr.Self i -> written.accept(i.into());
            case Instr.Lock i -> written.accept(i.result());
            case Instr.Unlock i -> written.accept(i.result());
            case Instr.Wait i -> written.accept(i.result());
            case Instr.Awake i -> written.accept(i.result());
            case Instr.Arrive i -> written.accept(i.result());
            case Instr.Down i -> written.accept(i.result());
            case Instr.Up i -> written.accept(i.result());
            case Instr.Level i -> written.accept(i.into());
            case Instr.DestroySync i -> written.accept(i.result());
            case Instr.Store _,
                    Instr.Fence _,
                    Instr.Free _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.Branch _,
                    Instr.Return _,
                    Instr.ExitProcess _,
                    Instr.Assume _,
                    Instr.Assert _,
                    Instr.Cut _,
                    Instr.Block _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Print _,
                    Instr.ExitThread _,
                    Instr.Yield _,
                    Instr.Signal _,
                    Instr.InitSync _,
                    Instr.Await _ -> {}
        }
    }

    /** The expressions directly inside an expression. */
    public static void forEachChild(Expr expr, Consumer<? super Expr> child) {
        switch (expr) {
            case Local _, Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> {}
            case Expr.Member e -> child.accept(e.pointer());
            case Expr.Index e -> {
                child.accept(e.pointer());
                child.accept(e.index());
            }
            case Expr.Distance e -> {
                child.accept(e.left());
                child.accept(e.right());
            }
            case Expr.Unary e -> child.accept(e.operand());
            case Expr.Binary e -> {
                child.accept(e.left());
                child.accept(e.right());
            }
            case Expr.Compare e -> {
                child.accept(e.left());
                child.accept(e.right());
            }
            case Expr.Cast e -> child.accept(e.operand());
            case Expr.Select e -> {
                child.accept(e.condition());
                child.accept(e.whenTrue());
                child.accept(e.whenFalse());
            }
            case Expr.Number _, Expr.Ratio _, Expr.Element _, Expr.Bound _ -> {}
            case Expr.Calculate e -> e.operands().forEach(child);
            case Expr.Bits e -> child.accept(e.integer());
            case Expr.Lookup e -> {
                child.accept(e.map());
                child.accept(e.key());
            }
            case Expr.Update e -> {
                child.accept(e.map());
                child.accept(e.key());
                child.accept(e.value());
            }
            case Expr.Everywhere e -> child.accept(e.value());
            case Expr.Make e -> e.parts().forEach(child);
            case Expr.IsCase e -> child.accept(e.value());
            case Expr.Part e -> child.accept(e.value());
            case Expr.ForAll e -> child.accept(e.body());
            case Expr.Cell e -> {
                child.accept(e.map());
                child.accept(e.key());
            }
        }
    }

    /** The locals read anywhere inside an expression. */
    public static void forEachLocal(Expr expr, Consumer<? super Local> local) {
        if (expr instanceof Local l) local.accept(l);
        else forEachChild(expr, child -> forEachLocal(child, local));
    }
}
