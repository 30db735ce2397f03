package dev.moirai.verify.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Narration;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Program;
import dev.moirai.predict.InterpreterJudge;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.predict.Predictor.Decided;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.predict.ProgramOrigin;
import dev.moirai.predict.TraceSlicing;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.property.Violation;
import dev.moirai.solve.Limit;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import dev.moirai.witness.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Answers which violations the reorderings of a recorded run have; the interpreter confirms each of them. */
public final class Prediction {
    /** What is left out of the recorded run before a formula is made. */
    public enum Slicing {
        /** Everything that cannot influence the claim. */
        BY_CLAIM,
        /** Almost nothing; for comparison. */
        NONE
    }

    /**
     * @param properties in the order in which their violations are reported
     * @param contextBound the most context switches; if absent, the fewest that show the violation
     * @param jobs how many candidates are decided at the same time
     */
    public record Options(
            Set<Property> properties,
            Transactions transactions,
            CausalModel model,
            OptionalInt contextBound,
            Slicing slicing,
            String solver,
            int jobs) {
        private Predictor.Options forPredictor() {
            TraceSlicing left = switch (slicing) {
                case BY_CLAIM -> TraceSlicing.BY_CLAIM;
                case NONE -> TraceSlicing.NONE;
            };
            return new Predictor.Options(properties, transactions, model, contextBound, left, solver, jobs);
        }
    }

    /**
     * @param found the violations, one for each place
     * @param possible the names of violations that a model which ignores data would allow
     * @param open the names of undecided candidates, with the reason
     * @param notReplayed what a solver found and the interpreter could not confirm, with the reason
     */
    record Result(
            Predictor.Result result,
            List<Predicted> found,
            List<String> possible,
            List<String> open,
            List<String> notReplayed) {}

    private Prediction() {}

    /** Never gives up: the answer names what was not decided in time. */
    public static Answer answer(Recording.Recorded recorded, Options options, Budget budget, Progress progress) {
        long began = System.nanoTime();
        var question = new PredictionQuestion(recorded, options.forPredictor());
        Finding<Evidence> finding;
        try (var _ = Interruption.stopping(budget::cancel)) {
            finding = Inquiry.of(new PredictionEngine(), question, budget, new Account<>(progress));
        }
        return new Answer(
                new Question(Question.Kind.PREDICT, recorded.trace().header().file(), options.properties()),
                finding.verdict(),
                finding.evidence().orElseThrow(),
                new Cost(finding.engine(), new Statistics((System.nanoTime() - began) / 1e9, finding.counts())));
    }

    static Result of(
            Recording.Recorded recorded,
            Predictor.Options options,
            Limit limit,
            Consumer<Predictor.Progress> progress) {
        var predictor = new Predictor(
                new ProgramOrigin(recorded.program()),
                recorded.trace(),
                new InterpreterJudge(recorded.program(), recorded.trace(), options.properties()),
                options,
                limit);
        Predictor.Result result = predictor.run(progress);
        var found = new ArrayList<Predicted>();
        ofTheRun(recorded).ifPresent(found::add);
        found.addAll(violations(result, recorded.trace(), options));
        return new Result(
                result,
                found,
                named(result, Fate.POSSIBLE),
                named(result, Fate.OPEN),
                named(result, Fate.NOT_REPLAYED));
    }

    /** The violations, one for each place, in the order of the properties. */
    private static List<Predicted> violations(Predictor.Result result, RecordedTrace trace, Predictor.Options options) {
        Map<String, List<Decided>> byPlaces = new LinkedHashMap<>();
        for (Property property : options.properties()) {
            for (Decided each : result.decided()) {
                if (each.property() != property || each.fate() != Fate.CONFIRMED) continue;
                byPlaces.computeIfAbsent(each.places(), _ -> new ArrayList<>()).add(each);
            }
        }
        var found = new ArrayList<Predicted>();
        for (List<Decided> same : byPlaces.values()) {
            Decided shortest = same.stream()
                    .min(Comparator.comparingInt(each -> shown(each).execution().length()))
                    .orElseThrow();
            found.add(new Predicted(
                    shortest.violation().orElseThrow(),
                    shortest.switches(),
                    same.size(),
                    () -> witness(shown(shortest), trace),
                    false));
        }
        return found;
    }

    private static Judge.Ruling.Confirmed shown(Decided decided) {
        return decided.shown().orElseThrow();
    }

    private static Witness witness(Judge.Ruling.Confirmed shown, RecordedTrace trace) {
        return new Witness(
                shown.execution().schedule(),
                trace.header().options(),
                Optional.of(shown.violation()),
                shown.accesses());
    }

    /**
     * The names of the candidates with this fate, one for each place, with the reason of the first and the number of
     * candidates.
     */
    private static List<String> named(Predictor.Result result, Fate fate) {
        Map<String, List<Decided>> byPlaces = new LinkedHashMap<>();
        for (Decided each : result.decided()) {
            if (each.fate() == fate)
                byPlaces.computeIfAbsent(each.places(), _ -> new ArrayList<>()).add(each);
        }
        return byPlaces.values().stream().map(Prediction::named).toList();
    }

    private static String named(List<Decided> same) {
        Decided first = same.getFirst();
        String count = same.size() == 1 ? "" : " (" + Figures.grouped(same.size()) + " candidates)";
        return first.name() + count + (first.reason().isEmpty() ? "" : ": " + first.reason());
    }

    /** The violation of the recorded run itself, if it has one. */
    private static Optional<Predicted> ofTheRun(Recording.Recorded recorded) {
        RecordedTrace.Ending ending = recorded.trace().ending();
        if (ending != RecordedTrace.Ending.FAILED && ending != RecordedTrace.Ending.STUCK) return Optional.empty();
        Machine machine = machine(recorded.program());
        State state = machine.start();
        var moves = new ArrayList<Move>();
        for (RecordedStep step : recorded.trace().steps()) {
            moves.add(new Move(step.thread(), step.choices()));
            Outcome outcome = machine.step(state, moves.getLast(), Observer.NONE);
            if (outcome instanceof Outcome.Violated(var violation))
                return Optional.of(found(violation, machine, moves, recorded));
            if (!(outcome instanceof Outcome.Continued)) return Optional.empty();
        }
        return machine.deadlock(state).map(violation -> found(violation, machine, moves, recorded));
    }

    private static Predicted found(
            Violation violation, Machine machine, List<Move> moves, Recording.Recorded recorded) {
        Supplier<Witness> witness = () -> new Witness(
                Narration.of(machine, moves), recorded.trace().header().options(), Optional.of(violation), List.of());
        return new Predicted(violation, OptionalInt.empty(), 1, witness, true);
    }

    private static Machine machine(Program program) {
        return new Machine(program, MachineOptions.DEFAULT.watching(WitnessReplay.FAILURES));
    }

    /** Whether answers under this model are violations, or only possible ones. */
    public static boolean isConfirming(CausalModel model) {
        return model != CausalModel.LOCK_ONLY;
    }
}
