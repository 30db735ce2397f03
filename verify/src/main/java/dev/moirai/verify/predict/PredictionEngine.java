package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;

/** Searches all feasible reorderings of a recorded run. Its finding names what was not decided in time. */
final class PredictionEngine implements Engine<PredictionQuestion, Evidence> {
    static final EngineId ID = new EngineId("predict");

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Evidence> run(PredictionQuestion question, Budget budget, Account<Evidence> account) {
        Prediction.Result result = Prediction.of(
                question.recorded(), question.options(), budget.limit(), progress -> account.at(words(progress)));
        return PredictionFinding.of(question, result);
    }

    private static String words(Predictor.Progress progress) {
        return progress.confirmed() + " confirmed, " + progress.refuted() + " refuted, " + progress.open() + " open";
    }
}
