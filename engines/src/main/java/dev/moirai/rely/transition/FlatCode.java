package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The code of a thread, with all calls inlined and loops kept. {@code origins} says where each instruction stood. */
final class FlatCode {
    /** An instruction of the program: the function and the index in its body. */
    record Origin(String function, int index) {}

    /** Where a thread of the program stands: the calls that it is in, the outermost first, and the next instruction. */
    record Standing(List<Origin> calls, Origin next) {}

    private record Activation(List<Origin> calls, String function) {}

    private final Map<Standing, Integer> positions = new HashMap<>();
    private final BitSet beginnings = new BitSet();
    private final Map<Activation, String> prefixes = new HashMap<>();
    private final List<Instr> body = new ArrayList<>();
    private final List<Origin> origins = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final Map<Integer, List<Local>> ended = new HashMap<>();

    void add(Instr instr, Origin origin) {
        if (instr instanceof Instr.Label(var name, var _)) labels.put(name, body.size());
        body.add(instr);
        origins.add(origin);
    }

    /** Adds the end of objects on the stack: of those whose addresses these locals have got from their allocations. */
    void addEnd(List<Local> objects, Instr.Free mark, Origin origin) {
        ended.put(body.size(), List.copyOf(objects));
        add(mark, origin);
    }

    /** The locals with the addresses of what ends there besides what the instruction names; mostly none. */
    List<Local> ended(int at) {
        return ended.getOrDefault(at, List.of());
    }

    /** Whether the thread ends there: at once, or behind the end of what it has on the stack. */
    boolean isEnd(int at) {
        if (ended.containsKey(at)) return body.get(at + 1) instanceof Instr.Return;
        return body.get(at) instanceof Instr.Return && !ended.containsKey(at - 1);
    }

    /** What is added next is what comes of this instruction. */
    void begin(Standing standing) {
        positions.put(standing, body.size());
        beginnings.set(body.size());
    }

    /** Whether a thread of the program can stand there; a call, for one, becomes several instructions. */
    boolean isBeginning(int at) {
        return beginnings.get(at);
    }

    /** Locals of a function that is called so have this prefix. */
    void prefix(List<Origin> calls, String function, String prefix) {
        prefixes.put(new Activation(calls, function), prefix);
    }

    /** Where a thread that stands there is in this code. */
    OptionalInt position(Standing standing) {
        Integer at = positions.get(standing);
        return at == null ? OptionalInt.empty() : OptionalInt.of(at);
    }

    /** The prefix of the locals of a function that is called so. */
    Optional<String> prefix(List<Origin> calls, String function) {
        return Optional.ofNullable(prefixes.get(new Activation(calls, function)));
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
