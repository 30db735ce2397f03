package dev.moirai.bound;

import dev.moirai.analysis.Liveness;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Loops of main that start or join threads and count from one constant to another are written out, so that each thread has a
 * place of its own where it is started: for proofs that tell threads by their numbers and arguments.
 *
 * <p>Claim: the result does what the program does. A loop is only written out if its counter is set to a constant right before
 * it, tested at its beginning against a constant, and changed nowhere but at its end, to which nothing else jumps.
 */
public final class StartLoops {
    private static final int MOST_TURNS = 8;
    private static final int MOST_LOOPS = 8;

    private final Function function;
    private final List<Instr> body;
    private final Map<String, Integer> labels = new HashMap<>();

    private StartLoops(Function function) {
        this.function = function;
        this.body = function.body();
        for (int at = 0; at < body.size(); at++) {
            if (body.get(at) instanceof Instr.Label(var name, var _)) labels.put(name, at);
        }
    }

    /** The same program if there is no such loop. */
    public static Program writtenOut(Program program) {
        Function main = program.function(program.entry());
        Function done = main;
        for (int i = 0; i < MOST_LOOPS; i++) {
            Optional<Function> next = new StartLoops(done).first();
            if (next.isEmpty()) break;
            done = next.get();
        }
        Function result = done;
        return result == main ? program : program.mapFunctions(it -> it == main ? result : it);
    }

    /**
     * A loop from the label at {@code head} to the jump back at {@code last}.
     *
     * @param step where the counter changes
     * @param values of the counter, the last of which ends the loop
     */
    private record Counted(int head, Instr.Branch test, int step, int last, Local counter, List<Long> values) {
        boolean contains(int at) {
            return head <= at && at <= last;
        }
    }

    private Optional<Function> first() {
        return IntStream.range(0, body.size() - 1)
                .mapToObj(this::loop)
                .flatMap(Optional::stream)
                .findFirst()
                .map(this::write);
    }

    // ---- which loops -----------------------------------------------------------------------------------------------

    private Optional<Counted> loop(int head) {
        if (!(body.get(head) instanceof Instr.Label(var name, var _))
                || !(body.get(head + 1) instanceof Instr.Branch test)
                || !body.get(head + 2)
                        .equals(new Instr.Label(
                                test.whenTrue(), body.get(head + 2).span()))) {
            return Optional.empty();
        }
        int[] back = jumpsTo(name).toArray();
        if (back.length != 1 || back[0] <= head || !(body.get(back[0]) instanceof Instr.Goto)) return Optional.empty();
        int last = back[0];
        boolean isAboutThreads = IntStream.range(head, last)
                .mapToObj(body::get)
                .anyMatch(it -> it instanceof Instr.Spawn || it instanceof Instr.Join || it instanceof Instr.Detach);
        if (!isAboutThreads || !isEnteredAtItsHeadAlone(head, last)) return Optional.empty();
        int end = position(test.whenFalse());
        if (end >= head && end <= last) return Optional.empty();
        Set<Local> tested = new HashSet<>();
        Operands.forEachLocal(test.condition(), tested::add);
        if (tested.size() != 1) return Optional.empty();
        Local counter = tested.iterator().next();
        int[] steps =
                IntStream.range(head, last).filter(at -> writes(at, counter)).toArray();
        if (steps.length != 1) return Optional.empty();
        int step = steps[0];
        boolean isStraight = IntStream.range(step, last).noneMatch(at -> body.get(at) instanceof Instr.Control);
        if (!isStraight || !(body.get(step) instanceof Instr.Assign(var _, var next, var _))) return Optional.empty();
        return initial(head, counter)
                .flatMap(initial -> values(initial, counter, test.condition(), next))
                .map(values -> new Counted(head, test, step, last, counter, values));
    }

    private int position(String label) {
        Integer at = labels.get(label);
        if (at == null) throw new IllegalArgumentException("no label " + label);
        return at;
    }

    private IntStream jumpsTo(String label) {
        return IntStream.range(0, body.size()).filter(at -> targets(at).contains(label));
    }

    private List<String> targets(int at) {
        return switch (body.get(at)) {
            case Instr.Goto(var target, var _) -> List.of(target);
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> List.of(whenTrue, whenFalse);
            default -> List.of();
        };
    }

