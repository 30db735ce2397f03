package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.text.VerdictLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** A question is put to an engine: the same for every engine and every command. */
public final class Inquiry {
    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    private Inquiry() {}

    /** Asks an engine, unless it refuses; told are its beginning and what comes of it. */
    public static <Q, E> Finding<E> of(Engine<Q, E> engine, Q question, Budget budget, Account<E> account) {
        account.at("begins");
        Finding<E> finding = engine.refusal(question)
                .map(reason -> Finding.<E>unknown(engine.id(), reason))
                .orElseGet(() -> engine.run(question, budget, account));
        // An engine knows only of the time that was left for it; the user, of the time given.
        if (finding.verdict() instanceof Verdict.Unknown(var reasons) && budget.isOver() && isForTime(reasons)) {
            finding = finding.with(new Verdict.Unknown(budget.reason()));
        }
        account.at(words(finding));
        return finding;
    }

    private static boolean isForTime(List<Reason> reasons) {
        return reasons.stream()
                .allMatch(reason -> reason.kind() == Reason.Kind.TIME || reason.kind() == Reason.Kind.INTERRUPTED);
    }

    /** The last bounds that were tried, the sizes, the verdict. */
    private static String words(Finding<?> finding) {
        var parts = new ArrayList<String>();
        if (!finding.attempts().isEmpty()) {
            finding.attempts().getLast().bounds().forEach((name, bound) -> parts.add(name + " " + bound));
        }
        finding.counts().forEach((name, count) -> parts.add(String.format(Locale.ROOT, "%,d %s", count, name)));
        return String.join(", ", parts) + (parts.isEmpty() ? "" : ": ") + VerdictLine.words(finding.verdict());
    }

    /**
     * What the work yields, if nothing less than all of it is of use. Throws a {@link GaveUpException} if it is not done in
     * time, or the user wants no more of it; the budget is cancelled then, so that the work may end in good order.
     *
     * @param where what the reason for having given up ends with
     */
    public static <T> T inTime(Budget budget, String where, Supplier<T> work) {
        try (var _ = Interruption.stopping(budget::cancel)) {
            return TimeLimit.within(budget.left(), work).orElseThrow(() -> new GaveUpException(budget.reason(where)));
        }
    }

    /**
     * What the work finds; if it is not done in time, or the user wants no more of it, what the account has till then.
     *
     * @param nobody whom the answer is of if nobody knows anything
     */
    public static <E> Finding<E> inTime(Budget budget, EngineId nobody, Account<E> account, Supplier<Finding<E>> work) {
        return TimeLimit.within(budget.left().map(LENIENCE::plus), work)
                .or(account::soFar)
                .orElseGet(() -> Finding.unknown(nobody, budget.reason()));
    }
}
