package dev.moirai.witness.json;

import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.PredictionSearch;

/** The violations found in reorderings of a recorded run, and how the search for them went. */
final class PredictionsJson {
    private PredictionsJson() {}

    static Json of(Evidence.Predictions predictions) {
        PredictionSearch search = predictions.search();
        var stages = new Json.Builder();
        search.stages().forEach((property, each) -> stages.put(property.word(), of(each)));
        var json = new Json.Builder()
                .put("model", search.model())
                .put("stages", stages.build())
                .put("violations", Json.array(predictions.found(), PredictionsJson::of))
                .put("possible", Json.array(search.possible(), Json::of))
                .put("unknown", Json.array(search.open(), Json::of))
                .put("notReplayed", Json.array(search.notReplayed(), Json::of));
        predictions.instead().ifPresent(words -> json.put("instead", words));
        return json.build();
    }

    private static Json of(PredictionSearch.Stages stages) {
        return new Json.Builder()
                .put("candidates", stages.candidates())
                .put("afterLocks", stages.afterLocks())
                .put("afterOrder", stages.afterOrder())
                .put("confirmed", stages.confirmed())
                .put("possible", stages.possible())
                .put("refuted", stages.refuted())
                .put("refutedWithinBound", stages.refutedWithinBound())
                .put("notReplayed", stages.notReplayed())
                .put("unknown", stages.open())
                .build();
    }

    private static Json of(Predicted found) {
        var json = ViolationJson.members(found.violation()).put("candidates", found.candidates());
        found.switches().ifPresent(switches -> json.put("contextSwitches", switches));
        return json.build();
    }
}
