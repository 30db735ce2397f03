package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Objects of the heap are named after the place that makes them: {@code node@list.c:12}. Where an execution stays in one file
 * the line says enough: {@code node@12}.
 *
 * @param mark what is left out of {@code node@list.c:12}, with the sign before it; empty if nothing is
 */
public record ShortNames(String mark) {
    private static final String SIGN = "@";

    static final ShortNames NONE = new ShortNames("");

    static ShortNames of(Schedule schedule, Violation violation) {
        Set<String> files = new HashSet<>();
        for (Step step : schedule.steps())
            if (step.span().line() > 0) files.add(step.span().file());
        for (Violation.Place place : violation.places()) files.add(place.span().file());
        if (files.size() != 1) return NONE;
        String file = files.iterator().next();
        return new ShortNames(SIGN + file.substring(file.lastIndexOf('/') + 1) + ":");
    }

    String in(String words) {
        return mark.isEmpty() ? words : words.replace(mark, SIGN);
    }

    public Schedule in(Schedule schedule) {
        if (mark.isEmpty()) return schedule;
        return new Schedule(
                schedule.file(), schedule.steps().stream().map(this::in).toList(), schedule.lassoStart());
    }

    private Step in(Step step) {
        return new Step(
                step.thread(),
                step.span(),
                step.text(),
                step.choices(),
                seen(step.reads()),
                seen(step.writes()),
                step.remarks());
    }

    private List<Step.Seen> seen(List<Step.Seen> all) {
        return all.stream()
                .map(each -> new Step.Seen(in(each.place()), in(each.value()), each.change()))
                .toList();
    }

    public Violation in(Violation violation) {
        if (mark.isEmpty()) return violation;
        return new Violation(
                violation.property(),
                in(violation.headline()),
                violation.clauses().stream().map(this::in).toList(),
                violation.places().stream().map(this::in).toList(),
                violation
                        .misuse()
                        .map(misuse -> new Violation.Misuse(
                                misuse.use(), misuse.object().map(this::in))));
    }

    private Violation.Place in(Violation.Place place) {
        return new Violation.Place(
                place.span(),
                place.function(),
                place.thread(),
                in(place.what()),
                place.exact(),
                place.calls(),
                place.awaited().map(this::in));
    }

    private Violation.Awaited in(Violation.Awaited awaited) {
        return switch (awaited) {
            case Violation.Awaited.Lock(var name, var place, var holder) ->
                new Violation.Awaited.Lock(in(name), in(place), holder);
            case Violation.Awaited.Signal signal -> signal;
        };
    }
}
