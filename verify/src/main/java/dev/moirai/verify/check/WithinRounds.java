package dev.moirai.verify.check;

import static dev.moirai.verify.engine.Member.Settles.BY_BOUNDS;
import static dev.moirai.verify.engine.Member.Settles.BY_PROOFS_ALONE;

import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Member;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What bounds on rounds ask for if no engine is named: lazy sequentialization, the only engine that has rounds. Where it
 * takes long, or reaches nothing within the bounds, a proof without bounds is looked for too, which says more.
 */
final class WithinRounds implements Engine<CheckQuestion, Shown> {
    private static final Duration LATER = Duration.ofSeconds(3);

    private final Engine<CheckQuestion, Shown> lazy = new LazyEngine();
    private final Engine<CheckQuestion, Shown> modular = new ModularEngine();

    @Override
    public EngineId id() {
        return lazy.id();
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        List<Member<CheckQuestion, Shown>> members = new ArrayList<>();
        members.add(Member.of(lazy, question, Duration.ZERO, BY_BOUNDS));
        if (modular.refusal(question).isEmpty()) members.add(Member.of(modular, question, LATER, BY_PROOFS_ALONE));
        return new Portfolio<>(
                        members,
                        budget,
                        account,
                        (known, _) -> known.isEmpty() ? Finding.unknown(id(), budget.reason()) : known.getFirst())
                .search();
    }
}
