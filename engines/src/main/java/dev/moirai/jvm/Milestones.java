package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What happens once and stays so, and others wait for: a task is handed over, a future is done, a class is initialised. */
final class Milestones {
    private static final JvmValue ONE = JvmValue.ofInt(1);

    private final JvmMemory memory;
    private final JvmObjects objects;
    /** By milestone: how many were passed before. */
    private final Map<Long, Integer> passed = new HashMap<>();

    Milestones(JvmMemory memory, JvmObjects objects) {
        this.memory = memory;
        this.objects = objects;
    }

    /** One of its own, which no object of the program stands for. */
    JvmValue fresh(String name) {
        return objects.invented(name);
    }

    private Range range(JvmValue milestone) {
        return objects.facet(milestone.bits(), JvmObjects.Facet.DONE, Kind.INT.bytes());
    }

    boolean isPassed(JvmValue milestone) {
        return passed.containsKey(milestone.bits());
    }

    /** Its place among those that were passed. */
    int place(JvmValue milestone) {
        return Objects.requireNonNull(passed.get(milestone.bits()));
    }

    void pass(FollowedThread thread, Events.Aspect aspect, JvmValue milestone) {
        if (passed.putIfAbsent(milestone.bits(), passed.size()) != null) return;
        memory.modify(
                thread, aspect, milestone, range(milestone), Kind.INT, Instr.RmwOp.SUBTRACT, ONE, Access.ATOMIC, 1);
    }

    /** Waits for it; nothing is known of those that nobody has passed. */
    void await(FollowedThread thread, JvmValue milestone) {
        if (isPassed(milestone)) memory.await(thread, milestone, range(milestone), Kind.INT, 0);
    }
}
