package dev.moirai.sequentialize;

import dev.moirai.bound.AtomicSections;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Sync;
import dev.moirai.property.Fairness;
import dev.moirai.sequentialize.SequentialProgram.Context;
import dev.moirai.sequentialize.Simulation.Line;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The threads that do not move in the lasso, and why they may (the generalised rules R6 and R7 of MUTANT's locks): which
 * they are is guessed where the lasso begins. One that has been started and has not ended must stand before an
 * instruction that can wait. Its question is asked there and again after every step of the lasso that may change the
 * answer; under strong fairness it must always be no, under weak fairness once.
 */
final class IdleThreads {
    /** What threads wait for; a step matters to those who wait for what it touches. */
    private enum Matter {
        LOCK,
        SEMAPHORE,
        CONDITION,
        BARRIER,
        THREAD,
        MEMORY
    }

    private final LassoUnrolling text;
    private final Fairness fairness;
    private final Map<Integer, Local> idle = new HashMap<>();
    /** Weak fairness: whether the thread was seen waiting. */
    private final Map<Integer, Local> waited = new HashMap<>();

    private final Map<Integer, AtomicSections> sections = new HashMap<>();

    private int questions;

    IdleThreads(LassoUnrolling text, Fairness fairness) {
        this.text = text;
        this.fairness = fairness;
    }

    Expr isIdle(Simulation simulation) {
        Local flag = idle.get(Unrolling.number(simulation));
        return flag == null ? Expr.FALSE : flag;
    }

    /** Where the lasso begins. */
    void begin() {
        for (Simulation simulation : text.sequential.simulations()) {
            int number = Unrolling.number(simulation);
            idle.put(number, text.choice("idle/" + number));
            if (fairness == Fairness.WEAK) waited.put(number, text.flag("waited/" + number));
        }
        if (fairness == Fairness.NONE) return;
        for (Simulation simulation : text.sequential.simulations()) {
            int number = Unrolling.number(simulation);
            text.when(isIdle(simulation), "begin/" + number, () -> mayStay(simulation, number));
        }
    }

    /** At the end of a run: nobody can move. */
    void demandStuck() {
        for (Simulation simulation : text.sequential.simulations()) mayStay(simulation, Unrolling.number(simulation));
    }

    private void mayStay(Simulation simulation, int number) {
        Expr active = Unrolling.isSet(text.load("active/" + number, Ghost.ACTIVE, number));
        Expr done = Unrolling.isSet(text.load("done/" + number, Ghost.DONE, number));
        Local gone = text.fresh("gone/" + number, dev.moirai.ir.Type.BOOL);
        text.add(new Instr.Assign(gone, Unrolling.or(Expr.not(active), done), Unrolling.NOWHERE));
        Expr waits = gone;
        for (Line line : simulation.lines()) {
            if (line instanceof Line.Point point && point.mayBlock()) {
                waits = Unrolling.or(waits, standsAt(simulation, point.number()));
            }
        }
        text.assume(waits);
        if (fairness == Fairness.WEAK) {
            text.when(gone, "gone/" + number, () -> sawWaiting(number, Expr.TRUE));
        }
        text.when(Expr.not(gone), "here/" + number, () -> ask(simulation, EnumSet.allOf(Matter.class)));
    }

    /** Asks the thread, if it is before an instruction that waits for one of the matters, whether it could move. */
    private void ask(Simulation simulation, Set<Matter> matters) {
        for (Line line : simulation.lines()) {
            if (!(line instanceof Line.Point point) || !point.mayBlock()) continue;
            if (!matters.contains(awaited(source(simulation.thread(), point.index())))) continue;
            String name = "ask/" + ++questions;
            text.when(standsAt(simulation, point.number()), name, () -> ask(simulation, point));
        }
    }

    private void ask(Simulation simulation, Line.Point point) {
        BoundedThread thread = simulation.thread();
        for (Instr instr : point.question()) {
            Instr own = Unrolling.withPrivateAccess(
                    Rewrite.operands(instr, e -> text.value(thread, e), l -> text.local(Unrolling.rename(thread, l))));
            if (!(own instanceof Instr.Block(var condition, var _, var _))) {
                text.add(own);
            } else if (fairness == Fairness.STRONG) {
                text.assume(Expr.not(condition));
            } else {
                sawWaiting(thread.number(), Expr.not(condition));
            }
        }
    }

    private void sawWaiting(int number, Expr condition) {
        Local seen = waited.get(number);
        if (seen == null) throw new IllegalStateException("not asked to look");
        text.add(new Instr.Assign(seen, Unrolling.or(seen, condition), Unrolling.NOWHERE));
    }

    private Expr standsAt(Simulation simulation, int point) {
        return Unrolling.compare(CompareOp.EQUAL, text.atStart(simulation), Unrolling.point(simulation, point));
    }

    /** After an instruction in the lasso. */
    void after(Context context, int index) {
        if (fairness == Fairness.NONE) return;
        Set<Matter> matters = touched(context.simulation().thread(), index);
        if (matters.isEmpty()) return;
        for (Simulation other : text.sequential.simulations()) {
            if (other == context.simulation() || !concerns(other, matters)) continue;
            text.when(isIdle(other), "after/" + ++questions, () -> ask(other, matters));
        }
    }

    /** What the step has touched that ends with the instruction, if one does. */
    private Set<Matter> touched(BoundedThread thread, int index) {
        AtomicSections own = sections.computeIfAbsent(thread.number(), _ -> AtomicSections.of(thread.body()));
        Set<Matter> touched = EnumSet.noneOf(Matter.class);
        if (thread.body().get(index) instanceof Instr.AtomicEnd) {
            own.endingAt(index).stream().forEach(i -> touchedBy(thread, i, touched));
        } else if (!own.isInside(index)) {
            touchedBy(thread, index, touched);
        }
        return touched;
    }

    private void touchedBy(BoundedThread thread, int index, Set<Matter> touched) {
        Instr instr = thread.body().get(index);
        if (thread.endings().get(index)) touched.add(Matter.THREAD);
        boolean writes =
                instr instanceof Instr.Store || instr instanceof Instr.Rmw || instr instanceof Instr.CompareExchange;
        if (writes) touched.addAll(touchedBy(source(thread, index)));
    }

    private boolean concerns(Simulation other, Set<Matter> matters) {
        for (Line line : other.lines()) {
            if (line instanceof Line.Point point
                    && point.mayBlock()
                    && matters.contains(awaited(source(other.thread(), point.index())))) return true;
        }
        return false;
    }

    /** The instruction of the program that became this one. */
    private Instr source(BoundedThread thread, int index) {
        return text.sequential.bounded().source(thread.origins().get(index));
    }

    private static Matter awaited(Instr source) {
        return switch (source) {
            case Instr.Lock _ -> Matter.LOCK;
            case Instr.Down _ -> Matter.SEMAPHORE;
            case Instr.Awake awake -> awake.kind() == Sync.BARRIER ? Matter.BARRIER : Matter.CONDITION;
            case Instr.Join _ -> Matter.THREAD;
            default -> Matter.MEMORY;
        };
    }

    /** What an instruction may change. Taking a lock or lowering a semaphore makes nobody able to move, only unable. */
    private List<Matter> touchedBy(Instr source) {
        var matters = new ArrayList<Matter>();
        switch (source) {
            case Instr.Lock _ -> {
                if (fairness == Fairness.WEAK) matters.add(Matter.LOCK);
            }
            case Instr.Down _ -> {
                if (fairness == Fairness.WEAK) matters.add(Matter.SEMAPHORE);
            }
            case Instr.Unlock _, Instr.Wait _ -> matters.add(Matter.LOCK);
            case Instr.Up _ -> matters.add(Matter.SEMAPHORE);
            case Instr.Signal _ -> matters.add(Matter.CONDITION);
            case Instr.Arrive _ -> matters.add(Matter.BARRIER);
            case Instr.Join _, Instr.Detach _ -> matters.add(Matter.THREAD);
            case Instr.InitSync _, Instr.DestroySync _ -> matters.addAll(List.of(Matter.LOCK, Matter.SEMAPHORE));
            case Instr.Store _, Instr.Rmw _, Instr.CompareExchange _ -> matters.add(Matter.MEMORY);
            default -> {}
        }
        return matters;
    }

    /** After the lasso. */
    void end() {
        for (Simulation simulation : text.sequential.simulations()) {
            Expr stays = Unrolling.compare(CompareOp.EQUAL, text.atStart(simulation), text.pc(simulation));
            Expr same = Unrolling.compare(CompareOp.EQUAL, isIdle(simulation), stays);
            text.assume(same);
            Local seen = waited.get(Unrolling.number(simulation));
            if (seen != null) text.assume(Unrolling.or(Expr.not(isIdle(simulation)), seen));
        }
    }
}