    private boolean isEnteredAtItsHeadAlone(int head, int last) {
        return IntStream.range(0, body.size())
                .filter(at -> at < head || at > last)
                .mapToObj(this::targets)
                .flatMap(List::stream)
                .mapToInt(this::position)
                .noneMatch(at -> at >= head && at <= last);
    }

    private boolean writes(int at, Local local) {
        boolean[] writes = new boolean[1];
        Operands.forEachWritten(body.get(at), it -> writes[0] |= it.equals(local));
        return writes[0];
    }

    /** What a local is set to before the loop, where control comes from nowhere else. */
    private Optional<Long> initial(int head, Local counter) {
        for (int at = head - 1; at >= 0; at--) {
            if (body.get(at) instanceof Instr.Control && !(body.get(at) instanceof Instr.Call)) return Optional.empty();
            if (!writes(at, counter)) continue;
            return body.get(at) instanceof Instr.Assign(var _, Expr.Constant(var _, var bits), var _)
                    ? Optional.of(bits)
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private static Optional<List<Long>> values(long initial, Local counter, Expr test, Expr next) {
        if (!(counter.type() instanceof Type.Int)) return Optional.empty();
        var values = new ArrayList<Long>();
        long value = initial;
        while (values.size() <= MOST_TURNS) {
            values.add(value);
            OptionalLong goesOn = at(test, counter, value);
            if (goesOn.isEmpty()) return Optional.empty();
            if (goesOn.getAsLong() == 0) return Optional.of(values);
            OptionalLong after = at(next, counter, value);
            if (after.isEmpty()) return Optional.empty();
            value = after.getAsLong();
        }
        return Optional.empty();
    }

    private static OptionalLong at(Expr expr, Local counter, long value) {
        return Folding.number(with(expr, counter, value));
    }

    private static Expr with(Expr expr, Local counter, long value) {
        var constant = Expr.constant(counter.type(), value);
        return Folding.fold(expr, leaf -> leaf.equals(counter) ? constant : leaf);
    }

    // ---- how they are written out ----------------------------------------------------------------------------------

    private Function write(Counted loop) {
        var out = new ArrayList<>(body.subList(0, loop.head() + 1));
        Set<Local> own = ownOf(loop);
        var locals = new ArrayList<>(function.locals());
        int turns = loop.values().size() - 1;
        for (int turn = 0; turn < turns; turn++) {
            String mark = "%" + loop.head() + "." + turn;
            own.forEach(local -> locals.add(renamed(local, mark)));
            out.add(set(loop, turn));
            for (int at = loop.head() + 2; at < loop.last(); at++) {
                if (at == loop.step()) continue;
                long value = loop.values().get(at < loop.step() ? turn : turn + 1);
                Instr copy = Rewrite.operands(
                        body.get(at),
                        expr -> renamed(with(expr, loop.counter(), value), own, mark),
                        local -> own.contains(local) ? renamed(local, mark) : local);
                out.add(Rewrite.labels(copy, label -> loop.contains(position(label)) ? label + mark : label));
            }
        }
        out.add(set(loop, turns));
        out.add(new Instr.Goto(loop.test().whenFalse(), loop.test().span()));
        out.addAll(body.subList(loop.last() + 1, body.size()));
        return function.with(locals, out, function.libraryLoops());
    }

    private static Instr set(Counted loop, int turn) {
        return new Instr.Assign(
                loop.counter(),
                Expr.constant(loop.counter().type(), loop.values().get(turn)),
                loop.test().span());
    }

    private static Local renamed(Local local, String mark) {
        return new Local(local.name() + mark, local.type());
    }

    private static Expr renamed(Expr expr, Set<Local> own, String mark) {
        if (expr instanceof Local local) return own.contains(local) ? renamed(local, mark) : local;
        return Rewrite.children(expr, child -> renamed(child, own, mark));
    }

    /** The locals that carry nothing from turn to turn, nor out of the loop. */
    private Set<Local> ownOf(Counted loop) {
        var own = new LinkedHashSet<Local>();
        for (int at = loop.head(); at < loop.last(); at++) Operands.forEachWritten(body.get(at), own::add);
        own.remove(loop.counter());
        var liveness = new Liveness(function);
        liveness.before(loop.head()).forEach(own::remove);
        function.parameters().forEach(own::remove);
        for (int at = 0; at < body.size(); at++) {
            if (loop.contains(at)) continue;
            Operands.forEachRead(body.get(at), expr -> Operands.forEachLocal(expr, own::remove));
        }
        return own;
    }
}
