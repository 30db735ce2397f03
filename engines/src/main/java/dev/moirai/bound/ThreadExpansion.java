package dev.moirai.bound;

import dev.moirai.ir.Access;
import dev.moirai.ir.Definedness;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The walk of {@link Bounding} over one thread: loops unrolled, calls inlined, constants folded on the way. */
final class ThreadExpansion {
    private final Bounding bounding;
    private final Bounding.Request thread;
    private final Frontier text;
    private final StackLives stack;
    private final Following following;
    private final CallDispatch targets;
    /** For each loop, how many branches at its exits could be decided. */
    private final Map<Loop, Integer> plainExits = new HashMap<>();

    private int instances;
    private int unread;
    /** How plain it is how often the instruction that is being copied is executed. */
    private Multiplicity multiplicity = Multiplicity.PLAIN;

    ThreadExpansion(Bounding bounding, Bounding.Request thread) {
        this.bounding = bounding;
        this.thread = thread;
        text = new Frontier(new Origin(thread.function(), 0, List.of()), bounding::countInstruction);
        stack = new StackLives(text);
        boolean isMain = thread.spawned().isEmpty();
        following = new Following(isMain ? bounding.options().prelude() : Prelude.NONE, text);
        targets = new CallDispatch(bounding, text, following);
    }

    Code expand() {
        text.known().startWith(bounding.globalsAtStart(thread));
        Function function = bounding.program().function(thread.function());
        var first = new Activation(
                function,
                bounding.loopsOf(function),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                thread.multiplicity());
        thread.spawned().ifPresent(spawned -> takeArguments(first, function, spawned));
        range(first, 0, function.body().size(), new ArrayList<>());
        following.endOtherWays(function.span());
        stack.clearAtEntry(first);
        var end = new Origin(thread.function(), function.body().size() - 1, List.of());
        text.code().add(new Instr.Label(BoundedThread.END, function.span()), end);
        text.code().add(new Instr.Return(Optional.empty(), function.span()), end);
        return text.code();
    }

    private void takeArguments(Activation first, Function function, BoundedThread.Spawned spawned) {
        Origin at = spawned.at();
        if (!(bounding.program().function(at.function()).body().get(at.index()) instanceof Instr.Spawn spawn)) {
            throw new IllegalStateException("no thread is started at " + at);
        }
        int passed = Math.min(function.parameters().size(), spawn.arguments().size());
        for (int i = 0; i < passed; i++) {
            Local own = text.code().local(first.rename(function.parameters().get(i)));
            Expr address = Arguments.address(
                    thread.number(), i, spawn.arguments().get(i).type());
            text.emit(new Instr.Load(own, address, Access.PRIVATE, function.span()));
        }
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
        if (loop.isUnwound()) unwoundLoop(activation, loop, copies);
        else libraryLoop(activation, loop, copies);
    }

    /** Copies a loop of the library as often as it turns, whatever the user's bound. */
    private void libraryLoop(Activation activation, Loop loop, List<LoopCopy> copies) {
        Constants before = text.isReachable() ? text.known().copy() : new Constants();
        var turns = new LibraryTurns(bounding, activation, loop, before);
        String exit = text.freshLabel("after.library");
        int copy = 0;
        boolean again = true;
        while (again) {
            copy++;
            boolean isOnTheWay = following.isOn();
            int open = text.openBranches();
            int plain = plainExits.getOrDefault(loop, 0);
            turn(activation, new LoopCopy(loop, copy, LoopCopy.Pass.FULL, Multiplicity.PLAIN), exit, copies);
            boolean counts = plainExits.getOrDefault(loop, 0) > plain;
            again = text.isExpected(LoopCopy.headerLabel(activation, loop, copies, copy + 1))
                    && (isOnTheWay || text.openBranches() == open || turns.mayGoOnAfter(copy, counts));
        }
        text.arrive(LoopCopy.headerLabel(activation, loop, copies, copy + 1), loop.span());
        if (text.isReachable()) {
            // Behind the end of all its objects, the last turn has failed.
            if (turns.isWalk()) text.require(Expr.FALSE, new Instr.Assume(Expr.FALSE, loop.span()));
            else text.cut(new CutReason.Construct(turns.construct(), loop.span()), loop.span());
        }
        text.arrive(exit, loop.span());
    }

