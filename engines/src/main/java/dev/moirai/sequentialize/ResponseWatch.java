package dev.moirai.sequentialize;

import dev.moirai.bound.AtomicSections;
import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Access;
import dev.moirai.ir.Condition;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.sequentialize.SequentialProgram.Context;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches for a cause without effect: from a moment of its choice at which the cause holds, the effect must not hold, in
 * that state or any later one. Looks at the start and after every step that may write one of the globals in question.
 */
final class ResponseWatch {
    private final LassoUnrolling text;
    private final LassoOptions.Undone.Response response;
    private final Set<String> globals = new HashSet<>();
    private Local owed = new Local("%lasso/owed", Type.BOOL);
    private final Map<Integer, AtomicSections> sections = new HashMap<>();
    private int looks;

    ResponseWatch(LassoUnrolling text, LassoOptions.Undone.Response response) {
        this.text = text;
        this.response = response;
        response.cause().reads().forEach(read -> globals.add(global(read.address())));
        response.effect().reads().forEach(read -> globals.add(global(read.address())));
    }

    /** The global an address lies in, as far as it is plain to see; else nothing. */
    private static String global(Expr address) {
        return switch (address) {
            case Expr.GlobalAddress(var name, var _) -> name;
            case Expr.Member(var pointer, var _, var _, var _) -> global(pointer);
            case Expr.Index(var pointer, var _, var _, var _) -> global(pointer);
            case Expr.Cast(var _, var operand) -> global(operand);
            default -> "";
        };
    }

    void begin() {
        owed = text.flag("owed");
        look();
    }

    void after(Context context, int index) {
        if (isWritten(context.simulation().thread(), index)) look();
    }

    /** Whether the step that ends with the instruction, if one does, writes what matters. */
    private boolean isWritten(BoundedThread thread, int index) {
        AtomicSections own = sections.computeIfAbsent(thread.number(), _ -> AtomicSections.of(thread.body()));
        List<Instr> body = thread.body();
        if (body.get(index) instanceof Instr.AtomicEnd) {
            return own.endingAt(index).stream().anyMatch(i -> writes(body.get(i)));
        }
        return !own.isInside(index) && writes(body.get(index));
    }

    private boolean writes(Instr instr) {
        return switch (instr) {
            case Instr.Store(var address, var _, var _, var _) -> matters(address);
            case Instr.Rmw(var _, var address, var _, var _, var _, var _) -> matters(address);
            case Instr.CompareExchange(var _, var address, var _, var _, var _, var _) -> matters(address);
            default -> false;
        };
    }

    private boolean matters(Expr address) {
        String name = global(address);
        return name.isEmpty() || globals.contains(name);
    }

    private void look() {
        int number = ++looks;
        Expr effect = evaluated(response.effect(), "effect/" + number);
        Expr cause = evaluated(response.cause(), "cause/" + number);
        text.assume(Expr.not(LassoUnrolling.and(owed, effect)));
        Expr begins = LassoUnrolling.and(text.choice("owe/" + number), LassoUnrolling.and(cause, Expr.not(effect)));
        text.add(new Instr.Assign(owed, Unrolling.or(owed, begins), Unrolling.NOWHERE));
    }

    private Expr evaluated(Condition condition, String name) {
        var values = new java.util.HashMap<Local, Expr>();
        for (Condition.Read read : condition.reads()) {
            Local into = text.fresh(name + "/" + values.size(), read.into().type());
            text.add(new Instr.Load(into, read.address(), Access.PRIVATE, Unrolling.NOWHERE));
            values.put(read.into(), into);
        }
        return replaced(condition.expr(), values);
    }

    private static Expr replaced(Expr expr, java.util.Map<Local, Expr> values) {
        if (expr instanceof Local local) return values.getOrDefault(local, local);
        return dev.moirai.ir.Rewrite.children(expr, child -> replaced(child, values));
    }

    /** Where the lasso begins. */
    void demandOwed() {
        text.assume(owed);
    }
}
