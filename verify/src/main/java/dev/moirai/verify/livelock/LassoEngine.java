package dev.moirai.verify.livelock;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.ClimbingSearch;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.EngineId;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stem and lasso of a number of rounds, as one formula; where it may, it asks in between whether all runs end. */
final class LassoEngine implements Engine<LivelockQuestion, Evidence> {
    private static final EngineId ID = new EngineId("lasso");

    /** For a proof if there is no limit. */
    private static final Duration TIME_TO_PROVE = Duration.ofSeconds(30);

    private final Optional<EndingProof> proof;

    LassoEngine() {
        this.proof = Optional.empty();
    }

    /** @param proof asked when few contexts have shown no lasso */
    LassoEngine(EndingProof proof) {
        this.proof = Optional.of(proof);
    }

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(LivelockQuestion question) {
        return Solvers.unavailable(question.solver()).map(Reason::undecided);
    }

    @Override
    public Finding<Evidence> run(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        var proved = new ArrayList<Finding<Evidence>>();
        var method = new LassoMethod(question, () -> isProved(question, budget, account, proved));
        var bounded =
                new BoundedQuestion(question.machine().program(), Set.of(Property.LIVELOCK), SearchBounds.GROWING);
        var search = new ClimbingSearch<>(method, bounded, budget.limit(), account::at);
        account.knows(() -> found(search.stopped(budget.reason()), search.attempts()));
        Verdict verdict = question.bounds().map(search::within).orElseGet(search::deepening);
        Finding<Evidence> own = found(verdict, search.attempts());
        if (proved.isEmpty()) return own;
        Finding<Evidence> other = proved.getFirst();
        return other.verdict() instanceof Verdict.Holds
                ? new Finding<>(
                        other.engine(), verdict, other.evidence(), own.counts(), own.attempts(), other.failures())
                : own.with(other.failures());
    }

    private static Finding<Evidence> found(Verdict verdict, List<Attempt> attempts) {
        Map<String, Long> counts = new LinkedHashMap<>();
        if (!attempts.isEmpty()) {
            counts.put("looks", (long) attempts.size());
            counts.putAll(attempts.getLast().sizes());
        }
        return new Finding<>(ID, verdict, Optional.empty(), counts, attempts, List.of());
    }

    /** An error of ours in the proof is no reason to end the search. */
    private boolean isProved(
            LivelockQuestion question, Budget budget, Account<Evidence> account, List<Finding<Evidence>> proved) {
        if (proof.isEmpty() || proof.get().refusal(question).isPresent()) return false;
        Duration share = budget.time().map(time -> time.dividedBy(3)).orElse(TIME_TO_PROVE);
        Finding<Evidence> finding;
        try {
            finding = Inquiry.of(
                    proof.get(),
                    question,
                    budget.atMost(share),
                    account.of(proof.get().id()));
        } catch (RuntimeException e) {
            finding = Finding.<Evidence>unknown(proof.get().id(), Reason.of(e))
                    .with(List.of(new Failure(proof.get().id().word(), e)));
        }
        proved.add(finding);
        return finding.verdict() instanceof Verdict.Holds;
    }
}
