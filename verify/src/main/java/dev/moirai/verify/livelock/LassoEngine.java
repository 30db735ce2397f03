package dev.moirai.verify.livelock;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.ClimbingSearch;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for a stem and a lasso of a number of rounds, as one formula. If no bounds are given, it lets other engines
 * have their turn after its first queries.
 */
final class LassoEngine implements Engine<LivelockQuestion, Evidence> {
    private static final EngineId ID = new EngineId("lasso", EngineId.Way.FORMULAS);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(LivelockQuestion question) {
        return Solvers.unavailable(question.solver()).map(Reason::undecided);
    }

    @Override
    public Finding<Evidence> run(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        var method = new LassoMethod(question, account::letOthers, budget.workforce());
        var bounded =
                new BoundedQuestion(question.machine().program(), Set.of(Property.LIVELOCK), SearchBounds.GROWING);
        var search = new ClimbingSearch<>(method, bounded, budget.limit(), account::at);
        account.knows(() -> found(search.stopped(budget.reason()), search.attempts()));
        Verdict verdict = question.bounds().map(search::within).orElseGet(search::deepening);
        return found(verdict, search.attempts());
    }

    private static Finding<Evidence> found(Verdict verdict, List<Attempt> attempts) {
        Map<String, Long> counts = new LinkedHashMap<>();
        if (!attempts.isEmpty()) {
            counts.put("looks", (long) attempts.size());
            counts.putAll(attempts.getLast().sizes());
        }
        return new Finding<>(ID, verdict, Optional.empty(), counts, attempts, List.of());
    }
}
