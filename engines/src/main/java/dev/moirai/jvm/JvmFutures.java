package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Futures: by what each of them is done, a task, a call of {@code complete}, or other futures. */
final class JvmFutures {
    private final Milestones milestones;
    private final Map<Long, JvmTask> tasks = new HashMap<>();
    /** By future: those that are done before it. */
    private final Map<Long, List<JvmValue>> after = new HashMap<>();
    /** By future: those of which one must be done before it. */
    private final Map<Long, List<JvmValue>> afterAny = new HashMap<>();

    JvmFutures(Milestones milestones) {
        this.milestones = milestones;
    }

    boolean isKnown(JvmValue future) {
        return tasks.containsKey(future.bits())
                || after.containsKey(future.bits())
                || afterAny.containsKey(future.bits())
                || milestones.isPassed(future);
    }

    void isDoneBy(JvmValue future, JvmTask task) {
        tasks.put(future.bits(), task);
    }

    void isAfter(JvmValue future, JvmValue other) {
        after.computeIfAbsent(future.bits(), _ -> new ArrayList<>()).add(other);
    }

    void isAfterAny(JvmValue future, List<JvmValue> others) {
        afterAny.put(future.bits(), List.copyOf(others));
    }

    /** The task that is to do it, if that has not begun. */
    boolean isToBegin(JvmValue future) {
        JvmTask task = tasks.get(future.bits());
        return task != null && !task.isTaken();
    }

    JvmTask task(JvmValue future) {
        return Objects.requireNonNull(tasks.get(future.bits()));
    }

    /** Somebody sets its result; who comes too late changes nothing. */
    void complete(FollowedThread thread, JvmValue future) {
        JvmTask task = tasks.get(future.bits());
        if (task == null || !milestones.isPassed(task.done())) milestones.pass(thread, Events.Aspect.COMPLETE, future);
    }

    /** Somebody has seen that it is done. */
    void await(FollowedThread thread, JvmValue future) {
        await(thread, future, new ArrayList<>());
    }

    private void await(FollowedThread thread, JvmValue future, List<Long> seen) {
        if (seen.contains(future.bits())) return;
        seen.add(future.bits());
        JvmTask task = tasks.get(future.bits());
        Optional<JvmValue> end = end(future);
        if (end.isPresent()) {
            milestones.await(thread, end.get());
        } else if (task != null) {
            // It was done without its function: by an exception of one before it.
            for (JvmValue source : task.sources()) await(thread, source, seen);
        }
        for (JvmValue other : after.getOrDefault(future.bits(), List.of())) await(thread, other, seen);
        // The one that was the first when this was recorded.
        afterAny.getOrDefault(future.bits(), List.of()).stream()
                .flatMap(other -> end(other).stream())
                .min(Comparator.comparingInt(milestones::place))
                .ifPresent(it -> milestones.await(thread, it));
    }

    /** The milestone by which it was done itself, if it was. */
    private Optional<JvmValue> end(JvmValue future) {
        if (milestones.isPassed(future)) return Optional.of(future);
        return Optional.ofNullable(tasks.get(future.bits())).map(JvmTask::done).filter(milestones::isPassed);
    }
}
