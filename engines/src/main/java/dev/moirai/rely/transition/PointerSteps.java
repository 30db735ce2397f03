package dev.moirai.rely.transition;

import dev.moirai.ir.Type;
import dev.moirai.rely.transition.Objects.Target;
import java.util.Optional;

/** Reading and writing pointers: of a place that only ever holds one address, or none, a bit says whether it holds it. */
final class PointerSteps {
    private static final Linear ONE = Linear.of(1);

    private final Steps steps;
    private final Evaluation evaluation;
    private final Objects objects;
    private final Variables variables;
    private final PointerPlaces places;

    PointerSteps(Steps steps, Evaluation evaluation, Objects objects, Variables variables, PointerPlaces places) {
        this.steps = steps;
        this.evaluation = evaluation;
        this.objects = objects;
        this.variables = variables;
        this.places = places;
    }

    /** The pointer that is read at an address. */
    Value read(int at, Value address, Path path) {
        long bytes = steps.program().model().pointerBytes();
        if (!(steps.target(at, address, bytes) instanceof Target.Certain(var object, var offset))
                || variables.isBlurred(object)) return evaluation.choice(Type.VOID_POINTER, path);
        Optional<Value> held = path.held(object, offset, bytes);
        if (held.isPresent()) return held.get();
        return places.at(object, offset)
                .<Value>flatMap(only -> bit(object, offset)
                        .map(bit -> new Value.Perhaps(only, Optional.of(path.read(bit)), places.otherwise(object))))
                .orElseGet(() -> evaluation.choice(Type.VOID_POINTER, path));
    }

    /** Whether a place that holds one address, or none, holds it. */
    private Optional<Variable> bit(String object, long offset) {
        String name = objects.name(object) + objects.suffix(object, offset, Type.VOID_POINTER) + " is set";
        long bytes = steps.program().model().pointerBytes();
        return variables.cell(object, Optional.empty(), offset, Type.VOID_POINTER, bytes, name);
    }

    /** Writes a pointer. */
    void write(int at, Value address, Value value, Path path) {
        long bytes = steps.program().model().pointerBytes();
        if (!(steps.target(at, address, bytes) instanceof Target.Certain(var object, var offset))
                || variables.isBlurred(object)
                || objects.owner(object).isPresent()) {
            steps.variable(at, address, Type.VOID_POINTER, path);
            return;
        }
        Optional<Value.Address> only = places.at(object, offset);
        if (only.isEmpty()) variables.otherwise(object, offset, bytes);
        else bit(object, offset).ifPresent(bit -> path.write(bit, isSet(value, only.get(), path)));
        path.hold(object, offset, bytes, value);
    }

    /** Whether what is written to a place that holds one address, or none, is the address. */
    private Linear isSet(Value value, Value.Address only, Path path) {
        if (value.equals(only)) return ONE;
        if (value instanceof Value.Number(var n) && n.isConstant()) return Linear.ZERO;
        if (value instanceof Value.Perhaps(var address, var bit, var _) && bit.isPresent() && address.equals(only)) {
            return bit.get();
        }
        Optional<Variable.Range> range = Optional.of(SyncSteps.BIT);
        Linear chosen = variables.choice(range).now();
        SyncSteps.BIT.rows(chosen).forEach(path::require);
        return chosen;
    }
}
