package dev.moirai.verify.check;

import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.BoundedMethod;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.ClimbingSearch;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.List;
import java.util.Optional;

/** What the engines that search within bounds have in common. */
final class Climbing {
    private Climbing() {}

    /** @param given the bounds, if the user gives any */
    static <B> Finding<Shown> run(
            EngineId engine,
            BoundedMethod<B> method,
            BoundedQuestion question,
            Optional<B> given,
            Budget budget,
            Account<Shown> account) {
        var search = new ClimbingSearch<>(method, question, budget.limit(), budget.workforce(), account::at);
        account.knows(() -> Finding.of(engine, search.stopped(budget.reason()), search.attempts()));
        Verdict verdict = given.map(bounds -> search.within(List.of(bounds))).orElseGet(search::deepening);
        return Finding.<Shown>of(engine, verdict, search.attempts())
                .with(search.choices().map(choices -> choices));
    }

    static BoundedQuestion bounded(CheckQuestion question) {
        return new BoundedQuestion(question.program(), question.properties(), question.searchBounds());
    }
}
