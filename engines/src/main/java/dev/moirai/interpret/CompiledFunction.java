package dev.moirai.interpret;

import dev.moirai.ir.Function;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A function ready to run: labels are positions, locals are slots (parameters first). */
final class CompiledFunction {
    final int index;
    final Function function;
    final String name;
    final int slotCount;
    private final Map<Local, Integer> slots = new HashMap<>();
    private final Scalar[] parameters;
    private final Type[] types;

    // Filled in by link(), when all functions are known to each other.
    private Op[] code = {};
    /** Made when asked for: most runs, and most functions, do without. */
    private volatile @Nullable SlotLiveness liveness;

    CompiledFunction(int index, Function function, dev.moirai.ir.DataModel model) {
        this.index = index;
        this.function = function;
        this.name = function.name();
        for (Local local : function.parameters()) slots.putIfAbsent(local, slots.size());
        for (Local local : function.locals()) slots.putIfAbsent(local, slots.size());
        this.slotCount = slots.size();
        this.types = new Type[slotCount];
        slots.forEach((local, slot) -> types[slot] = local.type());
        this.parameters = function.parameters().stream()
                .map(local -> new Scalar(local.type(), model))
                .toArray(Scalar[]::new);
    }

    void link(Op[] newCode) {
        code = newCode;
    }

    int slot(Local local) {
        Integer slot = slots.get(local);
        if (slot == null) throw new IllegalArgumentException("local " + local.name() + " is not declared in " + name);
        return slot;
    }

    Type type(int slot) {
        return types[slot];
    }

    Op[] code() {
        return code;
    }

    int parameterCount() {
        return parameters.length;
    }

    Scalar parameter(int index) {
        return parameters[index];
    }

    /** Sets the locals to zero, so that a run can be repeated; or those that may be read before they are written. */
    void clear(long[] values, int base) {
        SlotLiveness known = liveness;
        if (known == null) Arrays.fill(values, base + parameters.length, base + slotCount, 0);
        else for (int slot : known.readBeforeWritten()) values[base + slot] = 0;
    }

    private SlotLiveness liveness() {
        SlotLiveness known = liveness;
        if (known == null) {
            known = new SlotLiveness(this, code);
            liveness = known;
        }
        return known;
    }

    /** The slots whose value matters to a thread that stands before {@code pc}. */
    int[] liveAt(int pc) {
        return liveness().at(pc);
    }

    /** The slots whose value matters when the call at {@code pc} comes back. */
    int[] liveAfterCall(int pc) {
        return liveness().afterCall(pc);
    }
}
