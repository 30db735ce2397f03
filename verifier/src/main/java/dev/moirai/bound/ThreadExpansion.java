package dev.moirai.bound;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The walk of {@link Bounding} over one thread. {@code now} is what is known where the walk stands, null where control
 * cannot come; {@code waiting} is what is known on the jumps to labels still ahead.
 */
final class ThreadExpansion {
    private final Bounding bounding;
    private final Bounding.Request thread;
    private final Code code = new Code();
    private final Map<String, Constants> waiting = new HashMap<>();
    /** How many jumps there were to each label. */
    private final Map<String, Integer> jumps = new HashMap<>();

    private final StackLives stack = new StackLives(this);
    private @Nullable Constants now = new Constants();
    private Origin here;
    private int instances;
    private int labels;
    /** Branches whose way was plain. */
    private int decided;

    /** {@code copy} of a loop's text, from 1; in the last one, control may only leave. */
    private record LoopCopy(Loop loop, int copy, Pass pass) {}

    private enum Pass {
        FULL,
        LEAVING
    }

    ThreadExpansion(Bounding bounding, Bounding.Request thread) {
        this.bounding = bounding;
        this.thread = thread;
        here = new Origin(thread.function(), 0, List.of());
    }

    Code expand() {
        Function function = bounding.program().function(thread.function());
        var first = new Activation(
                function, bounding.loopsOf(function), 0, Optional.empty(), Optional.empty(), Optional.empty(), 0);
        if (thread.spawned().isPresent()) {
            for (Local parameter : function.parameters()) {
                Local own = code.local(first.rename(parameter));
                emit(new Instr.Load(own, Ghost.ARGUMENT.address(thread.number()), Access.PRIVATE, function.span()));
            }
        }
        range(first, 0, function.body().size(), new ArrayList<>());
        stack.clearAtEntry(first);
        here = new Origin(thread.function(), function.body().size() - 1, List.of());
        code.add(new Instr.Label(BoundedThread.END, function.span()), here);
        code.add(new Instr.Return(Optional.empty(), function.span()), here);
        return code;
    }

    // ---- text and loops ----------------------------------------------------------------------------------------

    private void range(Activation activation, int from, int to, List<LoopCopy> copies) {
        int i = from;
        while (i < to) {
            Optional<Loop> loop = activation.loops().startingAt(i);
            if (loop.isPresent()
                    && (copies.isEmpty() || !copies.getLast().loop().equals(loop.get()))) {
                loop(activation, loop.get(), copies);
                i = loop.get().last() + 1;
            } else {
                instr(activation, i, copies);
                i++;
            }
        }
    }

    private void loop(Activation activation, Loop loop, List<LoopCopy> copies) {
        int runs = bounding.options().bodyRuns(loop);
        int most = Math.max(runs, bounding.options().counted());
        String exit = freshLabel("after." + loop.id());
        for (int copy = 1; copy <= runs + 1; copy++) {
            if (copy > 1 && !waiting.containsKey(headerLabel(activation, loop, copies, copy))) break;
            Map<String, Integer> jumpsBefore = Map.copyOf(jumps);
            int decidedBefore = decided;
            copies.add(new LoopCopy(loop, copy, copy > runs ? Pass.LEAVING : Pass.FULL));
            range(activation, loop.first(), loop.last() + 1, copies);
            copies.removeLast();
            if (now != null) jump(exit, loop.span());
            boolean counts =
                    decided > decidedBefore && onlyJumpTo(headerLabel(activation, loop, copies, copy + 1), jumpsBefore);
            if (counts && copy >= runs && runs < most) runs++;
        }
        arrive(headerLabel(activation, loop, copies, runs + 2), loop.span());
        if (now != null)
            cut(
                    "loop " + loop.id() + " at " + loop.span().file() + ":"
                            + loop.span().line(),
                    loop.span());
        arrive(exit, loop.span());
    }

    /** Whether that label is all that was jumped to since then and is still ahead. */
    private boolean onlyJumpTo(String label, Map<String, Integer> before) {
        if (!waiting.containsKey(label)) return false;
        return waiting.keySet().stream()
                .allMatch(other -> other.equals(label) || Objects.equals(jumps.get(other), before.get(other)));
    }

