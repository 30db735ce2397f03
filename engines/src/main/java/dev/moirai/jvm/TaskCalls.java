package dev.moirai.jvm;

import dev.moirai.ir.Access;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Functions that the program gives to the JDK, executors and futures: what is done before a function is given away comes before
 * it is called, and its end before whoever has waited for its future. Which giving a call belongs to is told by the function;
 * where one function was given away several times, by the worker that was begun for it, else the oldest counts.
 */
final class TaskCalls {
    private static final String COMPLETABLE = "java/util/concurrent/CompletableFuture";
    private static final Set<String> HANDING = Set.of("submit", "execute", "schedule");
    private static final Set<String> WAITING = Set.of("get", "join", "resultNow", "invoke");
    private static final Set<String> COMPLETING = Set.of("complete", "completeExceptionally", "cancel");
    /** Calls that give a future which is done when this one is. */
    private static final Set<String> COPYING = Set.of("copy", "toCompletableFuture", "minimalCompletionStage");
    /** Calls that come back when all tasks are done. */
    private static final Set<String> ENDING = Set.of("awaitTermination", "close");

    private final JvmRun run;
    private final JvmMemory memory;
    private final JvmObjects objects;
    private final Functions functions;
    private final Milestones milestones;
    private final JvmFutures futures;
    private final BulkCalls bulks;
    /** By executor: how many tasks are not done. */
    private final Map<Long, Integer> unfinished = new HashMap<>();
    /** By function: its tasks, the oldest first. */
    private final Map<Long, List<JvmTask>> given = new HashMap<>();
    /** By thread: what it gives away in the calls that are under way. */
    private final Map<Call, List<JvmTask>> giving = new HashMap<>();

    private final Map<Integer, Deque<Call>> underWay = new HashMap<>();
    /** By worker: the task that it was begun for. */
    private final Map<Integer, JvmTask> first = new HashMap<>();
    /** By thread: the tasks that it does, the innermost last; nothing for other methods that the JDK calls. */
    private final Map<Integer, Deque<Optional<JvmTask>>> doing = new HashMap<>();

    TaskCalls(
            JvmRun run,
            JvmMemory memory,
            JvmSynchronisation synchronisation,
            JvmObjects objects,
            Functions functions,
            Milestones milestones) {
        this.run = run;
        this.memory = memory;
        this.objects = objects;
        this.functions = functions;
        this.milestones = milestones;
        this.futures = new JvmFutures(milestones);
        this.bulks = new BulkCalls(milestones, synchronisation);
    }

    private boolean isFuture(JvmValue value) {
        if (value.kind() != Kind.REFERENCE || value.bits() <= 0) return false;
        String type = run.object(value.bits()).type();
        return type.contains("Future") || type.contains("CompletionStage") || type.contains("ForkJoinTask");
    }

    private static boolean isHandingOver(String type, Call call) {
        return HANDING.contains(call.name()) && (type.contains("Executor") || type.contains("ForkJoinPool"));
    }

    // ---- giving away -------------------------------------------------------------------------------------------

    void begins(FollowedThread thread, String type, Call call) {
        bulks.begins(thread, type, call);
        if (type.equals(COMPLETABLE) && COMPLETING.contains(call.name())) futures.complete(thread, call.receiver());
        boolean forks = call.name().equals("fork") && !call.isStatic();
        var tasks = new ArrayList<JvmTask>();
        for (int i = forks || call.isStatic() ? 0 : 1; i < call.arguments().size(); i++) {
            JvmValue each = call.arguments().get(i);
            if (functions.isOne(each)) tasks.add(give(thread, type, call, each));
            else if (isHandingOver(type, call) && futures.isToBegin(each)) tasks.add(futures.task(each));
        }
        if (tasks.isEmpty()) return;
        for (JvmTask task : tasks) {
            JvmValue handed = milestones.fresh(call.name());
            task.handed().add(handed);
            milestones.pass(thread, Events.Aspect.HAND, handed);
            if (isHandingOver(type, call)) {
                task.executor(call.receiver());
                count(thread, Events.Aspect.COUNT, call.receiver(), Instr.RmwOp.ADD, 1);
            }
            if (forks) isDoneBy(call.receiver(), task);
        }
        giving.put(call, tasks);
        underWay.computeIfAbsent(thread.number(), _ -> new ArrayDeque<>()).addLast(call);
    }

