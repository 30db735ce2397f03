package dev.moirai.ir;

import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;

/** Copies an instruction and gives it another place in the source. */
public final class Placing {
    private Placing() {}

    public static Instr at(Instr instr, SourceSpan span) {
        return switch (instr) {
            case Instr.Assign(var into, var value, var _) -> new Instr.Assign(into, value, span);
            case Instr.Nondet(var into, var source, var _) -> new Instr.Nondet(into, source, span);
            case Instr.Load(var into, var address, var access, var _) -> new Instr.Load(into, address, access, span);
            case Instr.Store(var address, var value, var access, var _) ->
                new Instr.Store(address, value, access, span);
            case Instr.Rmw(var old, var address, var op, var operand, var access, var _) ->
                new Instr.Rmw(old, address, op, operand, access, span);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var access, var _) ->
                new Instr.CompareExchange(old, address, expected, desired, access, span);
            case Instr.Fence(var order, var _) -> new Instr.Fence(order, span);
            case Instr.Alloc(var into, var type, var bytes, var region, var contents, var name, var _) ->
                new Instr.Alloc(into, type, bytes, region, contents, name, span);
            case Instr.Free(var pointer, var region, var access, var _) ->
                new Instr.Free(pointer, region, access, span);
            case Instr.Resize(var into, var pointer, var bytes, var access, var _) ->
                new Instr.Resize(into, pointer, bytes, access, span);
            case Instr.Label(var name, var _) -> new Instr.Label(name, span);
            case Instr.Goto(var target, var _) -> new Instr.Goto(target, span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                new Instr.Branch(condition, whenTrue, whenFalse, span);
            case Instr.Call(var into, var callee, var arguments, var _) ->
                new Instr.Call(into, callee, arguments, span);
            case Instr.Return(var value, var _) -> new Instr.Return(value, span);
            case Instr.ExitProcess(var code, var _) -> new Instr.ExitProcess(code, span);
            case Instr.Assume(var condition, var _) -> new Instr.Assume(condition, span);
            case Instr.Assert(var condition, var property, var message, var _) ->
                new Instr.Assert(condition, property, message, span);
            case Instr.AtomicBegin(var _) -> new Instr.AtomicBegin(span);
            case Instr.AtomicEnd(var _) -> new Instr.AtomicEnd(span);
            case Instr.Print(var format, var arguments, var _) -> new Instr.Print(format, arguments, span);
            case Instr.Cut(var reason, var _)
            when reason instanceof CutReason.Construct(var what, var _) ->
                new Instr.Cut(new CutReason.Construct(what, span), span);
            case Instr.Cut(var reason, var _) -> new Instr.Cut(reason, span);
            case Instr.Block(var condition, var wakeup, var _) -> new Instr.Block(condition, wakeup, span);
            case Instr.Spawn(var handle, var function, var arguments, var detachment, var _) ->
                new Instr.Spawn(handle, function, arguments, detachment, span);
            case Instr.Join(var result, var value, var thread, var _) -> new Instr.Join(result, value, thread, span);
            case Instr.Detach(var result, var thread, var _) -> new Instr.Detach(result, thread, span);
            case Instr.ExitThread(var value, var _) -> new Instr.ExitThread(value, span);
            case Instr.Self(var into, var _) -> new Instr.Self(into, span);
            case Instr.Yield(var _) -> new Instr.Yield(span);
            case Instr.Lock(var result, var object, var mode, var patience, var _) ->
                new Instr.Lock(result, object, mode, patience, span);
            case Instr.Unlock(var result, var object, var kind, var _) -> new Instr.Unlock(result, object, kind, span);
            case Instr.Wait(var result, var condition, var mutex, var _) ->
                new Instr.Wait(result, condition, mutex, span);
            case Instr.Awake(var result, var object, var kind, var patience, var wakeup, var _) ->
                new Instr.Awake(result, object, kind, patience, wakeup, span);
            case Instr.Signal(var condition, var wake, var _) -> new Instr.Signal(condition, wake, span);
            case Instr.Arrive(var result, var barrier, var _) -> new Instr.Arrive(result, barrier, span);
            case Instr.Down(var result, var semaphore, var patience, var _) ->
                new Instr.Down(result, semaphore, patience, span);
            case Instr.Up(var result, var semaphore, var _) -> new Instr.Up(result, semaphore, span);
            case Instr.Level(var into, var semaphore, var _) -> new Instr.Level(into, semaphore, span);
            case Instr.InitSync(var kind, var object, var parameter, var _) ->
                new Instr.InitSync(kind, object, parameter, span);
            case Instr.DestroySync(var result, var kind, var object, var _) ->
                new Instr.DestroySync(result, kind, object, span);
            case Instr.Await(var address, var expected, var _) -> new Instr.Await(address, expected, span);
        };
    }
}
