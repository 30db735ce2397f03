package dev.moirai.trace;

import dev.moirai.interpret.Moment;
import dev.moirai.interpret.Touch;
import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers of memory objects in the trace: given at the first touch, and anew when the memory is allocated again. */
final class ObjectNumbers {
    private final Sink sink;
    private final Map<Long, Integer> byStart = new HashMap<>();
    private int count;

    ObjectNumbers(Sink sink) {
        this.sink = sink;
    }

    static boolean areTouchedBy(Instr instr) {
        return switch (instr) {
            case Instr.Assign _, Instr.Goto _, Instr.Branch _, Instr.Call _, Instr.Return _, Instr.Label _ -> false;
            default -> true;
        };
    }

    /** @param keys from the map that is touched to the cell, if one is */
    List<Range> ranges(Moment moment, List<Touch> touches, List<Long> keys) {
        var result = new ArrayList<Range>(touches.size());
        for (Touch touch : touches) {
            Moment.Extent object = moment.object(touch.address());
            if (object == null) continue;
            int number = byStart.computeIfAbsent(object.start(), _ -> next(object.name()));
            result.add(new Range(number, touch.address() - object.start(), touch.bytes(), keys));
        }
        return result;
    }

    void allocated(Moment moment, long address) {
        Moment.Extent object = moment.object(address);
        if (object != null) byStart.put(object.start(), next(object.name()));
    }

    private int next(String name) {
        sink.object(name);
        return count++;
    }
}
