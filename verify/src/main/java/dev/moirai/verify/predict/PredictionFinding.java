package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.PredictionSearch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the finding about a recorded run: the verdict and the evidence. */
final class PredictionFinding {
    private PredictionFinding() {}

    static Finding<Evidence> of(PredictionQuestion question, Prediction.Result result) {
        PredictionSearch search = search(question.subject(), question.options(), result);
        var counts = new LinkedHashMap<String, Long>();
        counts.put("steps", (long) search.steps());
        counts.put("relevant", (long) search.relevantSteps());
        return new Finding<Evidence>(PredictionEngine.ID, verdict(search, result), counts)
                .with(Optional.of(new Evidence.Predictions(search, result.found())));
    }

    private static Verdict verdict(PredictionSearch search, Prediction.Result result) {
        List<Predicted> found = result.found();
        if (!found.isEmpty()) {
            Predicted first = found.getFirst();
            return new Verdict.Violated(first.violation(), first.witness().get().schedule());
        }
        if (!search.possible().isEmpty()) {
            return new Verdict.Unknown(search.possible().size() + " possible, not confirmed");
        }
        int open = search.openCandidates();
        if (open > 0) return new Verdict.Unknown(open + (open == 1 ? " candidate" : " candidates") + " not decided");
        boolean isBounded = search.refutedWithinBound() > 0;
        int bound = search.contextBound().orElse(0);
        String what = result.explored()
                .map(it -> it.ways() == 1 ? "the one way explored" : "the " + it.ways() + " ways explored")
                .orElse("this trace");
        return new Verdict.HoldsWithin(what + (isBounded ? " and " + bound + " context switches" : ""));
    }

    private static PredictionSearch search(Subject subject, Predictor.Options options, Prediction.Result result) {
        Map<Property, PredictionSearch.Stages> stages = new LinkedHashMap<>();
        result.result().stages().forEach((property, each) -> stages.put(property, stages(each)));
        boolean isAboutAtomicity = options.properties().contains(Property.ATOMICITY);
        return new PredictionSearch(
                remarks(subject, result),
                word(options.model()),
                Prediction.isConfirming(options.model()),
                stages,
                isAboutAtomicity
                        ? Optional.of(new PredictionSearch.Transactional(
                                word(options.transactions()), result.result().transactions()))
                        : Optional.empty(),
                options.contextBound(),
                result.result().steps(),
                result.result().relevantSteps(),
                result.possible(),
                result.open(),
                result.notReplayed());
    }

    private static List<String> remarks(Subject subject, Prediction.Result result) {
        var remarks = new ArrayList<>(subject.remarks());
        result.explored().ifPresent(explored -> remarks.add(explored.sentence()));
        return remarks;
    }

    /** The word on the command line. */
    private static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static PredictionSearch.Stages stages(Predictor.Stages stages) {
        return new PredictionSearch.Stages(
                stages.candidates(),
                stages.afterLocks(),
                stages.afterOrder(),
                stages.count(Fate.CONFIRMED),
                stages.count(Fate.POSSIBLE),
                stages.count(Fate.REFUTED),
                stages.count(Fate.REFUTED_WITHIN_BOUND),
                stages.count(Fate.NOT_REPLAYED),
                stages.count(Fate.OPEN));
    }
}
