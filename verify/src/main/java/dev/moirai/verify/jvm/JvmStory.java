package dev.moirai.verify.jvm;

import dev.moirai.replay.jvm.JvmReport;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The last steps of a run as people read them: what only one thread ever touches is left out. */
final class JvmStory {
    private static final int LONGEST = 400;

    private final JvmReport report;
    private final JvmSources sources;
    private final Map<Integer, String> names = new HashMap<>();

    JvmStory(JvmReport report, JvmSources sources) {
        this.report = report;
        this.sources = sources;
        var taken = new HashSet<String>();
        for (var thread : report.threads()) {
            String name = thread.name().isEmpty() ? "thread-" + thread.number() : thread.name();
            names.put(thread.number(), taken.add(name) ? name : name + "#" + thread.number());
        }
    }

    /** The thread's name; two of one name are told apart by their numbers. */
    String thread(int number) {
        return names.getOrDefault(number, "thread " + number);
    }

    Schedule schedule(String program) {
        Set<String> shared = shared();
        var steps = new ArrayList<Step>();
        for (var line : report.steps()) if (isTold(line, shared)) steps.add(step(line));
        int from = Math.max(0, steps.size() - LONGEST);
        return Schedule.of(program, steps.subList(from, steps.size()));
    }

    private static boolean isAccess(JvmReport.StepLine line) {
        return line.kind().equals("read") || line.kind().equals("write");
    }

    private static boolean isTold(JvmReport.StepLine line, Set<String> shared) {
        return switch (line.kind()) {
            case "read", "write" -> shared.contains(place(line));
            case "lock", "unlock", "call" -> line.object().equals("-") || shared.contains(line.object());
            case "yield" -> false;
            default -> true;
        };
    }

    /** Places and objects that several threads touch; a place only if one of them writes. */
    private Set<String> shared() {
        var firstUser = new HashMap<String, Integer>();
        var several = new HashSet<String>();
        var written = new HashSet<String>();
        for (var line : report.steps()) {
            String what = isAccess(line) ? place(line) : line.object();
            Integer first = firstUser.putIfAbsent(what, line.thread());
            if (first != null && first != line.thread()) several.add(what);
            if (!line.kind().equals("read")) written.add(what);
        }
        several.retainAll(written);
        return several;
    }

    private static String place(JvmReport.StepLine line) {
        if (line.object().equals("-")) return line.what();
        return line.what().startsWith("[") ? line.object() + line.what() : line.object() + "." + line.what();
    }

    private Step step(JvmReport.StepLine line) {
        SourceSpan span = sources.span(line.at());
        String text = sources.line(span);
        String shown = text.isEmpty() ? described(line) : text;
        boolean hasValue = isAccess(line) && !line.value().equals("-");
        List<Step.Seen> seen = hasValue ? List.of(new Step.Seen(place(line), line.value())) : List.of();
        boolean isRead = line.kind().equals("read");
        return new Step(
                thread(line.thread()), span, shown, List.of(), isRead ? seen : List.of(), isRead ? List.of() : seen);
    }

    private static String described(JvmReport.StepLine line) {
        return switch (line.kind()) {
            case "read", "write" -> line.kind() + " " + place(line);
            case "call" -> line.what() + "()";
            default -> line.kind() + (line.object().equals("-") ? "" : " " + line.object());
        };
    }
}
