package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.ir.Visibility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The path a model takes through the unrolled program, found by letting the interpreter run it: the program prints where
 * it is. What comes out is who does which visible step of the original program, in order, and what is chosen on the way.
 */
final class Trace implements Observer {
    private final Unrolled unrolled;
    private final Model model;
    private final List<PlannedStep> steps = new ArrayList<>();
    private final Map<Integer, Origin> lastVisible = new HashMap<>();
    private final Map<Integer, PlannedStep> current = new HashMap<>();
    private int at;

    private Trace(Unrolled unrolled, Model model) {
        this.unrolled = unrolled;
        this.model = model;
    }

    static List<PlannedStep> of(Unrolled unrolled, Model model, MachineOptions options) {
        var trace = new Trace(unrolled, model);
        var machine = new Machine(trace.talking(), options);
        State state = machine.start();
        Chooser chooser = _ -> trace.choose();
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued && !state.hasEnded(0)) {
            outcome = machine.step(state, 0, chooser, trace);
        }
        return trace.steps;
    }

    /** The unrolled program with a remark before every instruction. */
    private Program talking() {
        List<Instr> body = new ArrayList<>();
        for (int i = 0; i < unrolled.body().size(); i++) {
            Instr instr = unrolled.body().get(i);
            boolean silent = instr instanceof Instr.Label
                    || instr instanceof Instr.Goto
                    || instr instanceof Instr.Branch
                    || i >= unrolled.deadlockCheck();
            if (!silent) {
                body.add(new Instr.Print("%d", List.of(Expr.constant(Type.I32, i)), instr.span()));
            }
            body.add(instr);
        }
        Program program = unrolled.program();
        Function talking = unrolled.function().withBody(body);
        return program.mapFunctions(function -> function.name().equals(program.entry()) ? talking : function);
    }

    // ---- while it runs -----------------------------------------------------------------------------------------

    @Override
    public void printed(String text) {
        at = Integer.parseInt(text);
        Optional<Unrolled.Place> place = unrolled.places().get(at);
        if (place.isEmpty()) return;
        int thread = place.get().thread();
        Origin origin = origin(at).orElseThrow();
        if (!current.containsKey(thread)) begin(place.get());
        Instr bounded = thread(place.get()).body().get(place.get().index());
        if (Visibility.isVisible(bounded)
                && Visibility.isVisible(source(origin))
                && lastVisible.get(thread) != origin) {
            lastVisible.put(thread, origin);
            begin(place.get());
        }
        PlannedStep step = step(thread);
        step.executes(source(origin), origin);
        if (bounded instanceof Instr.Spawn(var _, var function, var _, var _, var _)
                && function instanceof Expr.FunctionAddress(var name)) {
            step.spawns(unrolled.sequential().bounded().thread(name).number());
        }
    }

    private long choose() {
        Instr instr = unrolled.body().get(at);
        long value = model.value(at);
        if (instr instanceof Instr.Nondet(var into, var _, var _)) value = Arithmetic.normalize(into.type(), value);
        Optional<Unrolled.Place> place = unrolled.places().get(at);
        if (place.isEmpty()) return value;
        PlannedStep step = step(place.get().thread());
        Instr asking = source(origin(at).orElseThrow());
        if (instr instanceof Instr.Nondet(var _, var source, var _)) step.answer(asking, source, value);
        else step.answer(asking, value);
        return value;
    }

    private void begin(Unrolled.Place place) {
        var step = new PlannedStep(place.thread());
        step.round = place.round();
        steps.add(step);
        current.put(place.thread(), step);
    }

    private PlannedStep step(int thread) {
        PlannedStep step = current.get(thread);
        if (step == null) throw new IllegalStateException("thread " + thread + " has no step");
        return step;
    }

    private Optional<Origin> origin(int index) {
        return unrolled.places().get(index).map(place -> thread(place).origins().get(place.index()));
    }

    private BoundedThread thread(Unrolled.Place place) {
        return unrolled.sequential().bounded().threads().get(place.thread());
    }

    /** The instruction of the original program. */
    private Instr source(Origin origin) {
        Program source = unrolled.sequential().bounded().source();
        return source.function(origin.function()).body().get(origin.index());
    }
}
