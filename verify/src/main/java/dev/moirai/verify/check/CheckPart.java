package dev.moirai.verify.check;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Choices;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.cache.ResultCache;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.ScheduleReplay;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A question to an engine of {@code check} as a whole: one of many programs, or one program within some bounds.
 */
public record CheckPart(CheckEngine engine, CheckQuestion question) implements Subquestion<CheckPart.Found> {
    /**
     * A finding as plain data.
     *
     * @param failures internal errors of engines, in words
     */
    public record Found(
            EngineId engine,
            Verdict verdict,
            Optional<Choices> choices,
            Map<String, Long> counts,
            List<Attempt> attempts,
            List<String> failures) {
        Finding<Shown> finding() {
            List<Failure> errors = failures.stream()
                    .map(words -> new Failure(engine.word(), new IllegalStateException(words)))
                    .toList();
            return new Finding<>(engine, verdict, choices.map(way -> way), counts, attempts, errors);
        }

        private static Found of(Finding<Shown> finding) {
            return new Found(
                    finding.engine(),
                    finding.verdict(),
                    finding.evidence().filter(Choices.class::isInstance).map(Choices.class::cast),
                    finding.counts(),
                    finding.attempts(),
                    finding.failures().stream()
                            .map(failure -> failure.engine() + ": " + failure.what())
                            .toList());
        }
    }

    /** Whether the question can be handed over: proofs stay where their certificates are, and CBMC may not be there. */
    static boolean canBeHandedOver(CheckEngine engine, Input input) {
        return engine != CheckEngine.MODULAR && engine != CheckEngine.CBMC && !Input.isBoogie(input.file());
    }

    /** Has the whole question answered by others. */
    static Finding<Shown> ask(CheckEngine engine, CheckQuestion question, Budget budget) {
        var found = new Object() {
            private Finding<Shown> finding = Finding.unknown(engine.id(), budget.reason());
        };
        budget.workforce()
                .ask(List.of(new CheckPart(engine, question)), budget.limit(), new Workforce.Answers<Found>() {
                    @Override
                    public Wanted take(int part, Found answer) {
                        found.finding = answer.finding();
                        return Wanted.NO_MORE;
                    }

                    @Override
                    public void lost(int part, String why) {
                        found.finding = Finding.unknown(engine.id(), Reason.undecided(why));
                    }
                });
        Finding<Shown> finding = found.finding;
        // Whoever answers names the time that was left, but the user knows the time that was given.
        boolean isForTime = finding.verdict() instanceof Verdict.Unknown(var reasons)
                && reasons.stream().allMatch(reason -> reason.kind() == Reason.Kind.TIME);
        return isForTime ? finding.with(new Verdict.Unknown(budget.reason())) : finding;
    }

    @Override
    public String name() {
        return "check " + question.program().file() + " by " + engine.id() + bounds();
    }

    private String bounds() {
        return question.searchBounds()
                .bounds()
                .map(within -> " within " + within)
                .orElse("");
    }

    @Override
    public Found answer(Limit limit) {
        Budget budget = Budget.within(limit);
        var account = new Account<Shown>(Progress.ignored());
        return Found.of(Inquiry.inTime(budget, engine.id(), account, () -> engine.ask(question, budget, account)));
    }

    @Override
    public boolean isFinal(Found answer) {
        return ResultCache.isLasting(answer.verdict()) && answer.failures().isEmpty();
    }

    @Override
    public Found confirmed(Found answer) {
        if (!(answer.verdict() instanceof Verdict.Violated(var violation, var schedule))) return answer;
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        return new Found(
                answer.engine(),
                ScheduleReplay.confirmed(machine, violation, schedule),
                answer.choices(),
                answer.counts(),
                answer.attempts(),
                answer.failures());
    }

    @Override
    public boolean isPortable() {
        boolean isOurs = question.backend() instanceof Backend.Embedded(var solver) && Solvers.isOurs(solver);
        return isOurs
                && engine != CheckEngine.CBMC
                && !Input.isBoogie(Path.of(question.program().file()));
    }
}
