package dev.moirai.api;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.check.Check;
import dev.moirai.verify.check.CheckEngine;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The question of {@code moirai check}: can the program fail? */
public final class CheckRequest extends ProgramRequest<CheckRequest> {
    private static final int DEFAULT_BOUND = 2;

    private final Set<Property> properties = EnumSet.noneOf(Property.class);
    private CheckEngine engine = CheckEngine.AUTO;
    private OptionalInt unwind = OptionalInt.empty();
    private OptionalInt rounds = OptionalInt.empty();

    CheckRequest(Path file) {
        super(file);
    }

    @Override
    CheckRequest self() {
        return this;
    }

    /** What to look for; without it {@link Property#defaults}, of Boogie without deadlocks. */
    public CheckRequest property(Property... more) {
        properties.addAll(List.of(more));
        return this;
    }

    public CheckRequest engine(CheckEngine chosen) {
        engine = chosen;
        return this;
    }

    /** Loop bodies run at most so often; without it, and {@link #rounds}, more and more while there is time. */
    public CheckRequest unwind(int most) {
        unwind = OptionalInt.of(most);
        return this;
    }

    /** Every thread runs once in each of so many rounds, which asks for {@link CheckEngine#ROUNDS}. */
    public CheckRequest rounds(int most) {
        rounds = OptionalInt.of(most);
        return this;
    }

    @Override
    public Answer run() {
        return Check.check(
                input(),
                new Check.Options(
                        asked(),
                        chosen(),
                        Check.Reduction.PARTIAL_ORDER,
                        Long.MAX_VALUE,
                        bounds(),
                        new Backend.Embedded("auto"),
                        _ -> {},
                        time(),
                        Workforce.ALONE,
                        Check.Split.INTERLEAVINGS));
    }

    private Set<Property> asked() {
        if (!properties.isEmpty()) {
            refuse(!Property.ofExecutions().containsAll(properties), "check looks for " + Property.ofExecutions());
            return properties;
        }
        var usual = EnumSet.copyOf(Property.defaults());
        if (isBoogie()) usual.remove(Property.DEADLOCK);
        return usual;
    }

    private CheckEngine chosen() {
        refuse(!CheckEngine.OFFERED.contains(engine), engine + " is none of " + CheckEngine.OFFERED);
        CheckEngine chosen = rounds.isPresent() && engine == CheckEngine.AUTO ? CheckEngine.ROUNDS : engine;
        boolean lazy = chosen.hasRounds();
        refuse(rounds.isPresent() && !lazy, "only the lazy engine has rounds");
        refuse(lazy && properties.contains(Property.DATA_RACE), "the lazy engine does not look for data races");
        return chosen;
    }

    private SearchBounds bounds() {
        refuse(unwind.orElse(1) < 1 || rounds.orElse(1) < 1, "a bound is at least 1");
        if (unwind.isEmpty() && rounds.isEmpty()) return SearchBounds.GROWING;
        return SearchBounds.of(new Bounds(unwind.orElse(DEFAULT_BOUND), rounds.orElse(DEFAULT_BOUND)));
    }

    private static void refuse(boolean wrong, String reason) {
        if (wrong) throw new IllegalArgumentException(reason);
    }
}
