package dev.moirai.ir;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What makes one function well-formed. */
final class FunctionRules {
    private final Program program;
    private final Function function;
    private final ExprRules exprs;
    private final List<String> complaints;
    private final Map<String, Type> locals = new HashMap<>();
    private final Set<String> labels = new HashSet<>();
    private int at = -1;

    FunctionRules(Program program, Function function, ExprRules exprs, List<String> complaints) {
        this.program = program;
        this.function = function;
        this.exprs = exprs;
        this.complaints = complaints;
    }

    void check() {
        for (Local local : function.locals()) {
            if (locals.put(local.name(), local.type()) != null) complain("two locals " + local.name());
            if (!local.type().isScalar()) complain("local " + local.name() + " of type " + local.type());
        }
        function.parameters().forEach(this::listed);
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.Label(var name, var _) && !labels.add(name)) complain("two labels " + name);
        }
        for (at = 0; at < function.body().size(); at++) {
            Instr instr = function.body().get(at);
            Operands.forEachWritten(instr, this::listed);
            Operands.forEachRead(instr, expr -> {
                Operands.forEachLocal(expr, this::listed);
                exprs.check(expr, this::complain);
            });
            types(instr);
        }
        at = -1;
        if (function.body().isEmpty() || fallsThrough(function.body().getLast())) {
            complain("control can run off the end");
        }
    }

    private void complain(String message) {
        var text = new StringBuilder("function ").append(function.name());
        if (at >= 0) {
            Instr instr = function.body().get(at);
            text.append(", instruction ")
                    .append(at)
                    .append(" (")
                    .append(instr.span())
                    .append(", ");
            text.append(new Printer(program.layouts()).instr(instr)).append(')');
        }
        complaints.add(text.append(": ").append(message).toString());
    }

    private void listed(Local local) {
        Type type = locals.get(local.name());
        if (type == null) complain("unlisted local " + local.name());
        else if (!type.equals(local.type())) {
            complain("local " + local.name() + " is " + type + " in the list, " + local.type() + " here");
        }
    }

    private static boolean fallsThrough(Instr instr) {
        return switch (instr) {
            case Instr.Goto _, Instr.Branch _, Instr.Terminal _ -> false;
            default -> true;
        };
    }

    private void types(Instr instr) {
        switch (instr) {
            case Instr.Assign i -> same("assigned", i.into().type(), i.value().type());
            case Instr.Load i -> pointer(i.address());
            case Instr.Store i -> {
                pointer(i.address());
                if (!i.value().type().isScalar())
                    complain("stores a " + i.value().type());
            }
            case Instr.Rmw i -> {
                pointer(i.address());
                same("operand", i.old().type(), i.operand().type());
                if (i.op() != Instr.RmwOp.EXCHANGE && !ExprRules.isInteger(i.old())) {
                    complain(i.op() + " on " + i.old().type());
                }
            }
            case Instr.CompareExchange i -> {
                pointer(i.address());
                same("expected value", i.old().type(), i.expected().type());
                same("desired value", i.old().type(), i.desired().type());
            }
            case Instr.Alloc i -> {
                pointer(i.into());
                integer("size", i.bytes());
            }
            case Instr.Free i -> pointer(i.pointer());
            case Instr.Resize i -> {
                pointer(i.into());
                pointer(i.pointer());
                integer("size", i.bytes());
            }
            case Instr.Goto i -> label(i.target());
            case Instr.Branch i -> {
                truth(i.condition());
                label(i.whenTrue());
                label(i.whenFalse());
            }
            case Instr.Call i -> call(i);
            case Instr.Return i -> returned(i.value());
            case Instr.ExitProcess i -> integer("exit code", i.code());
            case Instr.Assume i -> truth(i.condition());
            case Instr.Assert i -> truth(i.condition());
            case Instr.Block i -> truth(i.condition());
            case Instr.Spawn i -> {
                integer("handle", i.handle());
                pointer(i.function());
            }
            case Instr.Join i -> {
                integer("result", i.result());
                integer("thread", i.thread());
            }
            case Instr.Detach i -> {
                integer("result", i.result());
                integer("thread", i.thread());
            }
            case Instr.Self i -> integer("thread", i.into());
            case Instr.Lock i -> synchronising(i.result(), i.object());
            case Instr.Unlock i -> synchronising(i.result(), i.object());
            case Instr.Wait i -> {
                synchronising(i.result(), i.object());
                pointer(i.mutex());
            }
            case Instr.Awake i -> synchronising(i.result(), i.object());
            case Instr.Signal i -> pointer(i.object());
            case Instr.Arrive i -> synchronising(i.result(), i.object());
            case Instr.Down i -> synchronising(i.result(), i.object());
            case Instr.Up i -> synchronising(i.result(), i.object());
            case Instr.Level i -> synchronising(i.into(), i.object());
            case Instr.InitSync i -> {
                pointer(i.object());
                integer("parameter", i.parameter());
            }
            case Instr.DestroySync i -> synchronising(i.result(), i.object());
            case Instr.Await i -> pointer(i.address());
            case Instr.Nondet _,
                    Instr.Fence _,
                    Instr.Cut _,
                    Instr.Label _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Print _,
                    Instr.ExitThread _,
                    Instr.Yield _ -> {}
        }
    }

    private void same(String what, Type expected, Type found) {
        if (!ExprRules.agree(expected, found)) complain(what + " is " + found + " where " + expected + " is expected");
    }

    private void pointer(Expr expr) {
        if (!ExprRules.isPointer(expr)) complain("address of type " + expr.type());
    }

    private void integer(String what, Expr expr) {
        if (!ExprRules.isInteger(expr)) complain(what + " of type " + expr.type());
    }

    private void truth(Expr expr) {
        if (!expr.type().equals(Type.BOOL)) complain("condition of type " + expr.type());
    }

    private void synchronising(Local result, Expr object) {
        integer("result", result);
        pointer(object);
    }

    private void label(String name) {
        if (!labels.contains(name)) complain("unknown label " + name);
    }

    private void returned(Optional<Expr> value) {
        boolean wantsNone = function.result() instanceof Type.Void;
        if (value.isEmpty() && !wantsNone) complain("returns nothing where " + function.result() + " is expected");
        if (value.isPresent() && wantsNone) complain("returns a value from a void function");
        if (value.isPresent() && !wantsNone)
            same("result", function.result(), value.get().type());
    }

    private void call(Instr.Call call) {
        pointer(call.callee());
        if (!(call.callee() instanceof Expr.FunctionAddress(var name))) return;
        Function callee = program.functions().get(name);
        if (callee == null) return; // already complained about
        if (callee.parameters().size() != call.arguments().size()) {
            complain(call.arguments().size() + " arguments for "
                    + callee.parameters().size() + " parameters");
            return;
        }
        for (int i = 0; i < call.arguments().size(); i++) {
            same(
                    "argument " + (i + 1),
                    callee.parameters().get(i).type(),
                    call.arguments().get(i).type());
        }
        call.into().ifPresent(into -> same("result", into.type(), callee.result()));
    }
}
