package dev.moirai.predict;

import dev.moirai.property.CausalModel;
import java.util.BitSet;
import java.util.List;

/**
 * Thread-sensitive slicing: which steps can matter to a claim. A thread comes to a step only by all its steps before that one, with
 * the recorded branches (control); the values that decide the branches come from writes (data); and a thread that waits needs
 * the steps it waits for (synchronisation). All other steps are left out, with all later ones of their threads, and so are values
 * that no branch depends on.
 */
final class Slicer {
    private final TraceProgram program;
    private final CausalModel model;
    private final TraceSlicing slicing;
    private final TraceOrigin origin;
    private final Counters counters;
    private final Assertions assertions;
    private final AwaitedSteps waiting;
    private final BitSet onlyAsserted = new BitSet();

    Slicer(TraceProgram program, CausalModel model, TraceSlicing slicing, TraceOrigin origin) {
        this.program = program;
        this.model = model;
        this.slicing = slicing;
        this.origin = origin;
        this.counters = new Counters(program);
        this.assertions = new Assertions(program, origin);
        this.waiting = new AwaitedSteps(program);
        if (model == CausalModel.MAXIMAL) {
            var all = new Window(0, program.nodes().size());
            onlyAsserted.or(
                    new Closure(this, all, Closure.Interest.WAYS).ofAll().needed());
            onlyAsserted.andNot(
                    new Closure(this, all, Closure.Interest.ELSEWHERE).ofAll().needed());
        }
    }

    /** The slice of the window that matters to at least one of the claims. */
    Slice of(Window window, List<Claim> claims) {
        var closure = new Closure(this, window, Closure.Interest.WAYS);
        if (claims.stream().anyMatch(Claim.Stuck.class::isInstance)) {
            return closure.ofAll().slice(Slice.Purpose.STUCK);
        }
        return switch (slicing) {
            case BY_CLAIM -> closure.of(claims).slice(Slice.Purpose.STEPS);
            case NONE -> closure.ofAll().slice(Slice.Purpose.STEPS);
        };
    }

    TraceProgram program() {
        return program;
    }

    CausalModel model() {
        return model;
    }

    TraceOrigin origin() {
        return origin;
    }

    Counters counters() {
        return counters;
    }

    Assertions assertions() {
        return assertions;
    }

    AwaitedSteps waiting() {
        return waiting;
    }

    /** Whether only assertions look at the value of a symbol. */
    boolean isForAssertionsOnly(int symbol) {
        return onlyAsserted.get(symbol);
    }
}
