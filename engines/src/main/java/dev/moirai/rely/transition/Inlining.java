package dev.moirai.rely.transition;

import dev.moirai.analysis.PointsTo;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes the code of a thread one piece without calls. Loops are not unwound, so recursion cannot be inlined and is
 * refused. A call through a pointer becomes a free choice among the functions it may call.
 */
final class Inlining {
    private static final int MOST_INSTRUCTIONS = 20_000;

    private final Program program;
    private final PointsTo pointsTo;
    private final FlatCode code = new FlatCode();
    private final List<String> active = new ArrayList<>();
    private final Ends ends;
    /** The pointers to what the active functions, the outermost first, have on the stack. */
    private final List<List<Local>> frames = new ArrayList<>();

    /** Whether the code says where activations end, and with them what is on the stack. */
    enum Ends {
        UNMARKED,
        MARKED;

        static Ends of(boolean areMarked) {
            return areMarked ? MARKED : UNMARKED;
        }
    }

    private final List<FlatCode.Origin> sites = new ArrayList<>();
    private int calls;

    /** The local that takes the returned value, and the label after the call. */
    private record Caller(Optional<Local> into, String after) {}

    private Inlining(Program program, PointsTo pointsTo, Ends ends) {
        this.ends = ends;
        this.program = program;
        this.pointsTo = pointsTo;
    }

    static FlatCode inline(Program program, PointsTo pointsTo, String function, Ends ends) {
        var inlining = new Inlining(program, pointsTo, ends);
        inlining.body(program.function(function), "", Optional.empty());
        return inlining.code;
    }

    private void body(Function function, String prefix, Optional<Caller> caller) {
        active.add(function.name());
        List<FlatCode.Origin> calls = List.copyOf(sites);
        code.prefix(calls, function.name(), prefix);
        UnaryOperator<Local> rename = local -> renamed(local, prefix);
        List<Instr> body = function.body();
        frames.add(onStack(body, prefix));
        for (int i = 0; i < body.size(); i++) {
            if (code.size() > MOST_INSTRUCTIONS) {
                throw new UnsupportedException(
                        "a thread of more than " + MOST_INSTRUCTIONS + " instructions, calls inlined", function.span());
            }
            var origin = new FlatCode.Origin(function.name(), i);
            code.begin(new FlatCode.Standing(calls, origin));
            Instr instr = Rewrite.labels(
                    Rewrite.operands(body.get(i), expr -> renamed(expr, rename), rename), label -> prefix + label);
            switch (instr) {
                case Instr.Call call -> call(call, origin);
                case Instr.Return(var value, var span) -> giveBack(value, caller, origin, span);
                case Instr.ExitThread(var _, var span) -> {
                    leave(frames, origin, span);
                    endThread(origin, span);
                }
                default -> code.add(instr, origin);
            }
        }
        active.removeLast();
        frames.removeLast();
    }

    private static List<Local> onStack(List<Instr> body, String prefix) {
        var pointers = new ArrayList<Local>();
        for (Instr instr : body) {
            if (instr instanceof Instr.Alloc alloc && alloc.region() == Instr.Region.STACK) {
                pointers.add(renamed(alloc.into(), prefix));
            }
        }
        return pointers;
    }

    /** What these functions have on the stack is gone. */
    private void leave(List<List<Local>> left, FlatCode.Origin origin, SourceSpan span) {
        List<Local> pointers = left.stream().flatMap(List::stream).toList();
        if (ends == Ends.UNMARKED || pointers.isEmpty()) return;
        var nothing = new Expr.Constant(Type.VOID_POINTER, 0);
        code.addEnd(pointers, new Instr.Free(nothing, Instr.Region.STACK, Access.PRIVATE, span), origin);
    }

    private void giveBack(Optional<Expr> value, Optional<Caller> caller, FlatCode.Origin origin, SourceSpan span) {
        if (caller.isEmpty()) {
            // With main's first activation everything ends.
            if (!origin.function().equals(program.entry())) leave(frames, origin, span);
            endThread(origin, span);
            return;
        }
        leave(frames.subList(frames.size() - 1, frames.size()), origin, span);
        caller.get()
                .into()
                .ifPresent(into -> code.add(
                        value.filter(given -> isSame(given.type(), into.type()))
                                .<Instr>map(given -> new Instr.Assign(into, given, span))
                                .orElseGet(() -> new Instr.Nondet(into, "a return value of another type", span)),
                        origin));
        code.add(new Instr.Goto(caller.get().after(), span), origin);
    }

    /** Whether a function that returns the one type may be called as if it returned the other. */
    private static boolean isSame(Type given, Type wanted) {
        return given.equals(wanted) || given instanceof Type.Pointer && wanted instanceof Type.Pointer;
    }

    private void endThread(FlatCode.Origin origin, SourceSpan span) {
        Optional<String> epilogue = program.threadEpilogue().filter(name -> !active.contains(name));
        epilogue.ifPresent(name -> enter(name, List.of(), Optional.empty(), origin, span));
        code.add(new Instr.Return(Optional.empty(), span), origin);
    }

    private void call(Instr.Call call, FlatCode.Origin origin) {
        if (call.callee() instanceof Expr.FunctionAddress(var name)) {
            enter(name, call.arguments(), call.into(), origin, call.span());
            return;
        }
        if (ends == Ends.MARKED) throw new UnsupportedException("a call through a pointer", call.span());
        List<String> targets = pointsTo.targets(origin.function(), origin.index())
                .orElseThrow(() -> new UnsupportedException("a call through a pointer of unknown origin", call.span()));
        String after = "%after." + ++calls;
        for (int i = 0; i < targets.size(); i++) {
            String next = after + "." + i;
            if (i + 1 < targets.size()) {
                var chosen = new Local(next, Type.BOOL);
                code.add(new Instr.Nondet(chosen, "which function is called", call.span()), origin);
                code.add(new Instr.Branch(chosen, next + ".here", next, call.span()), origin);
                code.add(new Instr.Label(next + ".here", call.span()), origin);
            }
            enter(targets.get(i), call.arguments(), call.into(), origin, call.span());
            code.add(new Instr.Goto(after, call.span()), origin);
            code.add(new Instr.Label(next, call.span()), origin);
        }
        code.add(new Instr.Label(after, call.span()), origin);
    }

    private void enter(
            String name, List<Expr> arguments, Optional<Local> into, FlatCode.Origin origin, SourceSpan span) {
        if (active.contains(name)) throw new UnsupportedException("recursion of " + name, span);
        Function function = program.function(name);
        String prefix = name + "@" + ++calls + ".";
        for (int i = 0; i < function.parameters().size() && i < arguments.size(); i++) {
            Local parameter = renamed(function.parameters().get(i), prefix);
            Expr argument = arguments.get(i);
            boolean fits = argument.type().equals(parameter.type());
            code.add(
                    new Instr.Assign(parameter, fits ? argument : new Expr.Cast(parameter.type(), argument), span),
                    origin);
        }
        String after = prefix + "%after";
        sites.add(origin);
        body(function, prefix, Optional.of(new Caller(into, after)));
        sites.removeLast();
        code.add(new Instr.Label(after, span), origin);
    }

    private static Local renamed(Local local, String prefix) {
        return local.prefixed(prefix);
    }

    private static Expr renamed(Expr expr, UnaryOperator<Local> rename) {
        return expr instanceof Local local
                ? rename.apply(local)
                : Rewrite.children(expr, child -> renamed(child, rename));
    }
}
