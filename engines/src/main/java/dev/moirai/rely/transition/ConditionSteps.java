package dev.moirai.rely.transition;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import dev.moirai.rely.transition.Objects.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waiting on conditions as guarded steps. Mostly the system does not record which condition a thread waits on: a signal
 * wakes any one waiting thread, or all of them. To wake too many is safe, because it only adds executions: a thread that
 * is still asleep can do nothing.
 *
 * <p>Where it matters that a thread waits ({@link Purpose#WAITING}), a bit for each thread and condition says so, and a
 * signal wakes those alone that wait there.
 */
final class ConditionSteps {
    private final Steps steps;
    private final boolean isExact;
    private final Variables variables;
    private final List<Instance> instances;
    private final Instance thread;

    ConditionSteps(Steps steps, Conduct conduct, Variables variables, List<Instance> instances, Instance thread) {
        this.steps = steps;
        this.isExact = conduct.purpose() == Purpose.WAITING;
        this.variables = variables;
        this.instances = instances;
        this.thread = thread;
    }

    /** The variable that is 1 from the beginning of the thread's wait until a signal. */
    private Variable parked(Instance of) {
        return variables.control(of.name() + " waits", SyncSteps.BIT);
    }

    /** Where a condition certainly is. */
    private Optional<Variables.Spot> spot(int at, Value condition) {
        long bytes = Sync.CONDITION.bytes(steps.program().model());
        return steps.target(at, condition, bytes) instanceof Target.Certain(var object, var offset)
                ? Optional.of(new Variables.Spot(object, offset))
                : Optional.empty();
    }

    /** The variable that is 1 while the thread waits on the condition, if both are certain. */
    Optional<Variable> parked(Instance of, int at, Value condition) {
        if (of.isMany()) return Optional.empty();
        return spot(at, condition).map(spot -> variables.parked(of, spot, steps.name(spot.object())));
    }

    /** The variable that is 1 while this thread waits on the condition; of copies nobody knows. */
    private Optional<Variable> parked(int at, Value condition) {
        Optional<Variable> bit = parked(thread, at, condition);
        if (bit.isEmpty() && !thread.isMany()) {
            throw new UnsupportedException(
                    "waiting on a condition that is not certainly known",
                    thread.code().get(at).span());
        }
        return bit;
    }

    private static boolean needsSignal(Instr.Awake awake, Instance instance) {
        return awake.kind() == Sync.CONDITION && awake.patience() == Patience.BLOCK && !instance.isMany();
    }

    private static boolean sleeps(Instance instance) {
        for (int at = 0; at < instance.code().size(); at++) {
            if (instance.code().get(at) instanceof Instr.Awake awake && needsSignal(awake, instance)) return true;
        }
        return false;
    }

    private static boolean waits(Instance instance) {
        for (int at = 0; at < instance.code().size(); at++) {
            if (instance.code().get(at) instanceof Instr.Wait) return true;
        }
        return false;
    }

    /** Records that the thread waits from now on; it has released the mutex. */
    void beginsToWait(int at, Value condition, Path path) {
        if (isExact) parked(at, condition).ifPresent(bit -> path.write(bit, Linear.of(1)));
        else if (sleeps(thread)) path.write(parked(thread), Linear.of(1));
    }

    void awake(int at, Instr.Awake awake, Value condition, Path path, Consumer<Path> then) {
        if (isExact && awake.kind() == Sync.CONDITION) {
            awakeExactly(awake, parked(at, condition), path, then);
            return;
        }
        if (needsSignal(awake, thread)) {
            if (awake.wakeup() == Instr.Wakeup.SPURIOUS)
                steps.spend("spurious wake-ups", path.fork(), p -> steps.set(awake.result(), Value.of(0), p, then));
            if (!path.require(Row.zero(path.read(parked(thread))))) return;
        }
        if (awake.patience() == Patience.TIMED) steps.set(awake.result(), Value.of(Errno.ETIMEDOUT), path.fork(), then);
        steps.set(awake.result(), Value.of(0), path, then);
    }

    private void awakeExactly(Instr.Awake awake, Optional<Variable> parked, Path path, Consumer<Path> then) {
        boolean mayEndAnyhow = awake.patience() == Patience.TIMED || awake.wakeup() == Instr.Wakeup.SPURIOUS;
        if (!mayEndAnyhow && parked.isPresent() && !path.require(Row.zero(path.read(parked.get())))) return;
        parked.ifPresent(bit -> path.write(bit, Linear.ZERO));
        if (awake.patience() == Patience.TIMED) steps.set(awake.result(), Value.of(Errno.ETIMEDOUT), path.fork(), then);
        steps.set(awake.result(), Value.of(0), path, then);
    }

    void signal(int at, Instr.Signal signal, Value condition, Path path, Consumer<Path> then) {
        if (isExact) {
            signalExactly(at, signal, condition, path, then);
            return;
        }
        var sleepers = instances.stream()
                .filter(other -> other.number() != thread.number() && sleeps(other))
                .toList();
        if (sleepers.isEmpty()) {
            then.accept(path);
            return;
        }
        if (signal.wake() == Instr.Wake.ALL) {
            for (Instance sleeper : sleepers) path.write(parked(sleeper), Linear.ZERO);
            then.accept(path);
            return;
        }
        for (Instance sleeper : sleepers) {
            Path woken = path.fork();
            woken.write(parked(sleeper), Linear.ZERO);
            then.accept(woken);
        }
    }

    /** Wakes one of those that wait there, if there is one, or all; of copies it is not known who waits. */
    private void signalExactly(int at, Instr.Signal signal, Value condition, Path path, Consumer<Path> then) {
        var bits = new ArrayList<Variable>();
        boolean anybodyElse = false;
        for (Instance other : instances) {
            if (!waits(other)) continue;
            if (spot(at, condition).isEmpty()) {
                throw new UnsupportedException("a signal on a condition that is not certainly known", signal.span());
            }
            Optional<Variable> bit = parked(other, at, condition);
            if (bit.isPresent()) bits.add(bit.get());
            else anybodyElse = true;
        }
        if (signal.wake() == Instr.Wake.ALL) {
            bits.forEach(bit -> path.write(bit, Linear.ZERO));
            then.accept(path);
            return;
        }
        for (Variable bit : bits) {
            Path woken = path.fork();
            if (!woken.require(Row.atLeast(woken.read(bit), Linear.of(1)))) continue;
            woken.write(bit, Linear.ZERO);
            then.accept(woken);
        }
        boolean possible = true;
        if (!anybodyElse) for (Variable bit : bits) possible &= path.require(Row.zero(path.read(bit)));
        if (possible) then.accept(path);
    }
}
