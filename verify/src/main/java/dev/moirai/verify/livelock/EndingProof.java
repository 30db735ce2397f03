package dev.moirai.verify.livelock;

import dev.moirai.explore.LivenessProperty;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.terminates.Terminates;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proves, as {@code terminates} does, that every thread ends under every scheduler, so that no run goes on for ever. It
 * has a third of the time.
 */
final class EndingProof implements Engine<LivelockQuestion, Evidence> {
    private static final EngineId ID = new EngineId("terminates");

    /** The time for a proof if there is no limit. */
    private static final Duration TIME_TO_PROVE = Duration.ofSeconds(30);

    private static final List<String> ASSUMED = List.of("no signed overflow", "no misuse of locks", "no memory error");

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(LivelockQuestion question) {
        return question.liveness().undone() instanceof LivenessProperty.Undone.Response
                ? Optional.of(Reason.undecided("that every run ends says nothing of what is owed then"))
                : Optional.empty();
    }

    @Override
    public Finding<Evidence> run(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        Duration share = budget.time().map(time -> time.dividedBy(3)).orElse(TIME_TO_PROVE);
        boolean ends = Terminates.provesEveryEnd(question.program(), budget.atMost(share), failures);
        Finding<Evidence> finding = ends
                ? new Finding<Evidence>(ID, new Verdict.Holds(), Map.of())
                        .with(Optional.of(new Evidence.Proof(ASSUMED)))
                : Finding.unknown(ID, Reason.undecided("there is no proof that every thread ends"));
        return finding.with(failures);
    }
}
