package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Loops that stay loops, but count their turns and are cut off beyond their bound: for an engine that executes programs and
 * needs no unwinding. A loop's counter is a local of its function, set to nothing where the loop is entered from outside.
 *
 * <p>Claim: the result does what the program does as long as no loop's body begins more often than its bound says; a jump into
 * the middle of a loop may be cut off earlier. Recursion is not bounded.
 */
public final class CountedLoops {
    private static final Type.Int COUNT = new Type.Int(32, true);

    private final Function function;
    private final Loops loops;
    private final BoundOptions bounds;
    private final List<Instr> out = new ArrayList<>();
    private final Map<Loop, Local> counters = new HashMap<>();
    private final Map<Instr, Site> origins;
    private int labels;

    private CountedLoops(Function function, BoundOptions bounds, Map<Instr, Site> origins) {
        this.function = function;
        this.loops = new Loops(function);
        this.bounds = bounds;
        this.origins = origins;
    }

    /**
     * @param origins where each instruction, by its identity, stands in the program that was given; those that only count
     *     have no place there
     */
    public record Counted(Program program, Map<Instr, Site> origins) {}

    /** A bound of {@link Integer#MAX_VALUE} is none. */
    public static Counted in(Program program, BoundOptions bounds) {
        Map<Instr, Site> origins = new IdentityHashMap<>();
        Program counting = program.mapFunctions(function -> new CountedLoops(function, bounds, origins).counted());
        return new Counted(counting, origins);
    }

    private Function counted() {
        for (Loop loop : Loops.ofUser(function)) {
            if (bounds.bodyRuns(loop) == Integer.MAX_VALUE) continue;
            counters.put(loop, new Local("%turns." + loop.number(), COUNT));
        }
        List<Instr> body = function.body();
        if (counters.isEmpty()) {
            for (int i = 0; i < body.size(); i++) origins.put(body.get(i), new Site(function.name(), i));
            return function;
        }
        counters.values().stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .forEach(counter -> set(counter, count(0), function.span()));
        for (int i = 0; i < body.size(); i++) {
            int index = i;
            loops.startingAt(i).filter(counters::containsKey).ifPresentOrElse(this::begin, () -> {
                Instr instr = jumpingBack(index);
                origins.put(instr, new Site(function.name(), index));
                out.add(instr);
            });
            for (Loop loop : loops.around(i)) if (counters.containsKey(loop)) stopBeforeBody(loop, i + 1);
        }
        var locals = new ArrayList<>(function.locals());
        locals.addAll(counters.values());
        return function.with(locals, out, function.libraryLoops());
    }

    /** Entered from outside, and again from its end. A loop begins with a label. */
    private void begin(Loop loop) {
        var label = (Instr.Label) function.body().get(loop.first());
        Local counter = counter(loop);
        out.add(label);
        set(counter, count(0), label.span());
        out.add(new Instr.Goto(inside(loop), label.span()));
        out.add(new Instr.Label(back(loop), label.span()));
        set(counter, new Expr.Binary(Expr.BinaryOp.ADD, counter, count(1)), label.span());
        out.add(new Instr.Label(inside(loop), label.span()));
        if (!loops.canLeaveAtOnce(loop, loop.first())) stop(loop, label.span());
    }

    /** Where what can still leave the loop ends, and another turn of its body begins. */
    private void stopBeforeBody(Loop loop, int index) {
        if (!loop.contains(index) || loops.canLeaveAtOnce(loop, index)) return;
        Instr before = function.body().get(index - 1);
        boolean entered = loops.canLeaveAtOnce(loop, index - 1);
        if (before instanceof Instr.Label && !(index - 1 == loop.first())) entered = true;
        if (entered) stop(loop, function.body().get(index).span());
    }

    private void stop(Loop loop, SourceSpan span) {
        String goOn = "%more." + labels;
        String no = "%no." + labels++;
        var few = new Expr.Compare(Expr.CompareOp.LESS, counter(loop), count(bounds.bodyRuns(loop)));
        out.add(new Instr.Branch(few, goOn, no, span));
        out.add(new Instr.Label(no, span));
        out.add(new Instr.Cut(new CutReason.Loop(loop.id(), loop.span()), span));
        out.add(new Instr.Label(goOn, span));
    }

    private Instr jumpingBack(int index) {
        return switch (function.body().get(index)) {
            case Instr.Goto(var target, var span) -> new Instr.Goto(target(index, target), span);
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var span) ->
                new Instr.Branch(condition, target(index, whenTrue), target(index, whenFalse), span);
            case Instr other -> other;
        };
    }

    /** Jumps back to a loop's beginning from inside count. */
    private String target(int from, String label) {
        int to = loops.indexOf(label);
        return loops.startingAt(to)
                .filter(loop -> loop.contains(from) && counters.containsKey(loop))
                .map(CountedLoops::back)
                .orElse(label);
    }

    private static String inside(Loop loop) {
        return "%inside." + loop.number();
    }

    private static String back(Loop loop) {
        return "%back." + loop.number();
    }

    private void set(Local counter, Expr value, SourceSpan span) {
        out.add(new Instr.Assign(counter, value, span));
    }

    private Local counter(Loop loop) {
        return Objects.requireNonNull(counters.get(loop));
    }

    private static Expr count(long value) {
        return new Expr.Constant(COUNT, value);
    }
}