    private void instr(Activation activation, int index, List<LoopCopy> copies) {
        Instr instr = activation.function().body().get(index);
        here = new Origin(
                activation.function().name(),
                index,
                copies.stream().map(LoopCopy::copy).toList(),
                activation.caller(),
                activation.number());
        if (instr instanceof Instr.Label) arrive(labelAt(activation, index, index, copies), instr.span());
        if (now == null) return;
        for (LoopCopy copy : copies) {
            if (copy.pass() == Pass.LEAVING && !activation.loops().canLeaveAtOnce(copy.loop(), index)) {
                cut(
                        "loop " + copy.loop().id() + " at " + copy.loop().span().file() + ":"
                                + copy.loop().span().line(),
                        copy.loop().span());
                return;
            }
        }
        execute(activation, instr, index, copies);
    }

    // ---- labels ------------------------------------------------------------------------------------------------

    /** The copy of a label that a jump from instruction {@code from} reaches. */
    private String labelAt(Activation activation, int target, int from, List<LoopCopy> copies) {
        var name = new StringBuilder();
        Instr label = activation.function().body().get(target);
        name.append(activation.label(label instanceof Instr.Label(var n, var _) ? n : "at." + target));
        for (Loop loop : activation.loops().around(target)) {
            int current = copies.stream()
                    .filter(copy -> copy.loop().equals(loop))
                    .mapToInt(LoopCopy::copy)
                    .findFirst()
                    .orElse(0);
            boolean again = current > 0 && target == loop.first() && from > target;
            name.append('~').append(again ? current + 1 : Math.max(current, 1));
        }
        return name.toString();
    }

    private String headerLabel(Activation activation, Loop loop, List<LoopCopy> outer, int copy) {
        var inside = new ArrayList<>(outer);
        inside.add(new LoopCopy(loop, copy, Pass.FULL));
        return labelAt(activation, loop.first(), loop.first(), inside);
    }

    String freshLabel(String hint) {
        return hint + "." + ++labels;
    }

    void arrive(String label, SourceSpan span) {
        Constants jumped = waiting.remove(label);
        if (jumped == null) return;
        if (now != null) jumped.meet(now);
        now = jumped;
        emit(new Instr.Label(label, span));
    }

    void jump(String label, SourceSpan span) {
        expect(label, known());
        emit(new Instr.Goto(label, span));
        now = null;
    }

    private void expect(String label, Constants constants) {
        jumps.merge(label, 1, Integer::sum);
        waiting.merge(label, constants.copy(), (one, other) -> {
            one.meet(other);
            return one;
        });
    }

    void branch(Expr condition, String whenTrue, String whenFalse, SourceSpan span) {
        if (condition instanceof Expr.Constant(var _, var bits)) {
            decided++;
            jump(bits != 0 ? whenTrue : whenFalse, span);
            return;
        }
        if (whenTrue.equals(whenFalse)) {
            jump(whenTrue, span);
            return;
        }
        Constants ifTrue = known().copy();
        Constants ifFalse = known().copy();
        learn(ifTrue, ifFalse, condition);
        expect(whenTrue, ifTrue);
        expect(whenFalse, ifFalse);
        emit(new Instr.Branch(condition, whenTrue, whenFalse, span));
        now = null;
    }

    private static void learn(Constants ifTrue, Constants ifFalse, Expr condition) {
        switch (condition) {
            case Local truth -> {
                ifTrue.set(truth, Expr.TRUE);
                ifFalse.set(truth, Expr.FALSE);
            }
            case Expr.Unary(var op, var operand) when op == Expr.UnaryOp.COMPLEMENT -> learn(ifFalse, ifTrue, operand);
            case Expr.Compare(var op, var left, var right)
            when left instanceof Local local && Folding.isClosed(right) -> {
                if (op == Expr.CompareOp.EQUAL) ifTrue.set(local, right);
                if (op == Expr.CompareOp.NOT_EQUAL) ifFalse.set(local, right);
            }
            default -> {}
        }
    }

    private void cut(String what, SourceSpan span) {
        emit(new Instr.Cut(what, span));
        now = null;
    }

