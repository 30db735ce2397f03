package dev.moirai.verify.check;

import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.property.Verdict;
import dev.moirai.schedule.Schedule;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Brief;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.time.Duration;

/**
 * The explicit search with bounds, after a glance at what it finds without them: many small programs have few states,
 * and then that says more and costs less than to count the turns of their loops.
 */
final class GlanceBeyond implements Engine<CheckQuestion, Shown> {
    private final Engine<CheckQuestion, Shown> explicit;
    private final Duration glance;

    GlanceBeyond(Engine<CheckQuestion, Shown> explicit, Duration glance) {
        this.explicit = explicit;
        this.glance = glance;
    }

    @Override
    public EngineId id() {
        return explicit.id();
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        Finding<Shown> seen = new Brief<>(explicit, glance).run(question.everywhere(), budget, account);
        if (seen.verdict() instanceof Verdict.Holds || budget.limit().isReached()) return seen;
        if (seen.verdict() instanceof Verdict.Violated(var _, var schedule) && isWithin(question, schedule)) {
            return seen;
        }
        Finding<Shown> within = explicit.run(question, budget, account);
        // What fails beyond the bounds only was not asked for, unless nothing can be said within them.
        if (!(within.verdict() instanceof Verdict.Unknown)) return within;
        if (seen.verdict() instanceof Verdict.Violated) return seen;
        if (budget.limit().isReached()) return within;
        Finding<Shown> beyond = explicit.run(question.everywhere(), budget, account);
        return isFinal(beyond) ? beyond : within;
    }

    /** Whether a failing run fails in the same way where the turns of loops are counted. */
    private static boolean isWithin(CheckQuestion question, Schedule schedule) {
        SearchBounds bounds = question.searchBounds();
        if (bounds.threads().isPresent()) return false;
        var counting = new Machine(
                bounds.counted(question.program()).program(), MachineOptions.DEFAULT.watching(question.properties()));
        try {
            var run = Run.drive(counting, new ScriptedScheduler(schedule), Observer.NONE, Long.MAX_VALUE);
            return run.outcome() instanceof Outcome.Violated;
        } catch (DivergenceException _) {
            return false;
        }
    }

    private static boolean isFinal(Finding<Shown> finding) {
        return finding.verdict() instanceof Verdict.Holds || finding.verdict() instanceof Verdict.Violated;
    }
}
