package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executors and futures: what is handed over with a task comes before the task, and the task before whoever has waited for its
 * future. Each hand-over is a counter that the one raises and the other lowers. Which task a worker has taken is told by the
 * order: the one that the worker was begun for, else the one that waits longest.
 */
final class TaskCalls {
    /** A task that was handed over and has not begun. */
    private static final class Task {
        private Optional<JvmValue> future = Optional.empty();
        private boolean taken;
    }

    private static final List<String> HANDING = List.of("submit", "execute", "schedule", "supplyAsync", "runAsync");
    private static final List<String> WAITING = List.of("get", "join", "resultNow");
    /** Calls that come back when all tasks are done. */
    private static final List<String> ENDING = List.of("awaitTermination", "close");
    /** Stands for the pool that the JDK keeps for all. */
    private static final JvmValue COMMON_POOL = JvmValue.of(Kind.REFERENCE, -2);

    private final JvmMemory memory;
    private final JvmSynchronisation synchronisation;
    private final JvmObjects objects;
    private final Map<Long, Integer> unfinished = new HashMap<>();
    /** By executor: tasks that have not begun. */
    private final Map<Long, Deque<Task>> handed = new HashMap<>();
    /** By thread: the task that it is handing over, and to whom. */
    private final Map<Integer, Task> underWay = new HashMap<>();

    private final Map<Integer, JvmValue> handingTo = new HashMap<>();
    /** By worker: its executor, and the task that it was begun for. */
    private final Map<Integer, JvmValue> pools = new HashMap<>();

    private final Map<Integer, Task> first = new HashMap<>();
    /** By worker: the task that it does now. */
    private final Map<Integer, Task> doing = new HashMap<>();
    /** By future: its task. */
    private final Map<Long, Task> byFuture = new HashMap<>();

    TaskCalls(JvmMemory memory, JvmSynchronisation synchronisation, JvmObjects objects) {
        this.memory = memory;
        this.synchronisation = synchronisation;
        this.objects = objects;
    }

    private static boolean isHandingOver(String type, Call call) {
        return HANDING.contains(call.name())
                && (type.contains("Executor") || type.contains("ForkJoinPool") || type.endsWith("CompletableFuture"));
    }

    void begins(FollowedThread thread, String type, Call call) {
        if (!isHandingOver(type, call)) return;
        JvmValue executor =
                call.isStatic() ? call.argumentCount() > 1 ? call.argument(1) : COMMON_POOL : call.receiver();
        var task = new Task();
        handed.computeIfAbsent(executor.bits(), _ -> new ArrayDeque<>()).add(task);
        underWay.put(thread.number(), task);
        handingTo.put(thread.number(), executor);
        synchronisation.up(thread, Events.Aspect.ACCESS, executor, JvmObjects.Facet.DONE, 0);
        count(thread, Events.Aspect.COUNT, executor, Instr.RmwOp.ADD, 1);
    }

    /** How many tasks of an executor are not done. */
    private void count(FollowedThread thread, Events.Aspect aspect, JvmValue executor, Instr.RmwOp op, int by) {
        int before = unfinished.getOrDefault(executor.bits(), 0);
        memory.modify(
                thread,
                aspect,
                executor,
                objects.facet(executor.bits(), JvmObjects.Facet.STATE, Kind.INT.bytes()),
                Kind.INT,
                op,
                JvmValue.ofInt(1),
                Access.ATOMIC,
                before);
        unfinished.put(executor.bits(), before + by);
    }

    /** A worker is begun in the middle of a call. */
    void spawned(FollowedThread thread, int child) {
        Task task = underWay.get(thread.number());
        JvmValue executor = handingTo.get(thread.number());
        if (task == null || executor == null) return;
        pools.put(child, executor);
        if (!task.taken) first.put(child, task);
    }

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        if (isHandingOver(type, call)) {
            Task task = underWay.remove(thread.number());
            handingTo.remove(thread.number());
            if (task != null && observed.isPresent()) {
                task.future = observed;
                byFuture.put(observed.get().bits(), task);
            }
            return Optional.of(observed.orElse(JvmValue.NULL));
        }
        if (ENDING.contains(call.name())
                && !call.isStatic()
                && handed.containsKey(call.receiver().bits())) {
            boolean isOver = observed.isEmpty() || observed.get().bits() != 0;
            var range = objects.facet(call.receiver().bits(), JvmObjects.Facet.STATE, Kind.INT.bytes());
            if (isOver) memory.await(thread, call.receiver(), range, Kind.INT, 0);
            return Optional.of(observed.orElse(JvmValue.NULL));
        }
        boolean waits = WAITING.contains(call.name())
                && !call.isStatic()
                && byFuture.containsKey(call.receiver().bits());
        if (!waits) return Optional.empty();
        synchronisation.down(thread, Events.Aspect.ACCESS, call.receiver(), JvmObjects.Facet.DONE, 0);
        // Who asks again gets the same answer.
        synchronisation.up(thread, Events.Aspect.END_TASK, call.receiver(), JvmObjects.Facet.DONE, 0);
        return Optional.of(observed.orElse(JvmValue.NULL));
    }

    void taskBegins(FollowedThread thread) {
        JvmValue executor = pools.get(thread.number());
        if (executor == null) return;
        synchronisation.down(thread, Events.Aspect.BEGIN_TASK, executor, JvmObjects.Facet.DONE, 0);
        Task task = Optional.ofNullable(first.remove(thread.number()))
                .filter(it -> !it.taken)
                .orElseGet(() -> longestWaiting(executor));
        task.taken = true;
        doing.put(thread.number(), task);
    }

    private Task longestWaiting(JvmValue executor) {
        for (Task each : handed.getOrDefault(executor.bits(), new ArrayDeque<>())) {
            if (!each.taken && !first.containsValue(each)) return each;
        }
        return new Task();
    }

    void taskEnds(FollowedThread thread) {
        Task task = doing.remove(thread.number());
        if (task == null) return;
        JvmValue executor = pools.get(thread.number());
        if (executor != null) count(thread, Events.Aspect.COUNT, executor, Instr.RmwOp.SUBTRACT, -1);
        task.future.ifPresent(
                future -> synchronisation.up(thread, Events.Aspect.END_TASK, future, JvmObjects.Facet.DONE, 0));
    }
}
