package dev.moirai.verify.predict;

import dev.moirai.predict.CandidateFates;
import dev.moirai.predict.Judge;
import dev.moirai.predict.Predictor;
import dev.moirai.predict.Predictor.Decided;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.predict.TraceSlicing;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.property.Violation;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Predicted;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** Answers which violations the reorderings of a recorded run have; the interpreter confirms each of them. */
public final class Prediction {
    /** What C and Boogie programs are asked about, in the order in which violations are reported. */
    public static final Set<Property> OF_PROGRAMS = ordered(
            Property.ASSERTION, Property.ATOMICITY, Property.DATA_RACE, Property.DEADLOCK, Property.LOCK_MISUSE);

    /** What JVM programs are asked about. */
    public static final Set<Property> OF_JAVA =
            ordered(Property.ASSERTION, Property.EXCEPTION, Property.ATOMICITY, Property.DATA_RACE, Property.DEADLOCK);

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
     * @param runs if other branches are explored, how many runs there may be
     */
    public record Options(
            Set<Property> properties,
            Transactions transactions,
            CausalModel model,
            OptionalInt contextBound,
            Slicing slicing,
            String solver,
            int jobs,
            OptionalInt runs) {
        /** All reorderings, of each violation one with the fewest switches; no other branches. */
        public static Options usual(Set<Property> properties) {
            return new Options(
                    properties,
                    Transactions.CRITICAL_SECTIONS,
                    CausalModel.SYMBOLIC,
                    OptionalInt.empty(),
                    Slicing.BY_CLAIM,
                    "auto",
                    Runtime.getRuntime().availableProcessors(),
                    OptionalInt.empty());
        }

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
            List<String> notReplayed,
            Optional<Explored> explored) {
        /** Both together: of two traces of one program. */
        Result and(Result other) {
            return new Result(
                    result.and(other.result),
                    joined(found, other.found),
                    joined(possible, other.possible),
                    joined(open, other.open),
                    joined(notReplayed, other.notReplayed),
                    explored);
        }

        private static <T> List<T> joined(List<T> some, List<T> others) {
            var all = new LinkedHashSet<>(some);
            all.addAll(others);
            return List.copyOf(all);
        }

        Result explored(Explored how) {
            return new Result(result, found, possible, open, notReplayed, Optional.of(how));
        }
    }

    /**
     * How an exploration went.
     *
     * @param ways how many of the runs differ in more than their order
     * @param branches how often a branch was asked about, {@code turned} how often it can go the other way, {@code undecided} how
     *     often that was not found out
     * @param strayed how many runs have not come to their branch in the order that was found
     * @param cutOff how many runs were stopped before their threads were done, by an assumption or a limit
     * @param waiting how many orders were not run
     */
    record Explored(int runs, int ways, int branches, int turned, int undecided, int strayed, int cutOff, int waiting) {
        boolean isComplete() {
            return undecided == 0 && cutOff == 0 && waiting == 0;
        }

        String sentence() {
            String rest = (undecided == 0 ? "" : ", " + undecided + " not decided")
                    + (strayed == 0 ? "" : ", " + strayed + " runs strayed")
                    + (cutOff == 0 ? "" : ", " + cutOff + " runs were cut off")
                    + (waiting == 0 ? "" : ", " + waiting + " orders not run");
            return "explored " + counted(runs, "run") + ", " + counted(ways, "way") + " through the program; "
                    + counted(branches, "branch") + " asked about, " + turned + " can go the other way" + rest;
        }

        private static String counted(int count, String what) {
            String plural = what.endsWith("ch") ? what + "es" : what + "s";
            return count + " " + (count == 1 ? what : plural);
        }
    }

    private Prediction() {}

    private static Set<Property> ordered(Property... all) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(all)));
    }

    /** Never gives up: the answer names what was not decided in time. */
    public static Answer answer(Recording.Recorded recorded, Options options, Budget budget, Progress progress) {
        return answer(new ProgramSubject(recorded), options, budget, progress);
    }

    static Answer answer(Subject subject, Options options, Budget budget, Progress progress) {
        long began = System.nanoTime();
        var question = new PredictionQuestion(subject, options.forPredictor(), options.runs());
        Finding<Evidence> finding;
        try (var _ = Interruption.stopping(budget::cancel)) {
            finding = Inquiry.of(new PredictionEngine(), question, budget, new Account<>(progress));
        }
        return new Answer(
                new Question(Question.Kind.PREDICT, subject.trace().header().file(), options.properties()),
                finding.verdict(),
                finding.evidence().orElseThrow(),
                new Cost(finding.engine(), new Statistics((System.nanoTime() - began) / 1e9, finding.counts())));
    }

    static Result of(
            Subject subject, Predictor predictor, Predictor.Options options, Consumer<Predictor.Progress> progress) {
        return of(subject, predictor, options, progress, Optional.empty());
    }

    /** @param others who decide the candidates, if not this machine */
    static Result of(
            Subject subject,
            Predictor predictor,
            Predictor.Options options,
            Consumer<Predictor.Progress> progress,
            Optional<CandidateFates.Deciders> others) {
        Predictor.Result result = predictor.run(progress, others);
        var found = new ArrayList<Predicted>();
        subject.violation().ifPresent(found::add);
        found.addAll(violations(result, subject, options));
        return new Result(
                result,
                found,
                named(result, Fate.POSSIBLE),
                named(result, Fate.OPEN),
                named(result, Fate.NOT_REPLAYED),
                Optional.empty());
    }

    /** The violations, one for each place, in the order of the properties. */
    private static List<Predicted> violations(Predictor.Result result, Subject subject, Predictor.Options options) {
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
            Violation violation = shortest.violation().orElseThrow();
            found.add(new Predicted(
                    violation,
                    shortest.switches(),
                    same.size(),
                    () -> subject.witness(shown(shortest)),
                    false,
                    () -> subject.told()
                            .flatMap(run -> Story.instead(
                                    run, shown(shortest).execution().schedule(), violation))));
        }
        return found;
    }

    private static Judge.Ruling.Confirmed shown(Decided decided) {
        return decided.shown().orElseThrow();
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

    /** Whether answers under this model are violations, or only possible ones. */
    public static boolean isConfirming(CausalModel model) {
        return model != CausalModel.LOCK_ONLY;
    }
}
