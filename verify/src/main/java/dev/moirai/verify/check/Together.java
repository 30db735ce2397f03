package dev.moirai.verify.check;

import static dev.moirai.verify.engine.Member.Settles.BY_BOUNDS;
import static dev.moirai.verify.engine.Member.Settles.BY_BOUNDS_AT_LAST;
import static dev.moirai.verify.engine.Member.Settles.BY_PROOFS;
import static dev.moirai.verify.engine.Member.Settles.BY_VIOLATIONS;

import dev.moirai.verify.bounded.Choices;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.EngineId;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Member;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.verify.engine.Reasons;
import java.time.Duration;
import java.util.List;

/**
 * The engines side by side.
 *
 * <p>The explicit search has a moment for itself, which is all that small programs need; then the order of events is
 * asked, and lazy sequentialization joins later, while the explicit search goes on: it alone can prove what loops without
 * end. Where a bound is given, the order of events is asked at once, after a moment the explicit search makes room, and
 * lazy sequentialization joins soon; if order cannot answer, the explicit search has its turn again, within the bounds. When
 * the question has taken longer than a moment, the program is also just run for a few seconds.
 */
final class Together implements Engine<CheckQuestion, Choices> {
    private static final EngineId ID = new EngineId("auto");

    private static final Duration AT_ONCE = Duration.ZERO;
    /** Two engines and Java's compiler are more than two cores can do at once: what order does in no time it does alone. */
    private static final Duration HEAD_START = Duration.ofMillis(100);

    private static final Duration MOMENT = Duration.ofMillis(150);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(2);
    private static final Duration LATE = Duration.ofSeconds(3);

    private final Engine<CheckQuestion, Choices> explicit;
    private final Engine<CheckQuestion, Choices> order;
    private final Engine<CheckQuestion, Choices> lazy;
    private final Engine<CheckQuestion, Choices> runs;

    Together() {
        this(new ExplicitEngine(), new OrderEngine(), new LazyEngine(), new TrialRuns());
    }

    Together(
            Engine<CheckQuestion, Choices> explicit,
            Engine<CheckQuestion, Choices> order,
            Engine<CheckQuestion, Choices> lazy,
            Engine<CheckQuestion, Choices> runs) {
        this.explicit = explicit;
        this.order = order;
        this.lazy = lazy;
        this.runs = runs;
    }

    @Override
    public EngineId id() {
        return ID;
    }

    private List<Member<CheckQuestion, Choices>> everywhere(CheckQuestion question) {
        return List.of(
                Member.of(explicit, question.everywhere(), AT_ONCE, BY_PROOFS),
                Member.of(order, question, MOMENT, BY_PROOFS),
                Member.of(runs, question, SOON, BY_VIOLATIONS),
                Member.of(lazy, question, LATE, BY_PROOFS));
    }

    private List<Member<CheckQuestion, Choices>> withinBounds(CheckQuestion question) {
        return List.of(
                Member.of(order, question, AT_ONCE, BY_BOUNDS),
                Member.of(explicit, question.everywhere(), HEAD_START, BY_PROOFS)
                        .making(new Member.Room<>(MOMENT, order.id(), question)),
                // What lazy says within bounds is less than order could say, which needs no bound on rounds.
                Member.of(lazy, question, SOON, BY_BOUNDS_AT_LAST),
                Member.of(runs, question, LATER, BY_VIOLATIONS));
    }

    @Override
    public Finding<Choices> run(CheckQuestion question, Budget budget, Account<Choices> account) {
        var members = question.searchBounds().bounds().isPresent() ? withinBounds(question) : everywhere(question);
        Finding<Choices> nothing = Finding.unknown(ID, budget.reason());
        return new Portfolio<>(
                        members,
                        budget,
                        account,
                        (known, isSomebodyAtWork) -> Reasons.together(known, nothing, isSomebodyAtWork))
                .search();
    }
}
