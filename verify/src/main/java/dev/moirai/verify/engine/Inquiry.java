package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.text.Figures;
import dev.moirai.witness.text.VerdictLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Puts a question to an engine, in the same way for every engine and every command. */
public final class Inquiry {
    /** How much longer than its time an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    private Inquiry() {}

    /** Asks an engine, unless it refuses. Reports its start and its result as progress. */
    public static <Q, E> Finding<E> of(Engine<Q, E> engine, Q question, Budget budget, Account<E> account) {
        account.at("begins");
        Finding<E> finding = engine.refusal(question)
                .map(reason -> Finding.<E>unknown(engine.id(), reason))
                .orElseGet(() -> engine.run(question, budget, account));
        // The engine names the time that was left for it, but the user knows the time that was given.
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
        finding.counts().forEach((name, count) -> parts.add(Figures.grouped(count) + " " + name));
        return String.join(", ", parts) + (parts.isEmpty() ? "" : ": ") + VerdictLine.words(finding.verdict());
    }

    /**
     * The result of work that has no useful partial results. Throws a {@link GaveUpException} if the time is up first
     * or the user interrupts; the budget is then cancelled, so that the work can end.
     *
     * @param where what the message of that exception ends with
     */
    public static <T> T inTime(Budget budget, String where, Supplier<T> work) {
        try (var _ = Interruption.stopping(budget::cancel)) {
            return TimeLimit.within(budget.left(), work).orElseThrow(() -> new GaveUpException(budget.reason(where)));
        }
    }

    /**
     * The result of the work; if the time is up first or the user interrupts, what the account has so far.
     *
     * @param nobody the engine named in the answer if nothing is known
     */
    public static <E> Finding<E> inTime(Budget budget, EngineId nobody, Account<E> account, Supplier<Finding<E>> work) {
        return TimeLimit.within(budget.left().map(LENIENCE::plus), work)
                .or(account::soFar)
                .orElseGet(() -> Finding.unknown(nobody, budget.reason()));
    }
}
