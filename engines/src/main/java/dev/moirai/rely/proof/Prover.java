package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A way to prove that a thread of a system makes only finitely many steps. */
public interface Prover {
    String name();

    /** What can be proved on one rung of the ladder. */
    ProofResult climb(ProofQuestion question, Exposure exposure, Limit limit);

    /**
     * Tries all rungs of the ladder again and again, with more time each time, so that what is easy on a high rung is
     * found soon.
     */
    default ProofResult prove(ProofQuestion question, Limit limit) {
        ProofResult.Open open = ProofResult.Open.because("no rung of the ladder applies");
        List<Exposure> rungs =
                Arrays.stream(Exposure.values()).filter(question::has).toList();
        for (Duration time = FIRST_ON_A_RUNG; !rungs.isEmpty(); time = time.multipliedBy(LONGER)) {
            var again = new ArrayList<Exposure>();
            for (Exposure exposure : rungs) {
                // A modular proof is worth more time.
                Limit here = limit.within(exposure == Exposure.MODULAR ? time.multipliedBy(2) : time);
                switch (climb(question, exposure, here)) {
                    case ProofResult.Proved proved -> {
                        return proved;
                    }
                    case ProofResult.Open found -> {
                        if (limit.isReached())
                            return new ProofResult.Open(ProofResult.Open.reason(limit), open.stem(), open.path());
                        if (here.isReached()) again.add(exposure);
                        if (open.path().isEmpty() || !found.path().isEmpty()) open = found;
                    }
                }
            }
            rungs = again;
        }
        return open;
    }

    Duration FIRST_ON_A_RUNG = Duration.ofMillis(1500);
    int LONGER = 4;
}
