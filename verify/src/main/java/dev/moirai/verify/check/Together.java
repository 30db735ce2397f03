package dev.moirai.verify.check;

import static dev.moirai.verify.engine.Member.Settles.BY_BOUNDS;
import static dev.moirai.verify.engine.Member.Settles.BY_BOUNDS_AT_LAST;
import static dev.moirai.verify.engine.Member.Settles.BY_PROOFS;
import static dev.moirai.verify.engine.Member.Settles.BY_PROOFS_ALONE;
import static dev.moirai.verify.engine.Member.Settles.BY_PROOFS_BESIDE_ANOTHER;
import static dev.moirai.verify.engine.Member.Settles.BY_VIOLATIONS;

import dev.moirai.explore.Explorer;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Brief;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Member;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.verify.engine.Reasons;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the engines side by side.
 *
 * <p>At first the explicit search works alone, which suffices for small programs. Then the order of events joins, and
 * later lazy sequentialization, while the explicit search goes on: it alone can prove programs with endless loops. If
 * bounds are given, the explicit search glances beyond them, then looks within, and makes room for the order of events after
 * its moment; lazy sequentialization joins soon; if order has no answer, or takes long, the explicit search has its turn again. Where a
 * program leaves many values open, the order of events starts at once, and the explicit search later. Where nothing that was asked about is reached
 * within the bounds, all others begin at once. After a while the program is also simply run, for a few seconds and then, more slowly, as long as others work. Where no
 * bounds are given, other searches over states join when the explicit one is not soon done: one that keeps the worst states alone, and one that learns
 * what threads touch.
 *
 * <p>Unless it is asked for what it cannot prove, the engine that proves without bounds joins after a second, or
 * three if bounds are given: what the others decide at once needs no proof. Within bounds it soon gives up, because who
 * gives bounds did not ask for a proof.
 */
final class Together implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("auto");

    private static final Duration AT_ONCE = Duration.ZERO;
    /**
     * The first engine has so long alone, because two engines and Java's compiler are too much for two cores, and small
     * programs need no second engine.
     */
    private static final Duration MOMENT = Duration.ofMillis(150);

    /** How long the explicit search waits where it cannot try all values. */
    private static final Duration HEAD_START = Duration.ofMillis(400);

    /** How long the explicit search looks beyond the bounds at first, and when it comes back. */
    private static final Duration GLANCE = Duration.ofMillis(80);

    private static final Duration LONG_GLANCE = Duration.ofSeconds(2);
    /** How long the explicit search, which has made room for the order of events, waits for its answer. */
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private static final Duration NO_END = Duration.ofDays(1);

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATER = Duration.ofSeconds(2);
    private static final Duration LATE = Duration.ofSeconds(3);
    /** How long a proof is looked for that was not asked for. */
    private static final Duration A_WHILE = Duration.ofSeconds(10);

    private final Engine<CheckQuestion, Shown> explicit;
    private final Engine<CheckQuestion, Shown> order;
    private final Engine<CheckQuestion, Shown> lazy;
    private final Engine<CheckQuestion, Shown> runs;
    private final Engine<CheckQuestion, Shown> modular;
    private final Engine<CheckQuestion, Shown> learning;
    private final Engine<CheckQuestion, Shown> rising;

    Together() {
        this(
                new ExplicitEngine(),
                new OrderEngine(),
                new LazyEngine(),
                new TrialRuns(),
                new ModularEngine(),
                new LearningEngine(),
                new RisingEngine());
    }

    Together(
            Engine<CheckQuestion, Shown> explicit,
            Engine<CheckQuestion, Shown> order,
            Engine<CheckQuestion, Shown> lazy,
            Engine<CheckQuestion, Shown> runs,
            Engine<CheckQuestion, Shown> modular,
            Engine<CheckQuestion, Shown> learning,
            Engine<CheckQuestion, Shown> rising) {
        this.explicit = explicit;
        this.order = order;
        this.lazy = lazy;
        this.runs = runs;
        this.modular = modular;
        this.learning = learning;
        this.rising = rising;
    }

    @Override
    public EngineId id() {
        return ID;
    }

    private List<Member<CheckQuestion, Shown>> everywhere(CheckQuestion question) {
        boolean areFewValues = Explorer.hasFewValuesToTry(question.program());
        var members = new ArrayList<>(List.of(
                Member.of(explicit, question.everywhere(), areFewValues ? AT_ONCE : HEAD_START, BY_PROOFS),
                Member.of(order, question, areFewValues ? MOMENT : AT_ONCE, BY_PROOFS),
                Member.of(runs, question, SOON, BY_VIOLATIONS),
                Member.of(rising, question, SOON, BY_PROOFS_BESIDE_ANOTHER),
                Member.of(lazy, question, LATE, BY_PROOFS)));
        if (modular.refusal(question).isEmpty()) members.add(Member.of(modular, question, SOON, BY_PROOFS_ALONE));
        if (learning.refusal(question).isEmpty()) {
            members.add(Member.of(learning, question, LATER, BY_PROOFS_BESIDE_ANOTHER));
        }
        return members;
    }

    private List<Member<CheckQuestion, Shown>> withinBounds(CheckQuestion question) {
        boolean areFewValues = Explorer.hasFewValuesToTry(question.program());
        var first = areFewValues
                ? Member.of(new GlanceBeyond(explicit, GLANCE), question, AT_ONCE, BY_BOUNDS)
                : Member.of(explicit, question.everywhere(), HEAD_START, BY_PROOFS);
        var again = Member.of(new GlanceBeyond(explicit, LONG_GLANCE), question, AT_ONCE, BY_BOUNDS);
        var members = new ArrayList<>(List.of(
                Member.of(order, question, areFewValues ? MOMENT : AT_ONCE, BY_BOUNDS),
                first.making(new Member.Room<>(MOMENT, order.id(), areFewValues ? PATIENCE : NO_END, again)),
                // Lazy's answers within bounds say less than those of order, which needs no bound on rounds.
                Member.of(lazy, question, SOON, BY_BOUNDS_AT_LAST),
                Member.of(runs, question, LATER, BY_VIOLATIONS)));
        var brief = new Brief<>(modular, A_WHILE);
        if (brief.refusal(question).isEmpty()) members.add(Member.of(brief, question, LATE, BY_PROOFS_ALONE));
        return members;
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var members = question.searchBounds().bounds().isPresent() ? withinBounds(question) : everywhere(question);
        return new Portfolio<>(
                        members,
                        budget,
                        account,
                        (known, isSomebodyAtWork) -> Reasons.together(
                                        known, Finding.unknown(ID, budget.reason()), isSomebodyAtWork)
                                .counting(known))
                .search();
    }
}
