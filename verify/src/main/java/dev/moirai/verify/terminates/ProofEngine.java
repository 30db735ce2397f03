package dev.moirai.verify.terminates;

import dev.moirai.property.Verdict;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Prover;
import dev.moirai.rely.rule.ProofQuestion;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Map;
import java.util.Optional;

/** A prover of termination. Another solver has still to confirm its proofs. */
record ProofEngine(Prover prover) implements Engine<TerminationQuestion, ProofResult> {
    @Override
    public EngineId id() {
        return new EngineId(prover.name());
    }

    @Override
    public Finding<ProofResult> run(TerminationQuestion asked, Budget budget, Account<ProofResult> account) {
        // Each prover gets a question of its own, because questions have caches.
        var question = new ProofQuestion(asked.system(), asked.thread().number(), asked.schedulers());
        ProofResult result = prover.prove(question, budget.limit());
        Verdict verdict = switch (result) {
            case ProofResult.Proved _ -> new Verdict.Holds();
            case ProofResult.Open open -> new Verdict.Unknown(open.reason());
        };
        return new Finding<ProofResult>(id(), verdict, Map.of()).with(Optional.of(result));
    }
}