    /** The task of a function that is given away; one that was only put somewhere before is handed on. */
    private JvmTask give(FollowedThread thread, String type, Call call, JvmValue function) {
        List<JvmTask> known = given.computeIfAbsent(function.bits(), _ -> new ArrayList<>());
        for (JvmTask each : known) {
            if (!each.isTaken() && each.executor().isEmpty() && each.isWithoutFuture()) return each;
        }
        var task = new JvmTask(thread.number(), milestones.fresh(call.name()), sources(type, call));
        known.add(task);
        return task;
    }

    /** The futures that must be done before a function is called. */
    private List<JvmValue> sources(String type, Call call) {
        if (!type.equals(COMPLETABLE) || call.isStatic() || call.name().equals("completeAsync")) return List.of();
        List<JvmValue> sources =
                call.arguments().stream().filter(this::isFuture).toList();
        if (!call.name().contains("Either")) return sources;
        JvmValue any = milestones.fresh(call.name());
        futures.isAfterAny(any, sources);
        return List.of(any);
    }

    /** An object of the JDK's has been made from a function. */
    void made(FollowedThread thread, Call call) {
        if (call.owner().equals("java/lang/Thread")) return;
        begins(thread, call.owner(), call);
        for (JvmTask task : ended(thread, call)) {
            if (call.owner().endsWith("FutureTask")) isDoneBy(call.receiver(), task);
        }
    }

    private void isDoneBy(JvmValue future, JvmTask task) {
        task.hasFuture();
        futures.isDoneBy(future, task);
    }

    /** What a call that comes back has given away. Calls of the same thread that are not over by now have thrown. */
    private List<JvmTask> ended(FollowedThread thread, Call call) {
        List<JvmTask> tasks = giving.remove(call);
        if (tasks == null) return List.of();
        Deque<Call> calls = Objects.requireNonNull(underWay.get(thread.number()));
        for (Call last = calls.removeLast(); last != call; last = calls.removeLast()) giving.remove(last);
        return tasks;
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
        Deque<Call> calls = underWay.getOrDefault(thread.number(), new ArrayDeque<>());
        if (calls.isEmpty()) return;
        giving.getOrDefault(calls.getLast(), List.of()).stream()
                .filter(it -> !it.isTaken())
                .findFirst()
                .ifPresent(it -> first.put(child, it));
    }

    // ---- coming back -------------------------------------------------------------------------------------------

    Optional<JvmValue> returns(FollowedThread thread, String type, Call call, Optional<JvmValue> observed) {
        Optional<JvmValue> answer = Optional.of(observed.orElse(JvmValue.NULL));
        bulks.returns(thread, call);
        List<JvmTask> tasks = ended(thread, call);
        if (!tasks.isEmpty() && call.name().equals("completeAsync")) isDoneBy(call.receiver(), tasks.getFirst());
        else observed.filter(this::isFuture).ifPresent(future -> gives(call, future, tasks));
        boolean isOfFutures = type.equals(COMPLETABLE) && (!tasks.isEmpty() || COMPLETING.contains(call.name()));
        if (isHandingOver(type, call) || isOfFutures) return answer;
        if (call.isStatic()) {
            boolean gathers = type.equals(COMPLETABLE) && call.name().endsWith("Of") && observed.isPresent();
            if (!gathers) return Optional.empty();
            List<JvmValue> all = elements(call.argument(0));
            if (call.name().equals("allOf")) all.forEach(each -> futures.isAfter(observed.get(), each));
            else futures.isAfterAny(observed.get(), all);
            return answer;
        }
        if (ENDING.contains(call.name())
                && unfinished.containsKey(call.receiver().bits())) {
            boolean isOver = observed.isEmpty() || observed.get().bits() != 0;
            var range = objects.facet(call.receiver().bits(), JvmObjects.Facet.STATE, Kind.INT.bytes());
            if (isOver) memory.await(thread, call.receiver(), range, Kind.INT, 0);
            return answer;
        }
        if (COPYING.contains(call.name()) && isFuture(call.receiver()) && observed.isPresent()) {
            if (observed.get().bits() != call.receiver().bits()) futures.isAfter(observed.get(), call.receiver());
            return answer;
        }
        if (!WAITING.contains(call.name()) || !futures.isKnown(call.receiver())) return Optional.empty();
        futures.await(thread, call.receiver());
        return answer;
    }

