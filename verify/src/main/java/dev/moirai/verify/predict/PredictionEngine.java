package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import java.util.function.Consumer;

/** Searches all feasible reorderings of a recorded run. Its finding names what was not decided in time. */
final class PredictionEngine implements Engine<PredictionQuestion, Evidence> {
    static final EngineId ID = new EngineId("predict");

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Evidence> run(PredictionQuestion question, Budget budget, Account<Evidence> account) {
        Consumer<Predictor.Progress> telling = progress -> account.at(words(progress));
        Prediction.Result result = question.runs().isPresent()
                ? BranchExploration.of(
                        question.subject(), question.options(), question.runs().getAsInt(), budget.limit(), telling)
                : Prediction.of(
                        question.subject(),
                        question.subject().predictor(question.options(), budget.limit()),
                        question.options(),
                        telling,
                        question.subject().others(question.options(), budget.workforce(), budget.limit()));
        return PredictionFinding.of(question, result);
    }

    private static String words(Predictor.Progress progress) {
        return progress.confirmed() + " confirmed, " + progress.refuted() + " refuted, " + progress.open() + " open";
    }
}
