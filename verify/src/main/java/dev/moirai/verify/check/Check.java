package dev.moirai.verify.check;

import dev.moirai.bound.CutPoints;
import dev.moirai.property.CutPoint;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Choices;
import dev.moirai.verify.bounded.ProvedSafe;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.cache.ResultCache;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.Reading;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Covered;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Answers whether a program can fail: reads the file, asks an engine, and has a violation replayed. */
public final class Check {
    public enum Reduction {
        PARTIAL_ORDER,
        NONE
    }

    /**
     * @param searchBounds of the bounded engines
     * @param backend that the engines which build formulas ask
     * @param choices takes how the sequentialized program reaches a violation that the lazy engine has found
     * @param workforce answers the parts of questions that take long
     * @param split how questions are cut into parts
     */
    public record Options(
            Set<Property> properties,
            CheckEngine engine,
            Reduction reduction,
            long maxStates,
            SearchBounds searchBounds,
            Backend backend,
            Consumer<Choices> choices,
            Optional<Duration> time,
            Workforce workforce,
            Split split) {}

    /** How a question is cut into parts. */
    public enum Split {
        /** Into shares of the interleavings, when it takes long. */
        INTERLEAVINGS,
        /** Into growing bounds, all of which are tried at once. */
        BOUNDS
    }

    private Check() {}

    public static Answer check(Input input, Options options) {
        return check(input, options, Progress.ignored());
    }

    /** Throws an {@link dev.moirai.source.InputException} if the input is rejected. */
    public static Answer check(Input input, Options options, Progress progress) {
        return check(input, options, progress, Optional.empty());
    }

    /** @param cache of answers; throws as {@link #check(Input, Options, Progress)} does */
    public static Answer check(Input input, Options options, Progress progress, Optional<ResultCache> cache) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time()).with(options.workforce());
        CheckEngine engine = engine(options);
        var account = new Account<Shown>(progress);
        Optional<Remembering> memory = cache.map(known -> new Remembering(known, engine, progress));
        var part = new Object() {
            volatile Optional<Covered> covered = Optional.empty();
        };
        Finding<Shown> finding = Inquiry.inTime(budget, engine.id(), account, () -> {
            Reading reading = input.reading();
            part.covered = Optional.of(reading.covered());
            var question = new CheckQuestion(reading.program(), options);
            SearchBounds.refuseUnknownNames(question.searchBounds().unwindSet(), question.program());
            boolean isHandedOver = budget.workforce().takesWhole() && CheckPart.canBeHandedOver(engine, input);
            Supplier<Finding<Shown>> work = () -> isHandedOver
                    ? CheckPart.ask(engine, question, budget)
                    : options.split() == Split.BOUNDS
                            ? BoundsSplit.search(engine, question, budget, account)
                            : engine.ask(question, budget, account);
            return memory.map(known -> known.answer(question, work)).orElseGet(work);
        });
        Cost.Origin origin =
                memory.filter(Remembering::isFound).isPresent() ? Cost.Origin.REMEMBERED : Cost.Origin.COMPUTED;
        finding.evidence().ifPresent(shown -> {
            if (shown instanceof Choices choices) options.choices().accept(choices);
        });
        Verdict verdict = input.limited(finding.verdict());
        return new Answer(
                new Question(Question.Kind.CHECK, input.file().toString(), options.properties()),
                verdict,
                evidence(input, verdict, finding.evidence()),
                new Cost(
                        finding.engine(),
                        new Statistics(seconds(began), finding.counts(), finding.attempts()),
                        finding.failures(),
                        origin),
                part.covered);
    }

    private static Evidence evidence(Input input, Verdict verdict, Optional<Shown> shown) {
        if (verdict instanceof Verdict.Violated violated) return Evidence.of(WitnessReplay.witness(input, violated));
        boolean proved = verdict instanceof Verdict.Holds;
        return proved && shown.orElse(null) instanceof ProvedSafe(var proof) ? proof : new Evidence.None();
    }

    /**
     * The loops and functions at which bounds may cut the program off. Throws as {@link #check} does, and a {@link
     * GaveUpException}.
     */
    public static List<CutPoint> cutPoints(Input input, Budget budget) {
        return Inquiry.inTime(budget, " while reading " + input.file(), () -> CutPoints.of(input.read()));
    }

    /** The engine for these options: lazy sequentialization with CBMC as its backend is an engine of its own. */
    private static CheckEngine engine(Options options) {
        return switch (options.backend()) {
            case Backend.Embedded _ -> options.engine();
            case Backend.Cbmc _ -> CheckEngine.CBMC;
        };
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
