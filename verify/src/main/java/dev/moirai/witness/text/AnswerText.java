package dev.moirai.witness.text;

import dev.moirai.property.Verdict;
import dev.moirai.source.SourceTexts;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.story.Telling;

/** What an answer has to show, as people read it: the interleaving, the proof, the predictions. The verdict is not in it. */
public record AnswerText(Interleaving interleaving, Telling telling) {
    public String of(Answer answer) {
        return switch (answer.evidence()) {
            case Evidence.None _ -> "";
            case Evidence.Run run -> {
                var text = new StringBuilder(failure(answer));
                for (String remark : run.remarks()) text.append(remark).append('\n');
                yield text.toString();
            }
            case Evidence.Lasso _ -> failure(answer);
            case Evidence.Proof proof -> ProofText.of(proof);
            case Evidence.Safe proof -> SafetyText.of(proof);
            case Evidence.Predictions predictions ->
                PredictionsText.findings(predictions) + failure(answer) + PredictionsText.doubts(predictions.search());
        };
    }

    private String failure(Answer answer) {
        if (!(answer.verdict() instanceof Verdict.Violated(var violation, var schedule))) return "";
        var sources = new SourceTexts();
        violation.places().stream().map(place -> place.span().file()).distinct().forEach(sources::load);
        return new FailureText(interleaving, telling)
                .of(violation, schedule, sources, answer.evidence().instead());
    }
}
