package dev.moirai.cli;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.Answer;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Question;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the user can try if there is no answer, depending on the reason. */
final class Advice {
    private Advice() {}

    static Optional<String> after(Answer answer) {
        List<Reason> reasons = switch (answer.verdict()) {
            case Verdict.Unknown(var all) -> all;
            case Verdict.Unsupported unsupported -> List.of(unsupported.reason());
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Violated _ -> List.of();
        };
        Set<String> steps = new LinkedHashSet<>();
        for (Reason reason : reasons) steps.addAll(steps(reason.kind(), answer));
        return steps.isEmpty() ? Optional.empty() : Optional.of("try: " + String.join("; ", steps));
    }

    private static List<String> steps(Reason.Kind kind, Answer answer) {
        boolean isBounded = answer.question().kind() == Question.Kind.CHECK
                || answer.question().kind() == Question.Kind.LIVELOCK;
        EngineId.Way way = answer.cost().engine().way();
        return switch (kind) {
            case TIME ->
                isBounded && way == EngineId.Way.OTHER
                        ? List.of("more time with --time", "a smaller question with --unwind")
                        : List.of("more time with --time");
            case STATES -> List.of("more states with --max-states");
            case MEMORY -> List.of("more memory with --memory");
            case VALUES ->
                List.of(
                        way == EngineId.Way.STATES
                                ? "--engine order or lazy, which take inputs of any value"
                                : "fewer values for that input, with __VERIFIER_assume");
            case UNSUPPORTED ->
                way == EngineId.Way.FORMULAS
                        ? List.of("--engine explicit, or auto, which asks all engines")
                        : List.of();
            case SIZE -> List.of("smaller bounds with --unwind");
            case INTERRUPTED, NOTHING_REACHED, INTERNAL_ERROR, UNDECIDED -> List.of();
        };
    }
}
