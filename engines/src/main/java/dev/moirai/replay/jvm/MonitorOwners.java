package dev.moirai.replay.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who has which monitor, step by step. A thread's step is counted when it asks for a monitor: if that is not free it has it only by
 * its next step. What was taken before the story begins is not known.
 */
final class MonitorOwners {
    private record Held(int thread, int times) {}

    private record Wanted(String monitor, Held then) {}

    private final RunReport report;
    private final Map<String, Held> held = new HashMap<>();
    /** The monitor that a thread has asked for, or left to wait on, and does not have. */
    private final Map<Integer, Wanted> wanted = new HashMap<>();

    MonitorOwners(RunReport report) {
        this.report = report;
    }

    /** What changes by a step, as it is told: {@code Account#1 = held by there}. */
    List<Step.Seen> changes(RunReport.Told step) {
        var changes = new ArrayList<Step.Seen>();
        Optional.ofNullable(wanted.remove(step.thread()))
                .ifPresent(late -> changes.add(taken(late.monitor(), late.then())));
        if (step.object().equals("-")) return changes;
        Held before = held.get(step.object());
        switch (step.kind()) {
            case LOCK -> {
                if (before == null) changes.add(taken(step.object(), new Held(step.thread(), 1)));
                else if (before.thread() == step.thread()) hold(step.object(), before.times() + 1);
                else want(step, new Held(step.thread(), 1));
            }
            case UNLOCK -> {
                if (before == null || before.thread() != step.thread()) break;
                if (before.times() > 1) hold(step.object(), before.times() - 1);
                else changes.add(freed(step.object()));
            }
            case WAIT -> {
                if (before == null || before.thread() != step.thread()) break;
                changes.add(freed(step.object()));
                want(step, before);
            }
            default -> {}
        }
        return changes;
    }

    private void hold(String monitor, int times) {
        held.computeIfPresent(monitor, (_, by) -> new Held(by.thread(), times));
    }

    private void want(RunReport.Told step, Held then) {
        wanted.put(step.thread(), new Wanted(step.object(), then));
    }

    private Step.Seen taken(String monitor, Held by) {
        held.put(monitor, by);
        return new Step.Seen(monitor, "held by " + report.threadName(by.thread()), Step.Change.TAKEN);
    }

    private Step.Seen freed(String monitor) {
        held.remove(monitor);
        return new Step.Seen(monitor, "free", Step.Change.RELEASED);
    }
}
