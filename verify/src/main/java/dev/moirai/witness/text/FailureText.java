package dev.moirai.witness.text;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.Excerpt;
import dev.moirai.source.SourceTexts;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.Telling;
import java.util.Optional;

/** A violation as people read it: what and where, the cause, the interleaving. */
public record FailureText(Interleaving interleaving, Telling telling) {
    /** @param sources the texts of the files that the violation names, as far as they are known */
    public String of(Violation violation, Schedule schedule, SourceTexts sources) {
        return of(violation, schedule, sources, Optional.empty());
    }

    /** @param instead what the recorded run did, of a violation that was predicted */
    public String of(Violation violation, Schedule schedule, SourceTexts sources, Optional<String> instead) {
        Story story = Story.of(schedule, violation, sources::line, telling).with(instead);
        return "\n" + sentence(violation) + "\n"
                + interleaving.cause(story) + "\n"
                + interleaving.render(story, violation, schedule.lassoStart()) + "\n";
    }

    /** The violation and its place; if it has several clauses, only the headline, as the clauses follow below. */
    private static String sentence(Violation violation) {
        String words = violation.clauses().size() > 1 ? violation.headline() : violation.message();
        String thread = violation.thread().isEmpty() ? "" : " (thread " + violation.thread() + ")";
        return Excerpt.ofMessage(violation.span() + ": " + words) + Excerpt.printable(thread);
    }
}
