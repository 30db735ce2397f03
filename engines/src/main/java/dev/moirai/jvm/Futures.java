package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Futures: by what each of them is done, a task, a call of {@code complete}, or other futures. */
final class Futures {
    private final Milestones milestones;
    private final Map<Long, Task> tasks = new HashMap<>();
    /** By future: those that are done before it. */
    private final Map<Long, List<JvmValue>> after = new HashMap<>();

    Futures(Milestones milestones) {
        this.milestones = milestones;
    }

    boolean isKnown(JvmValue future) {
        return tasks.containsKey(future.bits()) || after.containsKey(future.bits()) || milestones.isPassed(future);
    }

    void isDoneBy(JvmValue future, Task task) {
        tasks.put(future.bits(), task);
    }

    void isAfter(JvmValue future, JvmValue other) {
        after.computeIfAbsent(future.bits(), _ -> new ArrayList<>()).add(other);
    }

    /** The task that is to do it, if that has not begun. */
    boolean isToBegin(JvmValue future) {
        Task task = tasks.get(future.bits());
        return task != null && !task.isTaken();
    }

    Task task(JvmValue future) {
        return tasks.get(future.bits());
    }

    /** Somebody sets its result; who comes too late changes nothing. */
    void complete(FollowedThread thread, JvmValue future) {
        Task task = tasks.get(future.bits());
        if (task == null || !milestones.isPassed(task.done())) milestones.pass(thread, Events.Aspect.COMPLETE, future);
    }

    /** Somebody has seen that it is done. */
    void await(FollowedThread thread, JvmValue future) {
        await(thread, future, new ArrayList<>());
    }

    private void await(FollowedThread thread, JvmValue future, List<Long> seen) {
        if (seen.contains(future.bits())) return;
        seen.add(future.bits());
        Task task = tasks.get(future.bits());
        if (milestones.isPassed(future)) {
            milestones.await(thread, future);
        } else if (task != null && milestones.isPassed(task.done())) {
            milestones.await(thread, task.done());
        } else if (task != null) {
            // It was done without its function: by an exception of one before it.
            for (JvmValue source : task.sources()) await(thread, source, seen);
        }
        for (JvmValue other : after.getOrDefault(future.bits(), List.of())) await(thread, other, seen);
    }
}
