package dev.moirai.witness;

import dev.moirai.property.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a question: the verdict, the evidence for it, and what it cost. The same for every command.
 *
 * @param covered what part of the program it is about, if that is known
 */
public record Answer(Question question, Verdict verdict, Evidence evidence, Cost cost, Optional<Covered> covered) {
    public Answer(Question question, Verdict verdict, Evidence evidence, Cost cost) {
        this(question, verdict, evidence, cost, Optional.empty());
    }

    public Answer with(List<Failure> failures) {
        return new Answer(
                question,
                verdict,
                evidence,
                new Cost(cost.engine(), cost.statistics(), failures, cost.origin()),
                covered);
    }

    public Answer with(Evidence other) {
        return new Answer(question, verdict, other, cost, covered);
    }
}
