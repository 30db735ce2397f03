package dev.moirai.verify.check;

import dev.moirai.bound.CutPoint;
import dev.moirai.bound.CutPoints;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Choices;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.Replaying;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Can it fail? A file is read, an engine asked, a violation run again. */
public final class Check {
    public enum Engine {
        /** All of them, the first answer counts. */
        AUTO,
        /** Every interleaving, state by state. */
        EXPLICIT,
        /** Lazy sequentialization: all interleavings of a number of rounds, as one formula. */
        LAZY,
        /** The order of events: all interleavings of loops so often unwound, as one formula. */
        ORDER
    }

    public enum Reduction {
        PARTIAL_ORDER,
        NONE
    }

    /**
     * @param reach how far the lazy engine looks
     * @param backend whom the lazy engine asks
     * @param choices told how the sequentialized program gets to a violation that the lazy engine found
     */
    public record Options(
            Set<Property> properties,
            Engine engine,
            Reduction reduction,
            long maxStates,
            Reach reach,
            Backend backend,
            Consumer<Choices> choices,
            Optional<Duration> time) {}

    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    private Check() {}

    public static Answer check(Input input, Options options) {
        return check(input, options, Progress.IGNORED);
    }

    /** Throws an {@link dev.moirai.source.InputException} for what is not C we can take. */
    public static Answer check(Input input, Options options, Progress progress) {
        long began = System.nanoTime();
        var patience = options.time().map(LENIENCE::plus);
        // What is known before the engine is done, should it not be done in time.
        var soFar = new AtomicReference<Supplier<Finding>>(() -> Engines.nothing(options));
        var finding = TimeLimit.within(patience, () -> search(input, options, began, progress, soFar))
                .orElseGet(() -> Objects.requireNonNull(soFar.get()).get());
        Verdict verdict = finding.verdict();
        return new Answer(
                new Question(Question.Kind.CHECK, input.file().toString(), options.properties()),
                verdict,
                verdict instanceof Verdict.Violated violated
                        ? Evidence.of(Replaying.witness(input, violated))
                        : new Evidence.None(),
                new Cost(
                        finding.engine(),
                        new Statistics(seconds(began), finding.counts(), finding.attempts()),
                        finding.failures()));
    }

    /** Where bounds may cut the program off. Throws as {@link #check} does. */
    public static List<CutPoint> cutPoints(Input input) {
        return CutPoints.of(input.read());
    }

    private static Finding search(
            Input input, Options options, long began, Progress progress, AtomicReference<Supplier<Finding>> soFar) {
        var engines = new Engines(input.read(), options, began, progress);
        return switch (options.engine()) {
            case AUTO -> engines.together(soFar::set);
            case EXPLICIT -> engines.explicit();
            case LAZY -> engines.lazy(engines.limit(), soFar::set);
            case ORDER -> engines.order(engines.limit(), soFar::set);
        };
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