    /** The run has ended here, and no label that follows is meant. */
    private void stop(SourceSpan span) {
        emit(new Instr.Goto(BoundedThread.END, span));
        now = null;
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    private void execute(Activation activation, Instr instr, int index, List<LoopCopy> copies) {
        switch (instr) {
            case Instr.Label _, Instr.Print _ -> {}
            case Instr.Goto(var target, var span) ->
                jump(labelAt(activation, activation.loops().indexOf(target), index, copies), span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) ->
                branch(
                        value(activation, condition),
                        labelAt(activation, activation.loops().indexOf(whenTrue), index, copies),
                        labelAt(activation, activation.loops().indexOf(whenFalse), index, copies),
                        span);
            case Instr.Assign(var into, var value, var span) ->
                assign(target(activation, into), value(activation, value), span);
            case Instr.Call call -> call(activation, call);
            case Instr.Return(var value, var span) -> giveBack(activation, value.map(v -> value(activation, v)), span);
            case Instr.ExitThread(var value, var span) -> endThread(activation, value(activation, value), span);
            case Instr.ExitProcess(var status, var span) -> {
                emit(new Instr.ExitProcess(value(activation, status), span));
                now = null;
            }
            case Instr.Assume(var condition, var span) -> {
                Expr truth = value(activation, condition);
                if (truth.equals(Expr.TRUE)) return;
                emit(new Instr.Assume(truth, span));
                if (truth.equals(Expr.FALSE)) stop(span);
                else learn(known(), new Constants(), truth);
            }
            case Instr.Assert(var condition, var property, var message, var span) -> {
                Expr truth = value(activation, condition);
                if (truth.equals(Expr.TRUE)) return;
                emit(new Instr.Assert(truth, property, message, span));
                if (truth.equals(Expr.FALSE)) stop(span);
                else learn(known(), new Constants(), truth);
            }
            case Instr.Spawn spawn -> spawn(activation, spawn);
            case Instr.Alloc alloc -> {
                emitRenamed(activation, alloc);
                if (alloc.region() == Instr.Region.STACK) stack.allocated(activation, alloc);
            }
            case Instr.Free free -> {
                emitRenamed(activation, free);
                if (free.region() == Instr.Region.STACK) stack.freed(activation, free);
            }
            case Instr.Self(var into, var span) -> {
                Local own = target(activation, into);
                assign(own, Bounding.handle(own.type(), thread.number()), span);
            }
            default -> emitRenamed(activation, instr);
        }
    }

    private void emitRenamed(Activation activation, Instr instr) {
        Instr renamed = Rewrite.operands(instr, e -> value(activation, e), l -> target(activation, l));
        Operands.forEachWritten(renamed, known()::forget);
        emit(renamed);
    }

    void assign(Local into, Expr value, SourceSpan span) {
        emit(new Instr.Assign(into, value, span));
        known().set(into, value);
    }

    private void call(Activation activation, Instr.Call call) {
        Expr callee = value(activation, call.callee());
        List<Expr> arguments =
                call.arguments().stream().map(a -> value(activation, a)).toList();
        Optional<Local> into = call.into().map(l -> target(activation, l));
        forEachTarget(
                callee,
                arguments.size(),
                call.span(),
                "call through a pointer that is no function",
                target -> inline(activation, target, arguments, into, call.span()));
    }

    private interface OnTarget {
        void with(String function);
    }

    /** Does something for each function the pointer may hold: a chain of comparisons, unless it is known. */
    private void forEachTarget(Expr pointer, int arguments, SourceSpan span, String otherwise, OnTarget action) {
        Expr plain = pointer;
        while (plain instanceof Expr.Cast(var _, var operand)) plain = operand;
        if (plain instanceof Expr.FunctionAddress(var function)
                && bounding.program().functions().containsKey(function)) {
            action.with(function);
            return;
        }
        Origin site = here;
        String after = freshLabel("after.call");
        for (String candidate : bounding.targets().at(site, arguments)) {
            String then = freshLabel("call." + candidate);
            String next = freshLabel("not." + candidate);
            Expr same = new Expr.Compare(
                    Expr.CompareOp.EQUAL,
                    pointer,
                    pointer.type().equals(new Expr.FunctionAddress(candidate).type())
                            ? new Expr.FunctionAddress(candidate)
                            : new Expr.Cast(pointer.type(), new Expr.FunctionAddress(candidate)));
            branch(Folding.fold(same, leaf -> leaf), then, next, span);
            arrive(then, span);
            if (now != null) {
                action.with(candidate);
                here = site;
                if (now != null) jump(after, span);
            }
            arrive(next, span);
            if (now == null) break;
        }
        if (now != null) {
            emit(new Instr.Assert(Expr.FALSE, Property.MEMORY, otherwise, span));
            stop(span);
        }
        arrive(after, span);
    }

    private void inline(Activation caller, String name, List<Expr> arguments, Optional<Local> into, SourceSpan span) {
        if (caller.depthOf(name) >= bounding.options().depth(name)) {
            cut("recursion of " + name, span);
            return;
        }
        Function function = bounding.program().function(name);
        Origin site = here;
        var callee = new Activation(
                function,
                bounding.loopsOf(function),
                ++instances,
                Optional.of(site),
                Optional.of(caller),
                into,
                code.size());
        for (int i = 0; i < function.parameters().size() && i < arguments.size(); i++) {
            Local parameter = target(callee, function.parameters().get(i));
            Expr argument = arguments.get(i);
            boolean sameType = argument.type().equals(parameter.type());
            Expr value = sameType ? argument : new Expr.Cast(parameter.type(), argument);
            assign(parameter, Folding.fold(value, leaf -> leaf), span);
        }
        range(callee, 0, function.body().size(), new ArrayList<>());
        here = site;
        arrive(callee.endLabel(), span);
        if (now != null) stack.endOf(callee, span);
        stack.clearAtEntry(callee);
    }

    private void giveBack(Activation activation, Optional<Expr> value, SourceSpan span) {
        if (activation.parent().isEmpty()) {
            if (thread.spawned().isPresent()) {
                endThread(activation, value.orElse(Expr.constant(Type.VOID_POINTER, 0)), span);
            } else {
                emit(new Instr.ExitProcess(value.orElse(Expr.constant(Type.I32, 0)), span));
                now = null;
            }
            return;
        }
        activation.result().ifPresent(into -> {
            if (value.isPresent()) assign(into, value.get(), span);
            else {
                emit(new Instr.Nondet(
                        into, "missing return value of " + activation.function().name(), span));
                known().forget(into);
            }
        });
        jump(activation.endLabel(), span);
    }

    private void endThread(Activation activation, Expr value, SourceSpan span) {
        Local kept = code.local(new Local("moirai_returned", value.type()));
        assign(kept, value, span);
        Optional<Activation> ending = Optional.of(activation);
        while (ending.isPresent()) {
            stack.endOf(ending.get(), span);
            ending = ending.get().parent();
        }
        bounding.program()
                .threadEpilogue()
                .ifPresent(epilogue -> inline(activation, epilogue, List.of(), Optional.empty(), span));
        if (now == null) return;
        emit(new Instr.ExitThread(kept, span));
        now = null;
    }

    private void spawn(Activation activation, Instr.Spawn spawn) {
        Local handle = target(activation, spawn.handle());
        Expr argument = value(activation, spawn.argument());
        Expr function = value(activation, spawn.function());
        forEachTarget(function, 1, spawn.span(), "start function that is no function", target -> {
            var spawned = new BoundedThread.Spawned(thread.number(), here);
            Optional<Bounding.Request> child = bounding.request(target, Optional.of(spawned));
            if (child.isEmpty()) {
                cut("thread limit of " + bounding.options().threads(), spawn.span());
                return;
            }
            emit(new Instr.Spawn(
                    handle, new Expr.FunctionAddress(child.get().name()), argument, spawn.detachment(), spawn.span()));
            known().set(handle, Bounding.handle(handle.type(), child.get().number()));
        });
    }

    // ---- values ------------------------------------------------------------------------------------------------

    Expr value(Activation activation, Expr expr) {
        return Folding.fold(expr, leaf -> switch (leaf) {
            case Local local -> known().of(target(activation, local));
            case Expr.GlobalAddress address -> bounding.addressFor(thread.name(), address);
            default -> leaf;
        });
    }

    Local target(Activation activation, Local local) {
        return code.local(activation.rename(local));
    }

    Code code() {
        return code;
    }

    Constants known() {
        if (now == null) throw new IllegalStateException("control cannot come here");
        return now;
    }

    Origin here() {
        return here;
    }

    void emit(Instr instr) {
        bounding.countInstruction();
        code.add(instr, here);
    }
}
