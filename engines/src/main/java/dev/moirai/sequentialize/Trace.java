package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Origin;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Follower;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The path a model takes through the unrolled program, found by watching the interpreter run it. What comes out is who does which visible step of the original program, in order, and what is chosen on the way.
 */
final class Trace implements Follower {
    private final Unrolled unrolled;
    private final ChosenValues model;
    private final List<PlannedStep> steps = new ArrayList<>();
    private final Map<Integer, Origin> lastVisible = new HashMap<>();
    private final Map<Integer, PlannedStep> current = new HashMap<>();
    private final int[] executable;
    private int at;

    private Trace(Unrolled unrolled, ChosenValues model) {
        this.unrolled = unrolled;
        this.model = model;
        this.executable = executable(unrolled.body());
    }

    static List<PlannedStep> of(Unrolled unrolled, ChosenValues model, MachineOptions options) {
        var trace = new Trace(unrolled, model);
        var machine = new Machine(unrolled.program(), options);
        State state = machine.start();
        Chooser chooser = _ -> trace.choose();
        Outcome outcome = Outcome.CONTINUED;
        while (outcome instanceof Outcome.Continued && !state.hasEnded(0)) {
            outcome = machine.step(state, 0, chooser, trace);
        }
        return trace.steps;
    }

    /** The indices in the unrolled body of the instructions that the machine executes: it knows no labels. */
    private static int[] executable(List<Instr> body) {
        return IntStream.range(0, body.size())
                .filter(i -> !(body.get(i) instanceof Instr.Label))
                .toArray();
    }

    // ---- while it runs -----------------------------------------------------------------------------------------

    @Override
    public void before(Moment moment) {
        int index = executable[moment.index()];
        // What is asked in the search for a deadlock is no step of a thread.
        if (index >= unrolled.deadlockCheck()) return;
        switch (unrolled.body().get(index)) {
            case Instr.Goto _, Instr.Branch _ -> {}
            default -> execute(index);
        }
    }

    @Override
    public void after(Moment moment) {}

    private void execute(int index) {
        at = index;
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
        if (bounded instanceof Instr.Spawn spawn) {
            step.spawns(unrolled.sequential().bounded().spawned(spawn).number());
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

    private Instr source(Origin origin) {
        return unrolled.sequential().bounded().source(origin);
    }
}
