package dev.moirai.ir;

import java.util.function.UnaryOperator;

/** The same instruction or expression over other operands: the counterpart of {@link Operands}. */
public final class Rewrite {
    private Rewrite() {}

    /** Every expression evaluated goes through {@code read}, every local set through {@code written}. */
    public static Instr operands(Instr instr, UnaryOperator<Expr> read, UnaryOperator<Local> written) {
        return switch (instr) {
            case Instr.Assign(var into, var value, var span) ->
                new Instr.Assign(written.apply(into), read.apply(value), span);
            case Instr.Nondet(var into, var source, var span) -> new Instr.Nondet(written.apply(into), source, span);
            case Instr.Load(var into, var address, var access, var span) ->
                new Instr.Load(written.apply(into), read.apply(address), access, span);
            case Instr.Store(var address, var value, var access, var span) ->
                new Instr.Store(read.apply(address), read.apply(value), access, span);
            case Instr.Rmw(var old, var address, var op, var operand, var access, var span) ->
                new Instr.Rmw(written.apply(old), read.apply(address), op, read.apply(operand), access, span);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var access, var span) ->
                new Instr.CompareExchange(
                        written.apply(old),
                        read.apply(address),
                        read.apply(expected),
                        read.apply(desired),
                        access,
                        span);
            case Instr.Alloc(var into, var type, var bytes, var region, var contents, var name, var span) ->
                new Instr.Alloc(written.apply(into), type, read.apply(bytes), region, contents, name, span);
            case Instr.Free(var pointer, var region, var access, var span) ->
                new Instr.Free(read.apply(pointer), region, access, span);
            case Instr.Resize(var into, var pointer, var bytes, var access, var span) ->
                new Instr.Resize(written.apply(into), read.apply(pointer), read.apply(bytes), access, span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) ->
                new Instr.Branch(read.apply(condition), whenTrue, whenFalse, span);
            case Instr.Call(var into, var callee, var arguments, var span) ->
                new Instr.Call(
                        into.map(written),
                        read.apply(callee),
                        arguments.stream().map(read).toList(),
                        span);
            case Instr.Return(var value, var span) -> new Instr.Return(value.map(read), span);
            case Instr.ExitProcess(var code, var span) -> new Instr.ExitProcess(read.apply(code), span);
            case Instr.Assume(var condition, var span) -> new Instr.Assume(read.apply(condition), span);
            case Instr.Assert(var condition, var property, var message, var span) ->
                new Instr.Assert(read.apply(condition), property, message, span);
            case Instr.Block(var condition, var wakeup, var span) ->
                new Instr.Block(read.apply(condition), wakeup, span);
            case Instr.Print(var format, var arguments, var span) ->
                new Instr.Print(format, arguments.stream().map(read).toList(), span);
            case Instr.Spawn(var handle, var function, var arguments, var detachment, var span) ->
                new Instr.Spawn(
                        written.apply(handle),
                        read.apply(function),
                        arguments.stream().map(read).toList(),
                        detachment,
                        span);
            case Instr.ExitThread(var value, var span) -> new Instr.ExitThread(read.apply(value), span);
            case Instr.Self(var into, var span) -> new Instr.Self(written.apply(into), span);
            case Instr.Synchronisation sync -> ofSynchronisation(sync, read, written);
            case Instr.Fence _,
                    Instr.Cut _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Yield _ -> instr;
        };
    }

    /** Apart from the others, because a method is compiled as a whole and most programs are about memory. */
    private static Instr ofSynchronisation(
            Instr.Synchronisation instr, UnaryOperator<Expr> read, UnaryOperator<Local> written) {
        return switch (instr) {
            case Instr.Join(var result, var value, var thread, var span) ->
                new Instr.Join(written.apply(result), value.map(written), read.apply(thread), span);
            case Instr.Detach(var result, var thread, var span) ->
                new Instr.Detach(written.apply(result), read.apply(thread), span);
            case Instr.Lock(var result, var object, var mode, var patience, var span) ->
                new Instr.Lock(written.apply(result), read.apply(object), mode, patience, span);
            case Instr.Unlock(var result, var object, var kind, var span) ->
                new Instr.Unlock(written.apply(result), read.apply(object), kind, span);
            case Instr.Wait(var result, var condition, var mutex, var span) ->
                new Instr.Wait(written.apply(result), read.apply(condition), read.apply(mutex), span);
            case Instr.Awake(var result, var object, var kind, var patience, var wakeup, var span) ->
                new Instr.Awake(written.apply(result), read.apply(object), kind, patience, wakeup, span);
            case Instr.Signal(var condition, var wake, var span) -> new Instr.Signal(read.apply(condition), wake, span);
            case Instr.Arrive(var result, var barrier, var span) ->
                new Instr.Arrive(written.apply(result), read.apply(barrier), span);
            case Instr.Down(var result, var semaphore, var patience, var span) ->
                new Instr.Down(written.apply(result), read.apply(semaphore), patience, span);
            case Instr.Up(var result, var semaphore, var span) ->
                new Instr.Up(written.apply(result), read.apply(semaphore), span);
            case Instr.Level(var into, var semaphore, var span) ->
                new Instr.Level(written.apply(into), read.apply(semaphore), span);
            case Instr.InitSync(var kind, var object, var parameter, var span) ->
                new Instr.InitSync(kind, read.apply(object), read.apply(parameter), span);
            case Instr.DestroySync(var result, var kind, var object, var span) ->
                new Instr.DestroySync(written.apply(result), kind, read.apply(object), span);
            case Instr.Await(var address, var expected, var span) ->
                new Instr.Await(read.apply(address), read.apply(expected), span);
        };
    }

    /** Every label named or jumped to goes through {@code label}. */
    public static Instr labels(Instr instr, UnaryOperator<String> label) {
        return switch (instr) {
            case Instr.Label(var name, var span) -> new Instr.Label(label.apply(name), span);
            case Instr.Goto(var target, var span) -> new Instr.Goto(label.apply(target), span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) ->
                new Instr.Branch(condition, label.apply(whenTrue), label.apply(whenFalse), span);
            default -> instr;
        };
    }

    /** Every expression directly inside goes through {@code child}. */
    public static Expr children(Expr expr, UnaryOperator<Expr> child) {
        return switch (expr) {
            case Local _, Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> expr;
            case Expr.Member(var pointer, var tag, var field, var type) ->
                new Expr.Member(child.apply(pointer), tag, field, type);
            case Expr.Index(var pointer, var element, var index, var type) ->
                new Expr.Index(child.apply(pointer), element, child.apply(index), type);
            case Expr.Distance(var left, var right, var type) ->
                new Expr.Distance(child.apply(left), child.apply(right), type);
            case Expr.Unary(var op, var operand) -> new Expr.Unary(op, child.apply(operand));
            case Expr.Binary(var op, var left, var right) -> new Expr.Binary(op, child.apply(left), child.apply(right));
            case Expr.Compare(var op, var left, var right) ->
                new Expr.Compare(op, child.apply(left), child.apply(right));
            case Expr.Cast(var type, var operand) -> new Expr.Cast(type, child.apply(operand));
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                new Expr.Select(child.apply(condition), child.apply(whenTrue), child.apply(whenFalse));
            case Expr.Number _, Expr.Ratio _, Expr.Element _, Expr.Bound _ -> expr;
            case Expr.Calculate(var op, var operands) ->
                new Expr.Calculate(op, operands.stream().map(child).toList());
            case Expr.Bits(var type, var integer) -> new Expr.Bits(type, child.apply(integer));
            case Expr.Lookup(var map, var key) -> new Expr.Lookup(child.apply(map), child.apply(key));
            case Expr.Update(var map, var key, var value) ->
                new Expr.Update(child.apply(map), child.apply(key), child.apply(value));
            case Expr.Everywhere(var type, var value) -> new Expr.Everywhere(type, child.apply(value));
            case Expr.Make(var type, var which, var parts) ->
                new Expr.Make(type, which, parts.stream().map(child).toList());
            case Expr.IsCase(var value, var which) -> new Expr.IsCase(child.apply(value), which);
            case Expr.Part(var value, var which, var part) -> new Expr.Part(child.apply(value), which, part);
            case Expr.ForAll(var variable, var body) -> new Expr.ForAll(variable, child.apply(body));
            case Expr.Cell(var map, var key) -> new Expr.Cell(child.apply(map), child.apply(key));
        };
    }
}
