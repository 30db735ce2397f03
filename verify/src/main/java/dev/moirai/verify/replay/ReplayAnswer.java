package dev.moirai.verify.replay;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the answer to the question whether a witness fails again as it claims. */
final class ReplayAnswer {
    private final Witness witness;
    private final long began;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();

    /** @param began when the replay began */
    ReplayAnswer(Witness witness, long began) {
        this.witness = witness;
        this.began = began;
    }

    /** The answer for a replay by the interpreter. */
    Answer of(WitnessReplay.Result result) {
        return switch (result) {
            case WitnessReplay.Result.Failed(var violation, var steps) -> {
                failed(steps);
                yield violated(violation);
            }
            case WitnessReplay.Result.Diverged(var why) -> diverged(why);
        };
    }

    /**
     * The answer for a native replay.
     *
     * @param wanted how many runs were asked for; if there are fewer, the time was up
     */
    Answer of(NativeReplay.Result result, int wanted, Reason outOfTime) {
        return switch (result) {
            case NativeReplay.Result.Diverged(var why) -> diverged(why);
            case NativeReplay.Result.NotShown(var why) -> unknown("not shown natively: " + why);
            case NativeReplay.Result.Run run -> {
                failed(run.steps());
                yield of(run, wanted, outOfTime);
            }
        };
    }

    private Answer of(NativeReplay.Result.Run run, int wanted, Reason outOfTime) {
        counts.put("nativeRuns", (long) run.runs());
        counts.put("nativeFailures", (long) run.same());
        remarks.add(String.format(
                Locale.ROOT,
                "native: %d of %d %s failed the same way (compiled in %.1f s, run in %.1f s)",
                run.same(),
                run.runs(),
                run.runs() == 1 ? "run" : "runs",
                run.compiling(),
                run.running()));
        if (run.runs() < wanted) {
            return answer(new Verdict.Unknown(
                    new Reason(outOfTime.kind(), outOfTime.words() + " after " + run.runs() + " native runs")));
        }
        if (run.same() == run.runs()) return violated(run.violation());
        Map<String, Long> otherwise = run.otherwise().stream()
                .collect(Collectors.groupingBy(how -> how, LinkedHashMap::new, Collectors.counting()));
        otherwise.forEach((how, times) -> remarks.add("native: " + times + " of them " + how));
        return unknown("natively it fails in " + run.same() + " of " + run.runs() + " runs; otherwise the run "
                + run.otherwise().getFirst());
    }

    private void failed(int steps) {
        counts.put("steps", (long) steps);
        remarks.add(
                witness.schedule().lassoStart().isPresent()
                        ? "replay: run twice, the lasso leads back to where it begins, as fairly as the witness says"
                        : "replay: fails as the witness claims, after " + steps + " steps");
    }

    private Answer violated(Violation violation) {
        return answer(new Verdict.Violated(violation, witness.schedule()));
    }

    private Answer diverged(String why) {
        return unknown("the witness does not replay: " + why);
    }

    private Answer unknown(String why) {
        return answer(new Verdict.Unknown(why));
    }

    private Answer answer(Verdict verdict) {
        Set<Property> claimed = witness.violation()
                .map(violation -> Set.of(violation.property()))
                .orElse(Set.of());
        return new Answer(
                new Question(Question.Kind.REPLAY, witness.schedule().file(), claimed),
                verdict,
                new Evidence.Run(Optional.of(witness), Optional.empty(), remarks),
                new Cost(new EngineId("replay"), new Statistics((System.nanoTime() - began) / 1e9, counts)));
    }
}
