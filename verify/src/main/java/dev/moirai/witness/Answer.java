package dev.moirai.witness;

import dev.moirai.property.Verdict;
import java.util.List;

/** The answer to a question: the verdict, the evidence for it, and what it cost. The same for every command. */
public record Answer(Question question, Verdict verdict, Evidence evidence, Cost cost) {
    public Answer with(List<Failure> failures) {
        return new Answer(question, verdict, evidence, new Cost(cost.engine(), cost.statistics(), failures));
    }

    public Answer with(Evidence other) {
        return new Answer(question, verdict, other, cost);
    }
}
