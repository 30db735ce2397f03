package dev.moirai.api;

import dev.moirai.property.Property;
import dev.moirai.verify.run.Scheduling;
import dev.moirai.verify.run.Trial;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The question of {@code moirai run}: does it fail under one schedule? The answer's evidence has what it printed. */
public final class RunRequest extends ProgramRequest<RunRequest> {
    private static final long MOST_STEPS = 1_000_000;

    private final Set<Property> properties = EnumSet.noneOf(Property.class);
    private Scheduling scheduling = new Scheduling.Random(0);

    RunRequest(Path file) {
        super(file);
    }

    @Override
    RunRequest self() {
        return this;
    }

    /** What to look for; without it {@link Property#defaults}. */
    public RunRequest property(Property... more) {
        properties.addAll(List.of(more));
        return this;
    }

    /** Who moves when is left to this chance: the same seed is the same run. */
    public RunRequest seed(long chance) {
        scheduling = new Scheduling.Random(chance);
        return this;
    }

    /** Who moves when; {@link #seed} is the usual way. */
    public RunRequest scheduling(Scheduling chosen) {
        scheduling = chosen;
        return this;
    }

    @Override
    public Answer run() {
        var printed = new StringBuilder();
        Set<Property> watched = properties.isEmpty() ? Property.defaults() : properties;
        var options = new Trial.Options(watched, scheduling, MOST_STEPS, time());
        Trial.Result result = Trial.run(input(), options, printed::append);
        var remarks = result.ending().map(ending -> List.of("run: " + ending)).orElse(List.of());
        Answer answer = result.answer();
        return answer.with(new Evidence.Run(answer.evidence().forReplay(), Optional.of(printed.toString()), remarks));
    }
}