    /** A call has given this future for what it was given. */
    private void gives(Call call, JvmValue future, List<JvmTask> tasks) {
        for (JvmTask task : tasks) {
            if (call.name().startsWith("thenCompose") || call.name().startsWith("exceptionallyCompose")) {
                task.composed(future);
                task.hasFuture();
            } else {
                isDoneBy(future, task);
            }
        }
    }

    /** What the program has put into an array. */
    private List<JvmValue> elements(JvmValue array) {
        var all = new ArrayList<JvmValue>();
        for (int i = 0; i < run.object(array.bits()).length(); i++) {
            memory.last(objects.element(array.bits(), i, Kind.REFERENCE))
                    .ifPresent(it -> all.add(JvmValue.of(Kind.REFERENCE, it)));
        }
        return all;
    }

    // ---- being called ------------------------------------------------------------------------------------------

    /** The JDK calls this method of the program. */
    void begins(FollowedThread thread, ClassFiles.Method method, List<JvmValue> arguments) {
        Optional<JvmTask> task = called(thread, functions.calledBy(method, arguments));
        Deque<Optional<JvmTask>> stack = doing.computeIfAbsent(thread.number(), _ -> new ArrayDeque<>());
        task.ifPresent(it -> {
            it.handed().forEach(each -> milestones.await(thread, each));
            it.sources().forEach(each -> futures.await(thread, each));
            if (stack.isEmpty()) bulks.helps(thread, it.giver());
        });
        boolean isFirstTime = task.isPresent() && !task.get().isTaken();
        task.ifPresent(JvmTask::take);
        stack.addLast(isFirstTime ? task : Optional.empty());
    }

    private Optional<JvmTask> called(FollowedThread thread, List<Long> candidates) {
        JvmTask begunFor = first.remove(thread.number());
        Optional<JvmTask> again = Optional.empty();
        for (long function : candidates) {
            List<JvmTask> tasks = given.getOrDefault(function, List.of());
            if (begunFor != null && !begunFor.isTaken() && tasks.contains(begunFor)) return Optional.of(begunFor);
            for (JvmTask each : tasks) {
                if (!each.isTaken() && !first.containsValue(each)) return Optional.of(each);
                again = Optional.of(each);
            }
        }
        return again;
    }

    /** That method has come to its end, perhaps by an exception. */
    void ends(FollowedThread thread, Optional<JvmValue> result) {
        Deque<Optional<JvmTask>> stack = doing.getOrDefault(thread.number(), new ArrayDeque<>());
        if (stack.isEmpty()) return;
        stack.removeLast().ifPresent(task -> {
            Optional<JvmValue> inner = result.filter(it -> task.composed().isPresent() && isFuture(it));
            inner.ifPresent(it -> futures.isAfter(task.composed().orElseThrow(), it));
            milestones.pass(thread, Events.Aspect.DONE, task.done());
            task.executor().ifPresent(it -> count(thread, Events.Aspect.COUNT_DOWN, it, Instr.RmwOp.SUBTRACT, -1));
        });
        if (stack.isEmpty()) bulks.hasHelped(thread);
    }
}
