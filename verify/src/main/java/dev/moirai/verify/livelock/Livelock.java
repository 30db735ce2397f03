package dev.moirai.verify.livelock;

import dev.moirai.analysis.VisibleWaits;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.schedule.ThreadNames;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.Responses;
import dev.moirai.verify.replay.LivelockReplay;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers whether a program can run for ever under a fair scheduler. */
public final class Livelock {
    /**
     * @param thread the thread that must never end; if absent, any run that never ends counts
     * @param response {@code "p -> q"}: a run in which p holds at some moment and q neither then nor later
     * @param bounds of the symbolic engine; if absent, they grow while there is time
     * @param solver that the symbolic engine asks, by a name of {@link dev.moirai.solve.registry.Solvers}
     * @param workforce tries many bounds of the symbolic engine at once
     */
    public record Options(
            Fairness fairness,
            Optional<String> thread,
            Optional<String> response,
            LivelockEngine engine,
            Optional<List<LassoBounds>> bounds,
            long maxStates,
            String solver,
            Optional<Duration> time,
            Workforce workforce) {
        public static final Options DEFAULT = new Options(
                Fairness.STRONG,
                Optional.empty(),
                Optional.empty(),
                LivelockEngine.AUTO,
                Optional.empty(),
                Long.MAX_VALUE,
                "auto",
                Optional.of(Duration.ofSeconds(60)),
                Workforce.ALONE);
    }

    private static final Set<Property> WATCHED = EnumSet.of(Property.LIVELOCK, Property.DEADLOCK);

    private Livelock() {}

    public static Answer check(Input input, Options options) {
        return check(input, options, Progress.ignored());
    }

    /** Throws an {@link dev.moirai.source.InputException} if the input is rejected. */
    public static Answer check(Input input, Options options, Progress progress) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time()).with(options.workforce());
        var account = new Account<Evidence>(progress);
        Finding<Evidence> finding = Inquiry.inTime(
                budget,
                options.engine().id(),
                account,
                () -> options.engine().ask(question(input.read(), options), budget, account));
        return new Answer(
                new Question(Question.Kind.LIVELOCK, input.file().toString(), WATCHED),
                input.limited(finding.verdict()),
                finding.verdict() instanceof Verdict.Violated violated
                        ? Evidence.of(witness(input, options, violated))
                        : finding.evidence().orElseGet(Evidence.None::new),
                new Cost(
                        finding.engine(),
                        new Statistics((System.nanoTime() - began) / 1e9, finding.counts(), finding.attempts()),
                        finding.failures()));
    }

    /** The witness by which the violation can be replayed. */
    public static Witness witness(Input input, Options options, Verdict.Violated violated) {
        return WitnessReplay.witness(input, violated)
                .asking(LivelockReplay.words(options.fairness(), options.thread(), options.response()));
    }

    private static LivelockQuestion question(Program prepared, Options options) {
        Program program = new VisibleWaits().apply(prepared);
        return new LivelockQuestion(
                prepared,
                new Machine(program, MachineOptions.DEFAULT.watching(Set.of())),
                new LivenessProperty(options.fairness(), undone(program, options)),
                options.bounds(),
                options.maxStates(),
                options.solver());
    }

    private static LivenessProperty.Undone undone(Program program, Options options) {
        if (options.response().isPresent())
            return Responses.parse(options.response().get(), program);
        options.thread().ifPresent(name -> refuseUnlessThread(name, program));
        return options.thread()
                .<LivenessProperty.Undone>map(LivenessProperty.Undone.Thread::new)
                .orElseGet(LivenessProperty.Undone.Anything::new);
    }

    private static void refuseUnlessThread(String name, Program program) {
        boolean runs = program.functions().containsKey(ThreadNames.function(name));
        if (ThreadNames.isPossible(name) && (name.equals("main") || runs)) return;
        throw new InputException(Diagnostic.error(
                new SourceSpan(program.file(), 0, 0),
                "--thread: there is no thread '" + name + "'",
                "a thread is called by its start function; the second one of worker is 'worker#2'"));
    }
}
