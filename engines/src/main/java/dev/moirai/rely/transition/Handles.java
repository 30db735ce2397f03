package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The numbers of threads, as programs see them in handles: main is 0, and the others are counted as they are started. The
 * number of a thread is known if main starts it and has started as many others before on every way there, none of which
 * starts threads itself.
 */
final class Handles {
    private static final int NOT_REACHED = -2;
    private static final int VARIES = -1;

    private final Map<Integer, Integer> known = new HashMap<>();

    Handles(List<Instance> instances) {
        Instance main = instances.getFirst();
        int[] before = startedBefore(main, instances);
        known.put(0, 0);
        main.spawns().forEach((at, child) -> {
            boolean single = !instances.get(child).isMany();
            if (single && before[at] >= 0) known.put(child, before[at] + 1);
        });
    }

    /** How many threads exist besides main when it comes to an instruction. */
    private static int[] startedBefore(Instance main, List<Instance> instances) {
        var before = new int[main.code().size()];
        Arrays.fill(before, NOT_REACHED);
        before[0] = 0;
        var pending = new ArrayDeque<Integer>();
        pending.add(0);
        while (!pending.isEmpty()) {
            int at = pending.poll();
            int after = before[at];
            if (main.code().get(at) instanceof Instr.Spawn && after >= 0) {
                Integer child = main.spawns().get(at);
                boolean starts = child == null || !instances.get(child).spawns().isEmpty();
                after = starts ? VARIES : after + 1;
            }
            for (int next : main.code().successors(at)) {
                int merged = before[next] == NOT_REACHED || before[next] == after ? after : VARIES;
                if (merged == before[next]) continue;
                before[next] = merged;
                pending.add(next);
            }
        }
        return before;
    }

    /** The number of the thread, if it is the same in every run that has the thread. */
    OptionalInt of(Instance thread) {
        Integer number = known.get(thread.number());
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** What the thread's number is as a value. */
    Value value(Instance thread) {
        Integer number = known.get(thread.number());
        return number == null ? Value.OPAQUE : Value.of(number);
    }

    /** The greatest number that is known. */
    int most() {
        return known.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
