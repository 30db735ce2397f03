package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Variables.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When a thread that stands before an instruction is blocked, as the interpreter decides it ({@code Op.readiness}). Where
 * the system does not follow that exactly, the thread counts as blocked.
 */
final class WaitSteps {
    private static final Linear ONE = Linear.of(1);

    private final Steps steps;
    private final Evaluation evaluation;
    private final Variables variables;
    private final List<Instance> instances;
    private final Instance thread;
    private final Handles handles;
    private final UnusableObjects.Words words;
    private final ConditionSteps conditions;

    WaitSteps(
            Steps steps,
            Evaluation evaluation,
            Variables variables,
            List<Instance> instances,
            Instance thread,
            Handles handles,
            UnusableObjects.Words words,
            ConditionSteps conditions) {
        this.steps = steps;
        this.evaluation = evaluation;
        this.variables = variables;
        this.instances = instances;
        this.thread = thread;
        this.handles = handles;
        this.words = words;
        this.conditions = conditions;
    }

    /** That a thread is not there before it is started. */
    static Wait birth(Variables variables, Instance thread) {
        Row unborn = Row.zero(LifeSteps.active(variables, thread).now());
        return new Wait(
                new Resource.Birth(), List.of(unborn), false, thread.function().span());
    }

    /** The waits of one instruction while they are found. */
    private final class Found {
        private final Instr instr;
        private final boolean stopsAll;
        private final List<Wait> waits = new ArrayList<>();

        Found(Instr instr, Path path) {
            this.instr = instr;
            this.stopsAll = path.mode() == Path.Mode.ATOMIC;
        }

        void add(Resource resource, Path path) {
            waits.add(new Wait(resource, path.guards(), stopsAll, instr.span()));
        }

        /** That the thread waits where the row holds too. */
        void add(Resource resource, Path path, Row row) {
            Path there = path.fork();
            if (there.require(row)) add(resource, there);
        }

        void add(String what, Path path) {
            add(new Resource.Other(what), path);
        }
    }

    /** Why the thread may be blocked at an instruction that can make it wait. */
    List<Wait> at(int at, Path path) {
        Instr instr = thread.code().get(at);
        var found = new Found(instr, path);
        evaluation.at(instr.span());
        switch (instr) {
            case Instr.Lock lock ->
                evaluation.address(lock.object(), path.fork(), (v, p) -> lock(at, lock, v, p, found));
            case Instr.Down down ->
                evaluation.address(down.object(), path.fork(), (v, p) -> {
                    Optional<Variable> value = word(at, v, Sync.SEMAPHORE, Part.STATE, SyncSteps.COUNT);
                    if (value.isEmpty()) found.add("a semaphore", p);
                    else
                        found.add(
                                new Resource.Other("a semaphore"),
                                p,
                                Row.atLeast(Linear.ZERO, value.get().now()));
                });
            case Instr.Awake awake
            when awake.kind() == Sync.CONDITION ->
                evaluation.address(awake.object(), path.fork(), (v, p) -> {
                    Optional<Variable> parked = conditions.parked(thread, at, v);
                    if (parked.isEmpty()) found.add("a signal", p);
                    else
                        found.add(
                                new Resource.Other("a signal"),
                                p,
                                Row.atLeast(parked.get().now(), ONE));
                });
            case Instr.Awake _ -> found.add("others at a barrier", path.fork());
            case Instr.Await await -> await(at, await, path.fork(), found);
            case Instr.Join join ->
                evaluation.value(join.thread(), path.fork(), (v, p) -> {
                    if (v instanceof Value.Number(var handle)) join(handle, p, found);
                    else join(evaluation.choice(join.thread().type(), p), p, found);
                });
            default -> found.add("something", path.fork());
        }
        return found.waits.stream().filter(Wait::isPossible).distinct().toList();
    }

    private Optional<Variable> word(int at, Value object, Sync kind, Part part, Variable.Range range) {
        long bytes = kind.bytes(steps.program().model());
        return words.of(at, steps.target(at, object, bytes), kind, part, range);
    }

    private void lock(int at, Instr.Lock lock, Value object, Path path, Found found) {
        Optional<Variable> held = word(at, object, lock.kind(), Part.STATE, SyncSteps.BIT);
        if (held.isEmpty()) {
            found.add("a lock that is not certainly known, or not a usual one", path);
            return;
        }
        var resource = new Resource.Lock(held.get().name());
        found.add(resource, path, Row.atLeast(held.get().now(), ONE));
        if (lock.mode() != Instr.LockMode.WRITE) return;
        Optional<Variable> readers = word(at, object, Sync.RWLOCK, Part.READERS, SyncSteps.COUNT);
        if (readers.isEmpty()) found.add(resource, path);
        else found.add(resource, path, Row.atLeast(readers.get().now(), ONE));
    }

    private void await(int at, Instr.Await await, Path path, Found found) {
        steps.place(at, await.address(), await.expected().type(), path, (cell, p) -> {
            if (cell.isEmpty()) {
                found.add("a value in memory", p);
                return;
            }
            evaluation.value(await.expected(), p, (v, q) -> {
                if (v instanceof Value.Number(var number)) {
                    Linear there = q.read(cell.get());
                    found.add(new Resource.Other("a value in memory"), q, Row.atLeast(there.plus(-1), number));
                    found.add(new Resource.Other("a value in memory"), q, Row.atLeast(number.plus(-1), there));
                } else found.add("a value in memory", q);
            });
        });
    }

    private void join(Value value, Path path, Found found) {
        if (value instanceof Value.Number(var handle)) join(handle, path, found);
        else found.add("the end of some thread", path);
    }

    /** It waits for the end of a thread that exists, has not ended, and is another one. */
    private void join(Linear handle, Path path, Found found) {
        for (Instance other : instances) {
            if (other.number() == thread.number() && !other.isMany()) continue;
            Path named = path.fork();
            OptionalInt number = handles.of(other);
            // Whose number is not known is not main.
            Row isIt = number.isPresent()
                    ? Row.equal(handle, Linear.of(number.getAsInt()))
                    : Row.atLeast(handle, Linear.of(1));
            if (!named.require(isIt)) continue;
            if (!other.isMany()) {
                Variable ended = LifeSteps.ended(variables, other);
                Variable active = LifeSteps.active(variables, other);
                if (other.number() > 0 && !named.require(Row.atLeast(active.now(), ONE))) continue;
                if (!named.require(Row.zero(ended.now()))) continue;
            }
            found.add(new Resource.End(other.number(), other.name()), named);
        }
    }
}
