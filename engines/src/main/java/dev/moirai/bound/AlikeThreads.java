package dev.moirai.bound;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that nobody can tell apart: they have the same text, are started by the same thread with the same arguments, and
 * no text asks for its own thread's number or waits for a thread. So what one of them does another
 * might have done, if it had been started by then; a handle only says as which it was started. (Symmetry is broken as in Crawford, Ginsberg, Luks and Roy, Symmetry-breaking
 * predicates for search problems, KR 1996: of equal executions one is looked at.)
 *
 * <p>Numbers of addresses tell threads apart too, as each has variables of its own: a program that computes with one, or asks
 * which of two is less, has no such threads.
 */
public final class AlikeThreads {
    private final BoundedProgram program;
    private boolean isTold;

    /** A start of a thread that hands over nothing but constants. */
    private record Start(int by, BoundedThread thread, Instr.Spawn spawn) {}

    private AlikeThreads(BoundedProgram program) {
        this.program = program;
    }

    /**
     * Groups of two or more, by number, in the order in which they are started.
     *
     * @param program before synchronisation is lowered, which writes numbers of threads into texts
     */
    public static List<List<Integer>> of(BoundedProgram program) {
        var search = new AlikeThreads(program);
        var starts = search.starts();
        if (starts.size() < 2 || search.canTell()) return List.of();
        var groups = new ArrayList<List<Start>>();
        for (Start start : starts) {
            groups.stream()
                    .filter(group -> isAlike(group.getFirst(), start))
                    .findFirst()
                    .ifPresentOrElse(group -> group.add(start), () -> groups.add(new ArrayList<>(List.of(start))));
        }
        return groups.stream()
                .filter(group -> group.size() > 1)
                .map(group ->
                        group.stream().map(start -> start.thread().number()).toList())
                .toList();
    }

    private List<Start> starts() {
        var starts = new ArrayList<Start>();
        for (BoundedThread thread : program.threads()) {
            for (Instr instr : thread.body()) {
                if (!(instr instanceof Instr.Spawn spawn)) continue;
                boolean constant = spawn.arguments().stream()
                        .allMatch(argument ->
                                argument instanceof Expr.Constant || argument instanceof Expr.GlobalAddress);
                BoundedThread started = program.spawned(spawn);
                if (constant && started.body().stream().noneMatch(Instr.Spawn.class::isInstance))
                    starts.add(new Start(thread.number(), started, spawn));
            }
        }
        return starts;
    }

    private static boolean isAlike(Start one, Start other) {
        if (one.by() != other.by()
                || !one.thread().function().equals(other.thread().function())
                || !one.spawn().arguments().equals(other.spawn().arguments())
                || one.spawn().detachment() != other.spawn().detachment()) return false;
        List<Instr> first = one.thread().body();
        List<Instr> second = other.thread().body();
        if (first.size() != second.size()) return false;
        for (int i = 0; i < first.size(); i++) {
            Instr moved = Rewrite.operands(
                    first.get(i),
                    expr -> moved(
                            expr,
                            one.thread().number(),
                            other.thread().number(),
                            one.spawn().arguments()),
                    local -> local);
            if (!moved.equals(second.get(i))) return false;
        }
        return true;
    }

    /** The expression with the places of one thread's arguments in place of another's. */
    private static Expr moved(Expr expr, int from, int to, List<Expr> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            Type type = arguments.get(i).type();
            if (expr.equals(Arguments.address(from, i, type))) return Arguments.address(to, i, type);
        }
        return Rewrite.children(expr, child -> moved(child, from, to, arguments));
    }

    // ---- who can tell ------------------------------------------------------------------------------------------

    /** Whether some text may depend on which thread is which. */
    private boolean canTell() {
        for (BoundedThread thread : program.threads()) thread.body().forEach(this::look);
        return isTold;
    }

    private void look(Instr instr) {
        switch (instr) {
            case Instr.Join _, Instr.Detach _, Instr.Self _ -> isTold = true;
            default -> Operands.forEachRead(instr, this::look);
        }
    }

    private void look(Expr expr) {
        isTold |= switch (expr) {
            case Expr.Cast(Type.Int _, var operand) -> operand.type() instanceof Type.Pointer;
            case Expr.Compare(var op, var left, var _) ->
                left.type() instanceof Type.Pointer && op != Expr.CompareOp.EQUAL && op != Expr.CompareOp.NOT_EQUAL;
            default -> false;
        };
        Rewrite.children(expr, child -> {
            look(child);
            return child;
        });
    }
}
