package dev.moirai.bound;

import dev.moirai.ir.Definedness;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.property.CutReason;
import dev.moirai.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The end of a thread's text while it is written, forwards only: what is known there, if control comes there at all, and
 * what is known on the jumps to labels still ahead.
 */
final class Frontier {
    private final Code code = new Code();
    private final Runnable counter;
    private final Map<String, Constants> waiting = new HashMap<>();
    private final Set<String> placed = new HashSet<>();
    /** How many jumps there were to each label. */
    private final Map<String, Integer> jumps = new HashMap<>();

    private @Nullable Constants now = new Constants();
    private Origin here;
    private int labels;
    /** How many branches could be decided while the text was written. */
    private int decided;
    /** How many branches could not be decided. */
    private int open;

    /** @param counter told of every instruction */
    Frontier(Origin here, Runnable counter) {
        this.here = here;
        this.counter = counter;
    }

    Code code() {
        return code;
    }

    /** Sets the origin of the instructions that follow. */
    Origin here() {
        return here;
    }

    void goTo(Origin origin) {
        here = origin;
    }

    boolean isReachable() {
        return now != null;
    }

    Constants known() {
        if (now == null) throw new IllegalStateException("control cannot come here");
        return now;
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    void emit(Instr instr) {
        counter.run();
        code.add(instr, here);
    }

    /** Emits an instruction behind which control does not go on. */
    void emitLast(Instr instr) {
        emit(instr);
        now = null;
    }

    void assign(Local into, Expr value, SourceSpan span) {
        emit(new Instr.Assign(into, value, span));
        known().set(into, value);
    }

    void cut(CutReason reason, SourceSpan span) {
        emitLast(new Instr.Cut(reason, span));
    }

    /** Emits the end of a run: control goes to the thread's end, not to a label that follows. */
    void stop(SourceSpan span) {
        emitLast(new Instr.Goto(BoundedThread.END, span));
    }

    /** Emits what ends the run unless a condition is true, from where on it is known to be. */
    void require(Expr truth, Instr instr) {
        if (truth.equals(Expr.TRUE)) return;
        emit(instr);
        if (truth.equals(Expr.FALSE)) stop(instr.span());
        else learn(known(), new Constants(), truth);
    }

    // ---- labels ------------------------------------------------------------------------------------------------

    String freshLabel(String hint) {
        return "%" + hint + "." + ++labels;
    }

    /** Whether somebody jumps to a label ahead. */
    boolean isExpected(String label) {
        return waiting.containsKey(label);
    }

    void arrive(String label, SourceSpan span) {
        Constants jumped = waiting.remove(label);
        if (jumped == null) return;
        if (now != null) jumped.meet(now);
        now = jumped;
        if (!placed.add(label)) throw new IllegalStateException("two labels " + label);
        emit(new Instr.Label(label, span));
    }

    void jump(String label, SourceSpan span) {
        expect(label, known());
        emitLast(new Instr.Goto(label, span));
    }

    /** @param constants belong to the label from now on */
    private void expect(String label, Constants constants) {
        jumps.merge(label, 1, Integer::sum);
        waiting.merge(label, constants, (one, other) -> {
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
        if (whenTrue.equals(whenFalse) && !Definedness.mayFail(condition)) {
            jump(whenTrue, span);
            return;
        }
        Constants ifTrue = known().copy();
        Constants ifFalse = known().copy();
        learn(ifTrue, ifFalse, condition);
        expect(whenTrue, ifTrue);
        expect(whenFalse, ifFalse);
        open++;
        emitLast(new Instr.Branch(condition, whenTrue, whenFalse, span));
    }

    /**
     * Goes on to a label if the condition has that truth value. Else control comes to {@code otherwise}, a label further
     * ahead, about which nothing is known.
     */
    void follow(Expr condition, boolean truth, String label, String otherwise, SourceSpan span) {
        Constants known = known();
        if (truth) learn(known, new Constants(), condition);
        else learn(new Constants(), known, condition);
        waiting.putIfAbsent(otherwise, new Constants());
        expect(label, known);
        emitLast(new Instr.Branch(condition, truth ? label : otherwise, truth ? otherwise : label, span));
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

    // ---- loops that count --------------------------------------------------------------------------------------

    /** How many branches so far could not be decided. */
    int openBranches() {
        return open;
    }

    /** How far the text had come, to ask later what happened since. */
    record Mark(Map<String, Integer> jumps, int decided) {}

    Mark mark() {
        return new Mark(Map.copyOf(jumps), decided);
    }

    /** Whether branches were decided since then, and that label is all that was jumped to and is still ahead. */
    boolean leadsOnlyTo(String label, Mark since) {
        return decided > since.decided()
                && waiting.containsKey(label)
                && waiting.keySet().stream()
                        .allMatch(other -> other.equals(label)
                                || Objects.equals(
                                        jumps.get(other), since.jumps().get(other)));
    }
}
