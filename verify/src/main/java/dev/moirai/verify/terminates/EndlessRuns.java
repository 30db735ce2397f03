package dev.moirai.verify.terminates;

import dev.moirai.property.Reason;
import dev.moirai.property.Schedulers;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Searches for a run in which the thread goes on for ever, in one of two ways. */
final class EndlessRuns implements Engine<TerminationQuestion, EndlessRun> {
    /** Stands for no limit. */
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

    /** Searches state by state for one that comes back. */
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

    /** Searches for a set of states that is never left; no single state needs to come back. */
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
        // If only fair schedulers count, a run that needs an unfair one does not.
        Optional<EndlessRun> run = search.of(question, budget.limit().atMost(A_YEAR))
                .filter(found -> found.fair() || question.schedulers() == Schedulers.ALL);
        Verdict verdict = run.<Verdict>map(
                        found -> TerminationFinding.violated(question.thread().name(), found.status()))
                .orElseGet(() -> new Verdict.Unknown(Reason.undecided("no run without an end was found")));
        return new Finding<EndlessRun>(id, verdict, Map.of()).with(run);
    }
}
