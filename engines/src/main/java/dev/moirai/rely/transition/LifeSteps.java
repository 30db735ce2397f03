package dev.moirai.rely.transition;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Starting and joining threads as guarded steps: one bit says that a thread is started, another that it has ended. */
final class LifeSteps {
    private final Steps steps;
    private final Conduct conduct;
    private final boolean waits;
    private final Path.Mode afterStart;
    private final Variables variables;
    private final List<Instance> instances;
    private final Instance thread;
    private final RefusalRules refusals;
    private final Handles handles;

    LifeSteps(
            Steps steps,
            Conduct conduct,
            Variables variables,
            List<Instance> instances,
            Instance thread,
            RefusalRules refusals,
            Handles handles) {
        this.steps = steps;
        this.conduct = conduct;
        this.waits = conduct.purpose() == Purpose.WAITING;
        this.afterStart = afterStart(instances);
        this.variables = variables;
        this.instances = instances;
        this.thread = thread;
        this.refusals = refusals;
        this.handles = handles;
    }

    static String isStarted(Instance instance) {
        return instance.name() + " is started";
    }

    static String hasEnded(Instance instance) {
        return instance.name() + " has ended";
    }

    /** How main goes on that has started a thread. */
    static Path.Mode afterStart(List<Instance> instances) {
        return mayStartTogether(instances) ? Path.Mode.STARTING : Path.Mode.PLAIN;
    }

    /**
     * Whether nobody but main asks which threads there are. Then nobody can tell whether another thread moves between two
     * starts.
     */
    private static boolean mayStartTogether(List<Instance> instances) {
        for (Instance instance : instances) {
            if (instance.number() == 0) continue;
            for (int at = 0; at < instance.code().size(); at++) {
                boolean asks = instance.code().get(at) instanceof Instr.Join
                        || instance.code().get(at) instanceof Instr.Detach
                        || instance.code().get(at) instanceof Instr.DestroySync;
                if (asks) return false;
            }
        }
        return true;
    }

    static Variable active(Variables variables, Instance of) {
        return variables.control(isStarted(of), SyncSteps.BIT);
    }

    static Variable ended(Variables variables, Instance of) {
        return variables.control(hasEnded(of), SyncSteps.BIT);
    }

    void spawn(int at, Instr.Spawn spawn, Path path, Consumer<Path> then) {
        Integer child = thread.spawns().get(at);
        if (child == null) throw new IllegalStateException("no thread for " + spawn);
        path.write(active(variables, instances.get(child)), Linear.of(1));
        if (path.mode() != Path.Mode.ATOMIC) path.enter(afterStart);
        Value number = handles.value(instances.get(child));
        if (!waits || !(number instanceof Value.Opaque)) {
            steps.set(spawn.handle(), number, path, then);
            return;
        }
        // Who starts a thread has a smaller number.
        Value free = steps.evaluation().choice(spawn.handle().type(), path);
        long least = 1 + handles.of(thread).orElse(0);
        boolean isNumber =
                free instanceof Value.Number(var chosen) && path.require(Row.atLeast(chosen, Linear.of(least)));
        steps.set(spawn.handle(), isNumber ? free : Value.OPAQUE, path, then);
    }

    void join(int at, Instr.Join join, Path path, Consumer<Path> then) {
        join.value().ifPresent(value -> path.set(value, Value.OPAQUE));
        if (!waits && !conduct.isAboutMemory() && !matters(at)) {
            if (conduct.isAboutAllRuns()) steps.set(join.result(), Value.OPAQUE, path, then);
            else steps.succeed(join.result(), path, then);
            return;
        }
        steps.evaluation().value(join.thread(), path, (v, p) -> {
            if (!(v instanceof Value.Number(var handle))) {
                steps.set(join.result(), Value.OPAQUE, p, then);
                return;
            }
            if (conduct.returnsErrors()) joinOfNobody(handle, p, q -> steps.succeed(join.result(), q, then));
            itself(join, handle, p.fork(), then);
            for (Instance other : instances) {
                if (other.number() == thread.number() && !other.isMany()) continue;
                join(handle, other, p, q -> steps.succeed(join.result(), q, then));
            }
        });
    }

    /** Who joins itself is refused. */
    private void itself(Instr.Join join, Linear handle, Path path, Consumer<Path> then) {
        OptionalInt own = handles.of(thread);
        boolean possible = own.isEmpty() || path.require(Row.equal(handle, Linear.of(own.getAsInt())));
        if (possible) steps.set(join.result(), Value.of(Errno.EDEADLK), path, then);
    }

    /** The other thread has ended; one that does not exist yet is not waited for. */
    private void join(Linear handle, Instance other, Path path, Consumer<Path> then) {
        Path named = path.fork();
        OptionalInt number = handles.of(other);
        boolean possible = number.isEmpty() || named.require(Row.equal(handle, Linear.of(number.getAsInt())));
        if (!possible) return;
        if (other.isMany()) {
            then.accept(named);
            return;
        }
        boolean mayBeMissing = conduct.returnsErrors() && other.number() > 0 && number.isPresent();
        Path missing = named.fork();
        if (mayBeMissing && missing.require(Row.zero(missing.read(active(variables, other))))) then.accept(missing);
        if (named.require(Row.atLeast(named.read(ended(variables, other)), Linear.of(1)))) then.accept(named);
    }

    /** Joining a thread that does not exist, or is detached, does not wait. */
    private void joinOfNobody(Linear handle, Path path, Consumer<Path> then) {
        if (refusals.mayDetach()) {
            then.accept(path.fork());
            return;
        }
        Path above = path.fork();
        if (above.require(Row.atLeast(handle, Linear.of(handles.most() + 1)))) then.accept(above);
        Path below = path.fork();
        if (below.require(Row.atLeast(Linear.of(-1), handle))) then.accept(below);
    }

    /**
     * Whether waiting at the join can make a difference: after it the thread does something that other threads can see,
     * or may loop.
     */
    private boolean matters(int at) {
        var pending = new ArrayDeque<Integer>();
        var seen = new BitSet();
        pending.add(at);
        while (!pending.isEmpty()) {
            for (int next : thread.code().successors(pending.poll())) {
                if (seen.get(next)) continue;
                seen.set(next);
                pending.add(next);
                switch (thread.code().get(next)) {
                    case Instr.Assert _
                    when conduct.isAboutAllRuns() -> {
                        return true;
                    }
                    case Instr.Join _, Instr.Assert _, Instr.DestroySync _ -> {}
                    case Instr i
                    when Visibility.isVisible(i) -> {
                        return true;
                    }
                    default -> {}
                }
                if (thread.flow().isLoopHead(next)) return true;
            }
        }
        return false;
    }
}