    private void unwoundLoop(Activation activation, Loop loop, List<LoopCopy> copies) {
        int runs = bounding.options().bodyRuns(loop);
        int most = Math.max(runs, bounding.options().counted());
        String exit = text.freshLabel("after." + loop.id());
        var plain = Multiplicity.PLAIN;
        for (int copy = 1; copy <= runs + 1; copy++) {
            if (copy > 1 && !text.isExpected(LoopCopy.headerLabel(activation, loop, copies, copy))) break;
            // What is on the way before the first thread is not unwound: its turns do not count.
            if (following.isOn()) {
                runs++;
                most++;
                turn(activation, new LoopCopy(loop, copy, LoopCopy.Pass.FULL, plain), exit, copies);
                continue;
            }
            Frontier.Mark before = text.mark();
            var pass = copy > runs ? LoopCopy.Pass.LEAVING : LoopCopy.Pass.FULL;
            turn(activation, new LoopCopy(loop, copy, pass, plain), exit, copies);
            boolean counts = text.leadsOnlyTo(LoopCopy.headerLabel(activation, loop, copies, copy + 1), before);
            plain = plain.unless(!counts);
            if (counts && copy >= runs && runs < most) runs++;
        }
        text.arrive(LoopCopy.headerLabel(activation, loop, copies, runs + 2), loop.span());
        if (text.isReachable()) text.cut(loop.cut(), loop.span());
        text.arrive(exit, loop.span());
    }

    private void turn(Activation activation, LoopCopy copy, String exit, List<LoopCopy> copies) {
        Loop loop = copy.loop();
        copies.add(copy);
        range(activation, loop.first(), loop.last() + 1, copies);
        copies.removeLast();
        if (text.isReachable()) text.jump(exit, loop.span());
    }

