package dev.moirai.verify.terminates;

import dev.moirai.property.Reason;
import dev.moirai.property.Schedulers;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.EngineId;
import dev.moirai.verify.engine.Finding;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The search for a run in which the thread goes on for ever, one way or the other. */
final class EndlessRuns implements Engine<TerminationQuestion, EndlessRun> {
    /** Longer than anybody waits. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private final EngineId id;
    private final Search search;

    private interface Search {
        Optional<EndlessRun> of(TerminationQuestion question, Duration time);
    }

    private EndlessRuns(EngineId id, Search search) {
        this.id = id;
        this.search = search;
    }

    /** State by state: one comes back. */
    static EndlessRuns cycles(int states) {
        return new EndlessRuns(
                new EngineId("cycles"),
                (question, time) -> EndlessRun.of(
                                question.program(),
                                question.thread().name(),
                                question.thread().isMany(),
                                states,
                                time)
                        .run());
    }

    /** By a set of states that is never left: none need come back. */
    static EndlessRuns recurrence() {
        return new EndlessRuns(
                new EngineId("recurrence"),
                (question, time) -> EndlessRun.recurring(
                        question.program(),
                        question.thread().name(),
                        question.thread().isMany(),
                        time));
    }

    @Override
    public EngineId id() {
        return id;
    }

    @Override
    public Finding<EndlessRun> run(TerminationQuestion question, Budget budget, Account<EndlessRun> account) {
        // A run that an unfair scheduler is needed for does not count if only fair ones do.
        Optional<EndlessRun> run = search.of(question, budget.limit().atMost(A_YEAR))
                .filter(found -> found.fair() || question.schedulers() == Schedulers.ALL);
        Verdict verdict = run.<Verdict>map(
                        found -> TerminationFinding.violated(question.thread().name(), found.status()))
                .orElseGet(() -> new Verdict.Unknown(Reason.undecided("no run without an end was found")));
        return new Finding<EndlessRun>(id, verdict, Map.of()).with(run);
    }
}
