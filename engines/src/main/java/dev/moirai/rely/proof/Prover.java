package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.solve.Limit;
import java.util.Arrays;
import java.util.List;

/** A way to prove that a thread of a system makes only finitely many steps. */
public interface Prover {
    String name();

    /** What can be proved on one rung of the ladder. */
    ProofResult climb(ProofQuestion question, Exposure exposure, Limit limit);

    /** Tries all rungs of the ladder until one has a proof, none is left to decide, or the limit is reached. */
    default ProofResult prove(ProofQuestion question, Limit limit) {
        ProofResult.Open open = ProofResult.Open.because("no rung of the ladder applies");
        List<Exposure> all =
                Arrays.stream(Exposure.values()).filter(question::has).toList();
        // A modular proof is worth more time.
        var rungs = new Rungs(all, limit, exposure -> exposure == Exposure.MODULAR ? 2 : 1);
        while (rungs.hasNext()) {
            Rungs.Rung rung = rungs.next();
            switch (climb(question, rung.exposure(), rung.limit())) {
                case ProofResult.Proved proved -> {
                    return proved;
                }
                case ProofResult.Open found -> {
                    boolean tellsMore = open.path().isEmpty() || !found.path().isEmpty();
                    if (tellsMore && !limit.isReached()) open = found;
                }
            }
        }
        return limit.isReached()
                ? new ProofResult.Open(ProofResult.Open.reason(limit), open.stem(), open.path())
                : open;
    }
}
