package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The code of a thread, with all calls inlined and loops kept. {@code origins} says where each instruction stood. */
final class FlatCode {
    /** An instruction of the program: the function and the index in its body. */
    record Origin(String function, int index) {}

    private final List<Instr> body = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();

    void add(Instr instr, Origin origin) {
        if (instr instanceof Instr.Label(var name, var _)) labels.put(name, body.size());
        body.add(instr);
        origins.add(origin);
    }

    int size() {
        return body.size();
    }

    Instr get(int at) {
        return body.get(at);
    }

    Origin origin(int at) {
        return origins.get(at);
    }

    int position(String label) {
        Integer at = labels.get(label);
        if (at == null) throw new IllegalArgumentException("no label " + label);
        return at;
    }

    /** The instructions to which control can go from this one. */
    int[] successors(int at) {
        return switch (body.get(at)) {
            case Instr.Goto(var target, var _) -> new int[] {position(target)};
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                new int[] {position(whenTrue), position(whenFalse)};
            case Instr.Terminal _ -> new int[0];
            default -> at + 1 < body.size() ? new int[] {at + 1} : new int[0];
        };
    }
}