    private void instr(Activation activation, int index, List<LoopCopy> copies) {
        bounding.step();
        Instr instr = activation.function().body().get(index);
        if (!text.isReachable() && !(instr instanceof Instr.Label)) return;
        text.goTo(new Origin(
                activation.function().name(),
                index,
                copies.stream().map(LoopCopy::copy).toList(),
                activation.caller(),
                activation.number()));
        if (instr instanceof Instr.Label) text.arrive(LoopCopy.label(activation, index, index, copies), instr.span());
        if (!text.isReachable()) return;
        for (LoopCopy copy : copies) {
            if (copy.pass() == LoopCopy.Pass.LEAVING && !activation.loops().canLeaveAtOnce(copy.loop(), index)) {
                text.cut(copy.loop().cut(), copy.loop().span());
                return;
            }
        }
        boolean isOpen = copies.stream().anyMatch(copy -> copy.multiplicity() == Multiplicity.OPEN);
        multiplicity = activation.multiplicity().unless(isOpen);
        if (!(instr instanceof Instr.Spawn))
            bounding.copied(activation.function().name(), index);
        execute(activation, instr, index, copies);
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    private void execute(Activation activation, Instr instr, int index, List<LoopCopy> copies) {
        switch (instr) {
            case Instr.Label _ -> {}
            case Instr.Print(var _, var arguments, var span) ->
                arguments.forEach(argument -> evaluate(value(activation, argument), span));
            case Instr.Goto(var target, var span) ->
                text.jump(LoopCopy.label(activation, activation.loops().indexOf(target), index, copies), span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) -> {
                Expr truth = value(activation, condition);
                int then = activation.loops().indexOf(whenTrue);
                int otherwise = activation.loops().indexOf(whenFalse);
                if (truth instanceof Expr.Constant) notePlainExit(then, otherwise, copies);
                following.branch(
                        (Instr.Branch) instr,
                        truth,
                        LoopCopy.label(activation, then, index, copies),
                        LoopCopy.label(activation, otherwise, index, copies));
            }
            case Instr.Load load -> {
                Optional<Expr> known = GlobalValues.read(load, value(activation, load.address()), text.known());
                if (known.isPresent()) text.assign(target(activation, load.into()), known.get(), load.span());
                else emitRenamed(activation, load);
            }
            case Instr.Assign(var into, var value, var span) ->
                text.assign(target(activation, into), value(activation, value), span);
            case Instr.Call call -> call(activation, call);
            case Instr.Return(var value, var span) -> giveBack(activation, value.map(v -> value(activation, v)), span);
            case Instr.ExitThread(var value, var span) -> endThread(activation, value(activation, value), span);
            case Instr.ExitProcess(var status, var span) ->
                text.emitLast(new Instr.ExitProcess(value(activation, status), span));
            case Instr.Assume(var condition, var span) -> {
                Expr truth = value(activation, condition);
                text.require(truth, new Instr.Assume(truth, span));
            }
            case Instr.Assert(var condition, var property, var message, var span) -> {
                Expr truth = value(activation, condition);
                text.require(truth, new Instr.Assert(truth, property, message, span));
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
                text.assign(own, Bounding.handle(own.type(), thread.number()), span);
            }
            case Instr.Nondet(var into, Source.NewNode(var first), var span) ->
                text.assign(target(activation, into), bounding.newNode((Type.Named) into.type(), first), span);
            default -> emitRenamed(activation, instr);
        }
    }

    /** Keeps a computation whose result nobody reads: it may end the run. */
    private void evaluate(Expr value, SourceSpan span) {
        if (!Definedness.mayFail(value)) return;
        text.emit(new Instr.Assign(text.code().local(new Local("%unread." + ++unread, value.type())), value, span));
    }

    private void notePlainExit(int then, int otherwise, List<LoopCopy> copies) {
        if (copies.isEmpty()) return;
        Loop loop = copies.getLast().loop();
        if (loop.contains(then) != loop.contains(otherwise)) plainExits.merge(loop, 1, Integer::sum);
    }

    private void emitRenamed(Activation activation, Instr instr) {
        Instr renamed = Rewrite.operands(instr, e -> value(activation, e), l -> target(activation, l));
        Operands.forEachWritten(renamed, text.known()::forget);
        bounding.globalValues().written(renamed, text.here(), text.known());
        text.emit(renamed);
    }

    private void call(Activation activation, Instr.Call call) {
        Expr callee = value(activation, call.callee());
        List<Expr> arguments =
                call.arguments().stream().map(a -> value(activation, a)).toList();
        Optional<Local> into = call.into().map(l -> target(activation, l));
        Multiplicity here = multiplicity;
        targets.forEach(
                callee,
                arguments.size(),
                following.call(call),
                call.span(),
                "call through a pointer that is no function",
                target -> inline(activation, target, arguments, into, here, call.span()));
    }

    private void inline(
            Activation caller,
            String name,
            List<Expr> arguments,
            Optional<Local> into,
            Multiplicity called,
            SourceSpan span) {
        if (!following.isOn() && caller.depthOf(name) >= bounding.options().depth(name)) {
            text.cut(new CutReason.Recursion(name), span);
            return;
        }
        Function function = bounding.program().function(name);
        Origin site = text.here();
        var callee = new Activation(
                function,
                bounding.loopsOf(function),
                ++instances,
                Optional.of(site),
                Optional.of(caller),
                into,
                text.code().size(),
                called.unless(caller.depthOf(name) > 0));
        for (int i = 0; i < function.parameters().size() && i < arguments.size(); i++) {
            Local parameter = target(callee, function.parameters().get(i));
            Expr argument = arguments.get(i);
            Type type = parameter.type();
            Expr value = argument.type().equals(type) ? argument : new Expr.Cast(type, argument);
            text.assign(parameter, Folding.fold(value, leaf -> leaf), span);
        }
        range(callee, 0, function.body().size(), new ArrayList<>());
        text.goTo(site);
        text.arrive(callee.endLabel(), span);
        if (text.isReachable()) stack.endOf(callee, span);
        stack.clearAtEntry(callee);
    }

    private void giveBack(Activation activation, Optional<Expr> value, SourceSpan span) {
        if (activation.parent().isEmpty()) {
            if (thread.spawned().isPresent()) {
                endThread(activation, value.orElse(Expr.constant(Type.VOID_POINTER, 0)), span);
            } else {
                text.emitLast(new Instr.ExitProcess(value.orElse(Expr.constant(Type.I32, 0)), span));
            }
            return;
        }
        if (activation.result().isEmpty()) value.ifPresent(unused -> evaluate(unused, span));
        activation.result().ifPresent(into -> {
            // A function that is called through a pointer of another type may return another type.
            boolean fits = value.isEmpty() || value.get().type().equals(into.type());
            if (value.isPresent())
                text.assign(into, fits ? value.get() : new Expr.Cast(into.type(), value.get()), span);
            else {
                text.emit(new Instr.Nondet(
                        into, "missing return value of " + activation.function().name(), span));
                text.known().forget(into);
            }
        });
        text.jump(activation.endLabel(), span);
    }

    private void endThread(Activation activation, Expr value, SourceSpan span) {
        Local kept = text.code().local(new Local("%moirai_returned", value.type()));
        text.assign(kept, value, span);
        Optional<Activation> ending = Optional.of(activation);
        while (ending.isPresent()) {
            stack.endOf(ending.get(), span);
            ending = ending.get().parent();
        }
        bounding.program()
                .threadEpilogue()
                .ifPresent(epilogue -> inline(activation, epilogue, List.of(), Optional.empty(), multiplicity, span));
        if (!text.isReachable()) return;
        for (Expr own : bounding.shownThreadLocals(thread.name())) {
            text.emit(new Instr.Free(own, Instr.Region.STACK, Access.PRIVATE, span));
        }
        text.emitLast(new Instr.ExitThread(kept, span));
    }

    private void spawn(Activation activation, Instr.Spawn spawn) {
        Local handle = target(activation, spawn.handle());
        List<Expr> arguments =
                spawn.arguments().stream().map(a -> value(activation, a)).toList();
        Expr function = value(activation, spawn.function());
        Multiplicity here = multiplicity;
        String otherwise = "start function that is no function";
        targets.forEach(function, arguments.size(), Optional.empty(), spawn.span(), otherwise, target -> {
            var spawned = new BoundedThread.Spawned(thread.number(), text.here());
            Multiplicity started = here.unless(bounding.descendsFrom(target, thread));
            Optional<Bounding.Request> child = bounding.request(target, Optional.of(spawned), started);
            if (child.isEmpty()) {
                text.cut(new CutReason.Threads(bounding.mostThreads(started)), spawn.span());
                return;
            }
            bounding.copied(spawned.at().function(), spawned.at().index());
            bounding.declare(Arguments.declare(child.get().number(), spawn.arguments()));
            text.emit(new Instr.Spawn(
                    handle, new Expr.FunctionAddress(child.get().name()), arguments, spawn.detachment(), spawn.span()));
            text.known().set(handle, Bounding.handle(handle.type(), child.get().number()));
        });
    }

    // ---- values ------------------------------------------------------------------------------------------------

    Expr value(Activation activation, Expr expr) {
        return Folding.fold(expr, leaf -> switch (leaf) {
            case Local local -> text.known().of(target(activation, local));
            case Expr.GlobalAddress address -> bounding.addressFor(thread.name(), address);
            default -> leaf;
        });
    }

    Local target(Activation activation, Local local) {
        return text.code().local(activation.rename(local));
    }
}
