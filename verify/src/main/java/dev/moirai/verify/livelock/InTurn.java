package dev.moirai.verify.livelock;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Member;
import dev.moirai.verify.engine.Member.Settles;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import java.time.Duration;
import java.util.List;

/**
 * Asks the explicit search for a moment and then, if it has no answer, the symbolic one; after the first queries of
 * that one, a prover tries to show that all threads end. If bounds are given, only the symbolic search is asked.
 */
final class InTurn implements Engine<LivelockQuestion, Evidence> {
    private static final EngineId ID = new EngineId("none");

    private static final Duration AT_ONCE = Duration.ZERO;
    /** Later than anybody waits: the member starts when no other is working. */
    private static final Duration AFTERWARDS = Duration.ofDays(1);

    private final FairCycles explicit = FairCycles.forAMoment();
    private final LassoEngine lasso = new LassoEngine();
    private final EndingProof proof = new EndingProof();

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Evidence> run(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        if (question.bounds().isPresent()) {
            return Inquiry.of(lasso, question, budget, account.of(lasso.id()));
        }
        List<Member<LivelockQuestion, Evidence>> members = List.of(
                Member.of(explicit, question, AT_ONCE, Settles.BY_PROOFS),
                Member.of(lasso, question, AFTERWARDS, Settles.BY_PROOFS),
                Member.inTurnOf(lasso.id(), proof, question, Settles.BY_PROOFS_ALONE));
        return new Portfolio<>(members, budget, account, (known, _) -> last(known, budget)).search();
    }

    /** The last finding, because the later engine has searched further; another one if that engine failed. */
    private static Finding<Evidence> last(List<Finding<Evidence>> known, Budget budget) {
        for (Finding<Evidence> finding : known.reversed()) {
            boolean hasFailed = finding.verdict() instanceof Verdict.Unknown(var reasons)
                    && reasons.getFirst().kind() == Reason.Kind.INTERNAL_ERROR;
            if (!hasFailed) return finding;
        }
        return known.isEmpty() ? Finding.unknown(ID, budget.reason()) : known.getLast();
    }
}
