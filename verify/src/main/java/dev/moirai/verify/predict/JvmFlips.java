package dev.moirai.verify.predict;

import dev.moirai.predict.Predictor;
import dev.moirai.predict.TraceSlicing;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Transactions;
import dev.moirai.replay.Streams;
import dev.moirai.replay.jvm.JvmReruns;
import dev.moirai.solve.Limit;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.jvm.JvmInput;
import dev.moirai.verify.jvm.JvmLeads;
import dev.moirai.verify.jvm.JvmTrial;
import dev.moirai.witness.Predicted;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Leads from recorded runs: what they nearly did, and the orders in which their branches go the other way. */
public final class JvmFlips implements JvmLeads {
    private final JvmInput input;
    private final JvmReruns reruns;
    private final BranchExploration exploration;
    private boolean hasBegun;
    private boolean isOver;
    private long runs;

    public JvmFlips(JvmInput input, Budget budget) {
        this.input = input;
        this.reruns = input.reruns();
        var options = new Predictor.Options(
                JvmTrial.WATCHED,
                Transactions.CRITICAL_SECTIONS,
                CausalModel.SYMBOLIC,
                OptionalInt.empty(),
                TraceSlicing.BY_CLAIM,
                "moirai",
                1);
        this.exploration = new BranchExploration(options, limit(budget), _ -> {});
    }

    /** Half of the time: what can be said of a long run may take long, and chance is to have its share. */
    static Limit limit(Budget budget) {
        return budget.left()
                .map(left -> budget.limit().within(left.dividedBy(2)))
                .orElse(budget.limit());
    }

    @Override
    public boolean hasNext() {
        return !isOver && (!hasBegun || exploration.hasNext());
    }

    @Override
    public Lead next() {
        Optional<Prediction.Result> result = hasBegun ? exploration.next() : first();
        hasBegun = true;
        long before = runs;
        runs = reruns.runs();
        Optional<Predicted> found = result.filter(exploration::isAnswered)
                .map(Prediction.Result::found)
                .flatMap(all -> all.stream()
                        .filter(each ->
                                JvmTrial.WATCHED.contains(each.violation().property()))
                        .findFirst());
        return new Lead(runs - before, found.map(each -> each.witness().get()));
    }

    private Optional<Prediction.Result> first() {
        try {
            return Optional.of(exploration.predicted(
                    JvmPrediction.telling(JvmPrediction.subject(reruns.record(Streams.NONE), input, reruns))));
        } catch (InputException e) {
            isOver = true; // one thread alone, or nothing recorded: chance has to do
            return Optional.empty();
        }
    }

    @Override
    public List<String> remarks() {
        return hasBegun && !isOver ? List.of(exploration.explored().sentence()) : List.of();
    }
}
