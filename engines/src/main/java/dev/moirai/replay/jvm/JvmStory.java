package dev.moirai.replay.jvm;

import dev.moirai.jvm.RunReport;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The last steps of a run as people read them: what only one thread ever touches is left out. Runs of one schedule have the same
 * story.
 */
public final class JvmStory {
    private static final int LONGEST = 400;

    private final RunReport report;
    private final JvmSources sources;
    /** Which steps of the report are told, in order. */
    private final List<Integer> told = new ArrayList<>();

    public JvmStory(RunReport report, JvmSources sources) {
        this(report, sources, List.of());
    }

    /** @param accesses steps of the report that must be told, with all that comes after the first of them */
    public JvmStory(RunReport report, JvmSources sources, List<Integer> accesses) {
        this.report = report;
        this.sources = sources;
        Set<String> shared = shared();
        List<RunReport.Told> steps = report.steps();
        for (int i = 0; i < steps.size(); i++) {
            if (accesses.contains(i) || isTold(steps.get(i), shared)) told.add(i);
        }
        int from = Math.max(0, told.size() - LONGEST);
        for (int access : accesses) from = Math.min(from, told.indexOf(access));
        told.subList(0, from).clear();
    }

    public Schedule schedule(String program) {
        var owners = new MonitorOwners(report);
        var steps = new ArrayList<Step>();
        var next = told.iterator();
        int awaited = next.hasNext() ? next.next() : -1;
        for (int i = 0; i < report.steps().size(); i++) {
            List<Step.Seen> changes = owners.changes(report.steps().get(i));
            if (i != awaited) continue;
            steps.add(step(report.steps().get(i), changes));
            awaited = next.hasNext() ? next.next() : -1;
        }
        return Schedule.of(program, steps);
    }

    /** The place in the story of a step of the report; -1 if it is not told. */
    public int index(int step) {
        return told.indexOf(step);
    }

    private static boolean isTold(RunReport.Told step, Set<String> shared) {
        return switch (step.kind()) {
            case READ, WRITE -> shared.contains(step.place());
            case LOCK, UNLOCK, CALL -> step.object().equals("-") || shared.contains(step.object());
            case YIELD -> false;
            default -> true;
        };
    }

    /** Places and objects that several threads touch; a place only if one of them writes. */
    private Set<String> shared() {
        var firstUser = new HashMap<String, Integer>();
        var several = new HashSet<String>();
        var written = new HashSet<String>();
        for (RunReport.Told step : report.steps()) {
            String what = step.isAccess() ? step.place() : step.object();
            Integer first = firstUser.putIfAbsent(what, step.thread());
            if (first != null && first != step.thread()) several.add(what);
            if (step.kind() != RunReport.Told.Kind.READ) written.add(what);
        }
        several.retainAll(written);
        return several;
    }

    /** @param changes of monitors */
    private Step step(RunReport.Told step, List<Step.Seen> changes) {
        SourceSpan span = sources.span(step.at());
        String text = sources.line(span);
        boolean hasValue = step.isAccess() && !step.value().equals("-");
        List<Step.Seen> seen = hasValue ? List.of(new Step.Seen(step.place(), step.value())) : List.of();
        boolean isRead = step.kind() == RunReport.Told.Kind.READ;
        return new Step(
                report.threadName(step.thread()),
                span,
                text.isEmpty() || step.kind() == RunReport.Told.Kind.WAKE ? described(step) : text,
                List.of(),
                isRead ? seen : List.of(),
                isRead
                        ? changes
                        : Stream.concat(changes.stream(), seen.stream()).toList());
    }

    private static String described(RunReport.Told step) {
        return switch (step.kind()) {
            case READ, WRITE -> step.kind().word() + " " + step.place();
            case CALL -> step.field() + "()";
            case WAKE -> "wakes up for no reason";
            default -> step.kind().word() + (step.object().equals("-") ? "" : " " + step.object());
        };
    }
}
