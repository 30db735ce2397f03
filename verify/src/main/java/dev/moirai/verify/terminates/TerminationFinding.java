package dev.moirai.verify.terminates;

import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Step;
import dev.moirai.schedule.ThreadNames;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.LivelockReplay;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.verify.terminates.Terminates.Status;
import dev.moirai.verify.terminates.Terminates.ThreadAnswer;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import dev.moirai.witness.ThreadProof.Ending;
import dev.moirai.witness.Witness;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes one finding of the results for all threads. */
final class TerminationFinding {
    private TerminationFinding() {}

    static Finding<Evidence> of(Input input, Terminates.Subject subject, EngineId engine, Terminates.Result result) {
        var proof = new Evidence.Proof(
                result.threads().stream()
                        .map(thread -> new ThreadProof(thread.thread(), thread.many(), ending(thread.status())))
                        .toList(),
                result.assumptions(),
                result.abstractions().stream().map(Object::toString).toList(),
                result.startsItsOwnKind(),
                result.fair(),
                witness(input, result.threads()));
        return new Finding<Evidence>(engine, verdict(subject, result), Map.of()).with(Optional.of(proof));
    }

    private static Verdict verdict(Terminates.Subject subject, Terminates.Result result) {
        for (ThreadAnswer thread : result.threads()) {
            if (thread.status() instanceof Status.Endless endless) return violated(thread.thread(), endless);
        }
        for (ThreadAnswer thread : result.threads()) {
            if (thread.status() instanceof Status.Open(var reason, var _)) {
                return new Verdict.Unknown(
                        new Reason(reason.kind(), "thread " + thread.thread() + ": " + reason.words()));
            }
        }
        if (subject == Terminates.Subject.PROGRAM && result.startsItsOwnKind().isPresent()) {
            return new Verdict.Unknown("program: every thread ends, but threads of "
                    + result.startsItsOwnKind().get() + " start others of their kind");
        }
        return new Verdict.Holds();
    }

    private static Ending ending(Status status) {
        return switch (status) {
            case Status.LoopFree() -> new Ending.LoopFree();
            case Status.Proved(var proof, var explanation, var certificate, var premises) ->
                new Ending.Proved(
                        proof.exposure().words(),
                        proof.exposure().isModular(),
                        proof.engine(),
                        premises,
                        explanation.loops().stream()
                                .map(loop -> new ThreadProof.Loop(loop.span(), loop.ranks(), loop.invariants()))
                                .toList(),
                        explanation.assumptions().stream()
                                .map(on -> new ThreadProof.Reliance(on.thread(), on.span(), on.effect()))
                                .toList(),
                        certificate.text());
            case Status.Endless(var schedule, var begun, var fair, var set) ->
                new Ending.Endless(schedule, begun, fair, set.map(states -> states.words()));
            case Status.Open(var reason, var path) ->
                new Ending.Open(
                        reason.words(),
                        path.stream()
                                .map(transition -> new ThreadProof.Way(transition.span(), transition.text()))
                                .toList());
        };
    }

    static Verdict.Violated violated(String thread, Status.Endless endless) {
        List<Step> steps = endless.schedule().steps();
        int start = endless.schedule().lassoStart().orElseThrow();
        Step at = firstOfTheLoop(thread, endless);
        String back = "everything is as it was before step " + (start + 1);
        String onwards =
                "from before step " + (start + 1) + " on it goes round for ever, though no state need come back";
        var clauses = List.of(
                at.thread() + " goes on for ever",
                endless.set().isEmpty() ? "after step " + steps.size() + " " + back : onwards);
        String headline = endless.fair() ? "fair" : "unfair";
        return new Verdict.Violated(
                new Violation(Property.LIVELOCK, headline, clauses, at.span(), "", at.thread()), endless.schedule());
    }

    /**
     * The first step of the loop. A thread that is started in each iteration has other names there: {@code worker},
     * {@code worker#2}.
     */
    private static Step firstOfTheLoop(String thread, Status.Endless endless) {
        List<Step> steps = endless.schedule().steps();
        return steps.subList(endless.schedule().lassoStart().orElseThrow(), steps.size()).stream()
                .filter(step -> step.thread().equals(thread)
                        || ThreadNames.function(step.thread()).equals(thread))
                .findFirst()
                .orElseThrow();
    }

    /** The witness of the first endless run in which a state comes back; a schedule cannot show other endless runs. */
    private static Optional<Witness> witness(Input input, List<ThreadAnswer> threads) {
        for (ThreadAnswer thread : threads) {
            if (thread.status() instanceof Status.Endless endless
                    && endless.set().isEmpty()) {
                return Optional.of(witness(input, thread.thread(), endless));
            }
        }
        return Optional.empty();
    }

    static Witness witness(Input input, String thread, Status.Endless endless) {
        Fairness fairness = endless.fair() ? Fairness.STRONG : Fairness.NONE;
        Step at = firstOfTheLoop(thread, endless);
        return WitnessReplay.witness(input, violated(thread, endless))
                .asking(LivelockReplay.words(fairness, Optional.of(at.thread()), Optional.empty()));
    }
}
