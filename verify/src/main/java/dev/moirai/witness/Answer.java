package dev.moirai.witness;

import dev.moirai.property.Verdict;
import java.util.List;

/** What came of a question: the verdict, what there is to show for it, and what it cost. The same for every command. */
public record Answer(Question question, Verdict verdict, Evidence evidence, Cost cost) {
    public Answer with(List<Failure> failures) {
        return new Answer(question, verdict, evidence, new Cost(cost.engine(), cost.statistics(), failures));
    }

    public Answer with(Evidence other) {
        return new Answer(question, verdict, other, cost);
    }
}
