package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import dev.moirai.trace.Range;
import java.util.HashSet;
import java.util.Set;

/** What happens once and stays so, and others wait for: a task is handed over, a future is done, a class is initialised. */
final class Milestones {
    private static final JvmValue ONE = JvmValue.ofInt(1);

    private final JvmMemory memory;
    private final JvmObjects objects;
    private final Set<Long> passed = new HashSet<>();

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
        return passed.contains(milestone.bits());
    }

    void pass(FollowedThread thread, Events.Aspect aspect, JvmValue milestone) {
        if (!passed.add(milestone.bits())) return;
        memory.modify(
                thread, aspect, milestone, range(milestone), Kind.INT, Instr.RmwOp.SUBTRACT, ONE, Access.ATOMIC, 1);
    }

    /** Waits for it; nothing is known of those that nobody has passed. */
    void await(FollowedThread thread, JvmValue milestone) {
        if (isPassed(milestone)) memory.await(thread, milestone, range(milestone), Kind.INT, 0);
    }
}
