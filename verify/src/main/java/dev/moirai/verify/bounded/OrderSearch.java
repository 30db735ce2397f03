package dev.moirai.verify.bounded;

import dev.moirai.bound.TooLargeException;
import dev.moirai.bound.Unencodable;
import dev.moirai.logic.OutOfTime;
import dev.moirai.property.Bounds;
import dev.moirai.property.CutReason;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Reasons;
import dev.moirai.witness.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Looks by the order of events: once where a bound is given, else with loops unwound more and more, until a violation, a
 * proof, or the end of the time. Interleavings need no bound.
 */
public final class OrderSearch {
    private final OrderQuestion question;
    private final Limit limit;
    private final Progress progress;
    private final Visits visits;
    private final List<Attempt> attempts = new ArrayList<>();
    private Optional<Coverage> clean = Optional.empty();
    private int trying;

    public OrderSearch(OrderQuestion question, Limit limit, Progress progress) {
        this.question = question;
        this.limit = limit;
        this.progress = progress;
        this.visits = new Visits(question.program(), question.properties());
    }

    /** What came of it; may be called from another thread, before the search is over. */
    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    public Verdict search() {
        Optional<String> missing = Solvers.unavailable(question.solver());
        if (missing.isPresent()) return new Verdict.Unknown(missing.get());
        try {
            Optional<Bounds> bounds = question.reach().bounds();
            if (bounds.isPresent()) return look(bounds.get().unwind()).orElseGet(this::atLast);
            for (int unwind = 1; !limit.isReached(); unwind += (unwind + 1) / 2) {
                Optional<Verdict> verdict = look(unwind);
                if (verdict.isPresent()) return verdict.get();
            }
            return stopped(Reasons.of(limit));
        } catch (Unencodable e) {
            return new Verdict.Unsupported(String.valueOf(e.getMessage()), e.span());
        } catch (TooLargeException e) {
            return stopped(new Reason(Reason.Kind.SIZE, String.valueOf(e.getMessage())));
        } catch (OutOfTime _) {
            return stopped(Reasons.of(limit));
        }
    }

    /** A verdict, or nothing if the program is clean within the bound and a larger one shows more of it. */
    private Optional<Verdict> look(int unwind) {
        progress.at("unwind " + unwind);
        tries(unwind);
        try (var look = new OrderLook(question, unwind, limit)) {
            progress.at(String.format(Locale.ROOT, "unwind %d: %,d terms", unwind, look.terms()));
            return switch (look.ask(limit)) {
                case OrderLook.Result.Violated(var violated) -> {
                    record(look.attempt("violated"));
                    yield Optional.of(violated);
                }
                case OrderLook.Result.Unknown(var reason) -> {
                    record(look.attempt(reason));
                    yield Optional.of(stopped(Reasons.of(limit, reason)));
                }
                case OrderLook.Result.Clean(var beyond) -> {
                    var coverage = new Coverage(unwind, beyond, unreached(look, beyond));
                    passed(coverage);
                    record(look.attempt(Coverage.words(beyond)));
                    boolean raised = beyond.stream().anyMatch(question.reach()::isRaisedByUnwinding);
                    yield raised ? Optional.empty() : Optional.of(atLast());
                }
            };
        }
    }

    private Unreached unreached(OrderLook look, Set<CutReason> beyond) {
        return Coverage.isWithinBounds(beyond) ? look.unreached(visits, limit) : Unreached.NOTHING;
    }

    private synchronized void record(Attempt attempt) {
        attempts.add(attempt);
    }

    private synchronized void tries(int unwind) {
        trying = unwind;
    }

    private synchronized void passed(Coverage coverage) {
        clean = Optional.of(coverage);
    }

    /** All bounds that were to be tried have been. */
    private synchronized Verdict atLast() {
        return clean.orElseThrow().verdict(question.reach(), Optional.empty());
    }

    /** What is known when it cannot go on. */
    public synchronized Verdict stopped(Reason reason) {
        if (clean.isEmpty()) return new Verdict.Unknown(reason);
        String unfinished = trying > clean.get().unwind() ? String.valueOf(trying) : "";
        return clean.get().verdict(question.reach(), Optional.of(Coverage.stopped(limit, reason.words(), unfinished)));
    }
}
