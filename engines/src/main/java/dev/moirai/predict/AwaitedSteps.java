package dev.moirai.predict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For each step, the steps of other threads that it may have to wait for; a slice with the step includes them. Locks and values
 * are not covered here. When a step really waits is said by {@link Synchronisation}, {@link BarrierRounds} and {@link Wakings}.
 */
final class AwaitedSteps {
    /** By step. Steps that wait for the same steps share one list. */
    private final Map<StepNode, List<List<StepNode>>> others = new HashMap<>();

    private final Map<StepNode, StepNode> atomicEnds = new HashMap<>();

    AwaitedSteps(TraceProgram program) {
        for (int thread = 1; thread < program.threadCount(); thread++) {
            List<StepNode> own = program.thread(thread);
            if (own.isEmpty()) continue;
            program.spawn(thread).ifPresent(spawn -> add(own.getFirst(), spawn));
            program.joins(thread).forEach(join -> add(join, own.getLast()));
        }
        program.barriers().forEach(this::barrier);
        program.conditions().forEach(this::condition);
        failedTries(program);
        lives(program);
        program.atomics().forEach(atomic -> atomicEnds.put(atomic.begin(), atomic.end()));
    }

    private void add(StepNode waiting, StepNode other) {
        others.computeIfAbsent(waiting, _ -> new ArrayList<>()).add(List.of(other));
    }

    private void addAll(StepNode waiting, List<StepNode> all) {
        others.computeIfAbsent(waiting, _ -> new ArrayList<>()).add(all);
    }

    private void barrier(Arrivals.Barrier barrier) {
        List<StepNode> all =
                barrier.arrivals().stream().map(Arrivals.Arrival::node).toList();
        for (Arrivals.Arrival arrival : barrier.arrivals()) {
            addAll(arrival.node(), all);
            arrival.awake().ifPresent(awake -> addAll(awake, all));
        }
    }

    /** A wait without spurious wake-ups ends by some signal, and a wait with a time limit may end by any signal. */
    private void condition(ConditionWaits.Condition condition) {
        for (ConditionWaits.Sleep sleep : condition.sleeps()) {
            if (sleep.neededSignal() || sleep.isTimed()) addAll(sleep.awake().orElseThrow(), condition.signals());
        }
    }

    /** An attempt to take a lock fails only while another thread holds the lock. */
    private void failedTries(TraceProgram program) {
        if (program.failedTries().isEmpty()) return;
        Map<Integer, List<StepNode>> acquires = new HashMap<>();
        for (CriticalSection section : program.sections()) {
            acquires.computeIfAbsent(section.lock(), _ -> new ArrayList<>()).add(section.acquire());
        }
        for (TraceProgram.FailedTry failed : program.failedTries()) {
            addAll(failed.node(), acquires.getOrDefault(failed.lock(), List.of()));
        }
    }

    /** An object is used only after the thread that initialises it has done so. */
    private void lives(TraceProgram program) {
        if (program.beginningsAndEnds().isEmpty()) return;
        Map<Integer, List<StepNode>> made = new HashMap<>();
        for (TraceProgram.Life end : program.beginningsAndEnds()) {
            if (end.kind() == TraceProgram.Life.Kind.INIT) {
                made.computeIfAbsent(end.object(), _ -> new ArrayList<>()).add(end.node());
            }
        }
        for (TraceProgram.Life use : program.lives()) {
            if (use.kind() != TraceProgram.Life.Kind.USE) continue;
            for (StepNode init : made.getOrDefault(use.object(), List.of())) {
                if (init.thread() != use.node().thread()
                        && init.number() < use.node().number()) add(use.node(), init);
            }
        }
    }

    /** The steps that this one may have to wait for, in lists that steps share. */
    List<List<StepNode>> of(StepNode node) {
        return others.getOrDefault(node, List.of());
    }

    /** The end of the atomic section that begins with this step. */
    Optional<StepNode> endOfAtomic(StepNode begin) {
        return Optional.ofNullable(atomicEnds.get(begin));
    }
}
