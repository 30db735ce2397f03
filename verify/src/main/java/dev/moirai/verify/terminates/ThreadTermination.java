package dev.moirai.verify.terminates;

import dev.moirai.property.Reason;
import dev.moirai.property.Schedulers;
import dev.moirai.property.Verdict;
import dev.moirai.rely.proof.Certificate;
import dev.moirai.rely.proof.Explanation;
import dev.moirai.rely.proof.Proof;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Member;
import dev.moirai.verify.engine.Member.Settles;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.terminates.Terminates.Status;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Failure;
import dev.moirai.witness.text.VerdictLine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides one thread: first by a short search for an endless run, then for a proof, then for a run again. An endless
 * run is often short, and then it is found sooner than a failed proof.
 */
final class ThreadTermination {
    /** The time for the first and for the second search for an endless run. */
    private static final Duration A_MOMENT = Duration.ofMillis(700);

    /** Stands for no limit. */
    private static final Duration A_YEAR = Duration.ofDays(365);

    private static final int FEW_STATES = 1_500;
    private static final Duration TO_REFUTE = Duration.ofSeconds(5);
    /** At most one part in so many of a thread's time is kept for the last search for an endless run. */
    private static final int TO_REFUTE_ONE_IN = 4;
    /** The time to check a proof, beyond the time to find it. */
    private static final Duration TO_CONFIRM = Duration.ofSeconds(60);

    private static final Duration TO_FIND_A_FAIR_ONE = Duration.ofSeconds(2);
    private static final int MANY_STATES = 20_000;

    private static final Reason OUT_OF_TIME =
            new Reason(Reason.Kind.TIME, "no proof and no run without an end in its share of the time");

    private static final EngineId NOBODY = new EngineId("none");

    private static final EndlessRuns FEW_CYCLES = EndlessRuns.cycles(FEW_STATES);
    private static final EndlessRuns MANY_CYCLES = EndlessRuns.cycles(MANY_STATES);
    private static final EndlessRuns RECURRENCE = EndlessRuns.recurrence();

    private final TerminationQuestion question;
    private final List<Prover> provers;
    private final Progress progress;
    private final List<Failure> failures;

    /** @param failures takes internal errors of provers */
    ThreadTermination(TerminationQuestion question, List<Prover> provers, Progress progress, List<Failure> failures) {
        this.question = question;
        this.provers = provers;
        this.progress = progress;
        this.failures = failures;
    }

    Status status(Budget budget) {
        ThreadSystem thread = question.thread();
        boolean loops = thread.loopHeads().stream()
                .anyMatch(head -> !thread.from(head.number()).isEmpty());
        if (!loops) return new Status.LoopFree();
        if (Interruption.isRequested()) return new Status.Open(budget.reason(), List.of());
        Optional<EndlessRun> early = find(FEW_CYCLES, budget, A_MOMENT).or(() -> find(RECURRENCE, budget, A_MOMENT));
        if (early.isPresent()) return (early.get().fair() ? early.get() : perhapsFair(early.get(), budget)).status();
        Duration left = budget.limit().atMost(A_YEAR);
        Duration kept = shorter(TO_REFUTE.multipliedBy(2), left.dividedBy(TO_REFUTE_ONE_IN));
        return switch (prove(budget.atMost(left.minus(kept)))) {
            case ProofResult.Proved(var proof) -> confirmed(proof);
            case ProofResult.Open(var reason, var _, var path) ->
                find(RECURRENCE, budget, shorter(TO_REFUTE, kept.dividedBy(2)))
                        .or(() -> find(MANY_CYCLES, budget, TO_REFUTE))
                        .<Status>map(EndlessRun::status)
                        .orElseGet(() -> new Status.Open(
                                unfair().orElse(reason.kind() == Reason.Kind.TIME ? OUT_OF_TIME : reason), path));
        };
    }

    /** Searches longer for a run that a fair scheduler allows; if there is none, the unfair one. */
    private EndlessRun perhapsFair(EndlessRun unfair, Budget budget) {
        return find(MANY_CYCLES, budget, TO_FIND_A_FAIR_ONE)
                .filter(EndlessRun::fair)
                .or(() -> find(RECURRENCE, budget, TO_FIND_A_FAIR_ONE))
                .filter(EndlessRun::fair)
                .orElse(unfair);
    }

    private Optional<EndlessRun> find(EndlessRuns engine, Budget budget, Duration time) {
        Account<EndlessRun> account = new Account<EndlessRun>(progress).of(engine.id());
        return Inquiry.of(engine, question, budget.atMost(time), account).evidence();
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** The reason if fairness could not be used in proofs. */
    private Optional<Reason> unfair() {
        if (question.schedulers() == Schedulers.ALL) return Optional.empty();
        return question.system().threads().stream()
                .filter(ThreadSystem::isMany)
                .findFirst()
                .map(many -> Reason.undecided(
                        "--fair needs a fixed number of threads, and there may be any number of " + many.name()));
    }

    /**
     * Runs all provers at once; a proof of one ends the others. Without a proof, the result of the first that did not
     * fail.
     */
    ProofResult prove(Budget budget) {
        List<Member<TerminationQuestion, ProofResult>> members = provers.stream()
                .map(prover -> Member.of(new ProofEngine(prover), question, Duration.ZERO, Settles.BY_PROOFS))
                .toList();
        Finding<ProofResult> finding = new Portfolio<>(
                        members, budget, new Account<ProofResult>(progress), (known, _) -> clearest(known, budget))
                .search();
        failures.addAll(finding.failures());
        if (finding.evidence().isPresent()) return finding.evidence().get();
        if (finding.failures().size() == provers.size()) {
            Failure first = finding.failures().getFirst();
            throw new IllegalStateException("all provers failed: " + first.what(), first.error());
        }
        Reason reason = finding.verdict() instanceof Verdict.Unknown(var reasons)
                ? reasons.getFirst()
                : Reason.undecided(VerdictLine.words(finding.verdict()));
        return new ProofResult.Open(reason, List.of(), List.of());
    }

    /** A finding that names the loop for which there is no rank, if there is one. */
    private static Finding<ProofResult> clearest(List<Finding<ProofResult>> known, Budget budget) {
        if (known.isEmpty()) return Finding.unknown(NOBODY, budget.reason());
        for (Finding<ProofResult> finding : known) {
            if (finding.evidence().isPresent()
                    && finding.evidence().get() instanceof ProofResult.Open open
                    && !open.path().isEmpty()) return finding;
        }
        return known.stream()
                .filter(finding -> finding.evidence().isPresent())
                .findFirst()
                .orElseGet(known::getFirst);
    }

    /** Has the second solver check the proof. If it does not confirm it, that is an internal error and no answer. */
    private static Status confirmed(Proof proof) {
        Certificate certificate = Certificate.of(proof);
        return switch (certificate.check(Limit.of(TO_CONFIRM))) {
            case Certificate.Check.Valid(var premises) ->
                new Status.Proved(proof, Explanation.of(proof), certificate, premises);
            case Certificate.Check.Undecided(var premise) ->
                new Status.Open(
                        new Reason(
                                Reason.Kind.TIME,
                                "there is a proof, but cvc5 has not confirmed it in time: " + premise),
                        List.of());
            case Certificate.Check.Invalid(var premise, var answer) ->
                throw new IllegalStateException(
                        "cvc5 does not confirm a premise (" + answer + "): " + premise + "\n" + certificate.text());
            case Certificate.Check.Malformed(var why, var _) ->
                throw new IllegalStateException("a certificate is malformed: " + why + "\n" + certificate.text());
        };
    }
}
