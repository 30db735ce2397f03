package dev.moirai.witness.report;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.schedule.Step.Seen;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.story.Telling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Answers for tests of reports. */
public final class Samples {
    /** A name in a program that tries to be markup of every kind. */
    public static final String HOSTILE = "</script><script>alert(1)</script>\"'`|*&\u202e\u0007]]>";

    private Samples() {}

    /** A counter that loses an update; {@code name} is what a thread and a variable are called. */
    public static Answer lostUpdate(String file, String name) {
        var steps = new ArrayList<Step>();
        steps.add(step(file, name, 5, List.of(new Seen(name, "0")), List.of()));
        steps.add(step(file, "worker#2", 5, List.of(new Seen(name, "0")), List.of()));
        steps.add(step(file, "worker#2", 5, List.of(), List.of(new Seen(name, "1"))));
        steps.add(step(file, name, 5, List.of(), List.of(new Seen(name, "1"))));
        steps.add(step(file, "main", 9, List.of(new Seen(name, "1")), List.of()));
        return violated(file, steps, "assertion failed: " + name);
    }

    public static Answer endless(String file, int steps) {
        var all = new ArrayList<Step>();
        for (int i = 0; i < steps; i++) {
            String thread = i / 100 % 2 == 0 ? "a" : "b";
            all.add(step(file, thread, 3 + i % 4, List.of(), List.of(new Seen("x" + i % 7, "" + i))));
        }
        all.add(step(file, "main", 9, List.of(new Seen("x3", "1")), List.of()));
        return violated(file, all, "assertion failed: x3");
    }

    private static Answer violated(String file, List<Step> steps, String headline) {
        var violation = new Violation(Property.ASSERTION, headline, new SourceSpan(file, 9, 5), "main", "main");
        return answer(file, new Verdict.Violated(violation, Schedule.of(file, steps)));
    }

    public static Answer answer(String file, Verdict verdict) {
        return new Answer(
                new Question(Question.Kind.CHECK, file, Set.of(Property.ASSERTION, Property.DEADLOCK)),
                verdict,
                new Evidence.None(),
                new Cost(new EngineId("explicit"), new Statistics(0.5, Map.of())));
    }

    /** @param text the text of every source file */
    public static Dossier dossier(String text, Entry... entries) {
        return new Dossier("0.0", "check", "moirai check 'a b.c'", List.of(entries), _ -> text, Telling.FOCUSED);
    }

    private static Step step(String file, String thread, int line, List<Seen> reads, List<Seen> writes) {
        return new Step(thread, new SourceSpan(file, line, 3), "line " + line, List.of(), reads, writes);
    }
}
