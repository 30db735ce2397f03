package dev.moirai.rely.transition;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import java.util.List;
import java.util.function.Consumer;

/**
 * Waiting on conditions as guarded steps. The system does not record which condition a thread waits on: a signal wakes
 * any one waiting thread, or all of them. To wake too many is safe, because it only adds executions: a thread that is
 * still asleep can do nothing.
 */
final class ConditionSteps {
    private final Steps steps;
    private final Variables variables;
    private final List<Instance> instances;
    private final Instance thread;

    ConditionSteps(Steps steps, Variables variables, List<Instance> instances, Instance thread) {
        this.steps = steps;
        this.variables = variables;
        this.instances = instances;
        this.thread = thread;
    }

    /** The variable that is 1 from the beginning of the thread's wait until a signal. */
    private Variable parked(Instance of) {
        return variables.control(of.name() + " waits", SyncSteps.BIT);
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

    /** Records that the thread waits from now on; it has released the mutex. */
    void beginsToWait(Path path) {
        if (sleeps(thread)) path.write(parked(thread), Linear.of(1));
    }

    void awake(Instr.Awake awake, Path path, Consumer<Path> then) {
        if (needsSignal(awake, thread)) {
            if (awake.wakeup() == Instr.Wakeup.SPURIOUS)
                steps.spend("spurious wake-ups", path.fork(), p -> steps.set(awake.result(), Value.of(0), p, then));
            if (!path.require(Row.zero(path.read(parked(thread))))) return;
        }
        if (awake.patience() == Patience.TIMED) steps.set(awake.result(), Value.of(Errno.ETIMEDOUT), path.fork(), then);
        steps.set(awake.result(), Value.of(0), path, then);
    }

    void signal(Instr.Signal signal, Path path, Consumer<Path> then) {
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
}
