package dev.moirai.verify.check;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.rely.horn.SafetyProver;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.SafetyExplanation;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.SystemRehearsal;
import dev.moirai.rely.rule.Systems;
import dev.moirai.rely.transition.Purpose;
import dev.moirai.rely.transition.RunShadow;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.UnsupportedException;
import dev.moirai.verify.bounded.ProvedSafe;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.ThreadProof;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proofs without bounds that no assertion fails and no two threads race: what each thread may rely on about the others is found by solving Horn
 * clauses. It never finds a violation. A proof counts once cvc5, which took no part in finding it, has confirmed every
 * premise, and once runs of the program have been held against the transition system that the premises are about.
 */
final class ModularEngine implements Engine<CheckQuestion, Shown> {
    private static final int RUNS = 30;
    private static final Duration REHEARSAL = Duration.ofSeconds(1);
    private static final EngineId ID = new EngineId("modular", EngineId.Way.FORMULAS);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        return SafetyClauses.PROPERTIES.containsAll(question.properties())
                ? Optional.empty()
                : Optional.of(Reason.undecided("modular proofs are about assertions and data races only: say --property"
                        + " assertion or --property data-race"));
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        RunShadow.Original original;
        try {
            original = RunShadow.Original.of(question.program(), Purpose.SAFETY);
        } catch (UnsupportedException e) {
            return new Finding<>(ID, new Verdict.Unsupported(e.construct(), e.span()), Map.of());
        }
        TransitionSystem system = Systems.of(original, budget.limit());
        return switch (new SafetyProver(system, question.properties()).prove(budget.limit())) {
            case SafetyProver.Result.Open(var reason) -> Finding.unknown(ID, reason);
            case SafetyProver.Result.Proved(var proof) -> {
                rehearse(original, question, budget);
                yield confirmed(proof, budget);
            }
        };
    }

    /** No run may do what the system cannot: then the system is wrong, and so may be what is proved of it. */
    private static void rehearse(RunShadow.Original original, CheckQuestion question, Budget budget) {
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        try (var rehearsal =
                new SystemRehearsal(original, machine, budget.limit().within(REHEARSAL))) {
            rehearsal.runs(RUNS).ifPresent(step -> {
                throw new IllegalStateException("the transition system lacks a step of the program: " + step);
            });
        }
    }

    private static Finding<Shown> confirmed(SafetyProof proof, Budget budget) {
        Certificate certificate = Certificate.of(proof);
        return switch (certificate.check(budget.limit())) {
            case Certificate.Check.Valid(var premises) -> {
                var shown = new ProvedSafe(evidence(proof, certificate, premises));
                yield new Finding<Shown>(ID, new Verdict.Holds(), Map.of("premises", (long) premises))
                        .with(Optional.of(shown));
            }
            case Certificate.Check.Undecided(var premise) ->
                Finding.unknown(
                        ID,
                        budget.limit().isReached()
                                ? budget.reason()
                                : Reason.undecided("cvc5 cannot confirm the premise: " + premise));
            case Certificate.Check.Invalid(var premise, var answer) ->
                throw new IllegalStateException("cvc5 says " + answer + " to the premise: " + premise);
            case Certificate.Check.Malformed(var why, var _) ->
                throw new IllegalStateException("cvc5 does not understand the certificate: " + why);
        };
    }

    private static Evidence.Safe evidence(SafetyProof proof, Certificate certificate, int premises) {
        var explanation = SafetyExplanation.of(proof);
        List<Evidence.Invariant> invariants = explanation.invariants().stream()
                .map(it -> new Evidence.Invariant(it.thread(), it.span(), it.text()))
                .toList();
        List<ThreadProof.Reliance> reliances = explanation.reliances().stream()
                .map(it -> new ThreadProof.Reliance(it.thread(), it.span(), it.text()))
                .toList();
        return new Evidence.Safe(
                proof.claim(),
                proof.exposure().words(),
                proof.exposure().isModular(),
                premises,
                invariants,
                reliances,
                proof.system().abstractions().stream().map(Object::toString).toList(),
                certificate.text());
    }
}
