package dev.moirai.verify.bounded;

import dev.moirai.bound.Prelude;
import dev.moirai.bound.TooLargeException;
import dev.moirai.bound.Unencodable;
import dev.moirai.logic.OutOfTime;
import dev.moirai.property.CutReason;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Reasons;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.witness.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Searches within the given bounds, or within growing ones until there is a violation, a proof, or no more time.
 *
 * <p>A method may have several {@link Ladder}s, each growing in its own direction. The ladder on which less time was
 * spent has its turn. Its query gets a slice of time, as much as the ladder has had so far; a query that needs more is
 * put aside and resumed in the ladder's next turn.
 *
 * @param <B> the bounds
 */
public final class ClimbingSearch<B> {
    private static final Duration FIRST_SLICE = Duration.ofSeconds(1);

    private final BoundedMethod<B> method;
    private final Visits visits;
    private final Limit limit;
    private final Workforce workforce;
    private final Consumer<String> progress;
    private final List<Attempt> attempts = new ArrayList<>();
    /** The bounds, as attempts name them, of the queries that were put aside. */
    private final Set<Map<String, Integer>> aside = new HashSet<>();

    /** The last bounds within which nothing was found, and those of them that say most. */
    private Optional<Passed<B>> last = Optional.empty();

    private Optional<Passed<B>> best = Optional.empty();
    private Optional<B> trying = Optional.empty();
    private Optional<Choices> choices = Optional.empty();
    /** Why the interpreter did not confirm some run. From then on the search does not claim that anything holds. */
    private Optional<String> doubt = Optional.empty();

    /** Bounds within which nothing was found, and what was left out. */
    private record Passed<B>(B bounds, Coverage coverage) {}

    /** The result of one turn of a query. */
    private sealed interface Step {
        record Answered(Verdict verdict) implements Step {}

        /** Nothing was found, or nothing that the interpreter confirms. */
        record Passed(Set<CutReason> beyond) implements Step {}

        /** The query needs more time than it had. */
        record PutAside() implements Step {}

        /** The query says nothing, because main can begin otherwise than was thought. */
        record LeftPrelude() implements Step {}
    }

    /** @param progress takes the bounds that are being tried */
    public ClimbingSearch(BoundedMethod<B> method, BoundedQuestion question, Limit limit, Consumer<String> progress) {
        this(method, question, limit, Workforce.ALONE, progress);
    }

    /** @param workforce answers the parts of queries that take long */
    public ClimbingSearch(
            BoundedMethod<B> method,
            BoundedQuestion question,
            Limit limit,
            Workforce workforce,
            Consumer<String> progress) {
        this.method = method;
        this.visits = new Visits(question.program(), question.properties());
        this.limit = limit;
        this.workforce = workforce;
        this.progress = progress;
    }

    /** The attempts so far; may be called from another thread. */
    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** How the sequentialized program reaches the violation, if one was found in a sequentialized program. */
    public Optional<Choices> choices() {
        return choices;
    }

    public Limit limit() {
        return limit;
    }

    /** Searches within these bounds, one after the other. */
    public Verdict within(List<B> given) {
        return unlessTooLarge(() -> {
            for (B bounds : given) {
                try (BoundedQuery query = open(bounds)) {
                    Optional<Verdict> verdict = ask(bounds, query).or(() -> method.besides(bounds, this));
                    if (verdict.isPresent()) return verdict.get();
                }
            }
            return atLast();
        });
    }

    /** Searches within growing bounds. */
    public Verdict deepening() {
        return unlessTooLarge(this::climb);
    }

    private interface Search {
        Verdict run();
    }

    private Verdict unlessTooLarge(Search search) {
        try {
            return search.run();
        } catch (Unencodable e) {
            return new Verdict.Unsupported(String.valueOf(e.getMessage()), e.span());
        } catch (TooLargeException e) {
            return stopped(new Reason(Reason.Kind.SIZE, String.valueOf(e.getMessage())));
        } catch (OutOfTime _) {
            return stopped(Reasons.of(limit));
        }
    }

    private Verdict climb() {
        List<Ladder<B>> ladders = method.ladders(limit);
        try {
            while (!limit.isReached()) {
                Optional<Ladder<B>> next = ladders.stream()
                        .filter(ladder -> !ladder.hasEnded())
                        .min((a, b) -> Long.compare(a.nanos(), b.nanos()));
                if (next.isEmpty()) {
                    return stopped(new Reason(Reason.Kind.SIZE, "larger bounds make too large a formula"));
                }
                Optional<Verdict> verdict = climb(next.get(), ladders);
                if (verdict.isPresent()) return verdict.get();
            }
            return stopped(Reasons.of(limit));
        } finally {
            ladders.forEach(Ladder::leave);
        }
    }

    private Optional<Verdict> climb(Ladder<B> ladder, List<Ladder<B>> ladders) {
        long began = System.nanoTime();
        boolean isAlone = ladders.size() == 1;
        Limit slice = isAlone ? limit : limit.within(Duration.ofNanos(Math.max(FIRST_SLICE.toNanos(), ladder.nanos())));
        B bounds = ladder.bounds();
        try {
            BoundedQuery query = ladder.query(this::open);
            return switch (step(bounds, query, slice)) {
                case Step.Answered(var verdict) -> Optional.of(verdict);
                case Step.PutAside() -> Optional.empty();
                case Step.LeftPrelude() -> {
                    method.forgetPrelude();
                    ladders.forEach(Ladder::leave);
                    yield Optional.empty();
                }
                case Step.Passed(var beyond) -> {
                    if (method.isComplete(beyond)) yield Optional.of(atLast());
                    for (Ladder<B> each : ladders) each.passed(bounds, query);
                    yield method.besides(bounds, this);
                }
            };
        } catch (TooLargeException e) {
            if (isAlone) throw e;
            ladder.end();
            return Optional.empty();
        } finally {
            ladder.spend(System.nanoTime() - began);
        }
    }

    private BoundedQuery open(B bounds) {
        tries(bounds);
        progress.accept(method.words(bounds));
        BoundedQuery query = method.open(bounds, limit);
        return workforce.places() > 1 ? new SplitQuery(query, workforce) : query;
    }

    /** Asks a query with all the time that is left; nothing if there is no violation within its bounds. */
    public Optional<Verdict> ask(B bounds, BoundedQuery query) {
        return switch (step(bounds, query, limit)) {
            case Step.Answered(var verdict) -> Optional.of(verdict);
            case Step.PutAside() -> Optional.of(stopped(Reasons.of(limit)));
            case Step.Passed _, Step.LeftPrelude _ -> Optional.empty();
        };
    }

    private Step step(B bounds, BoundedQuery query, Limit until) {
        progress.accept(method.words(bounds) + ": " + query.size());
        tries(bounds);
        BoundedQuery.Result result = query.ask(until);
        Step step = switch (result) {
            case BoundedQuery.Result.Violated(var violated, var way) -> {
                choices = way;
                yield new Step.Answered(violated);
            }
            case BoundedQuery.Result.Unknown(var reason) ->
                until.isReached() ? new Step.PutAside() : new Step.Answered(stopped(Reasons.of(limit, reason)));
            case BoundedQuery.Result.Unconfirmed(var why) -> {
                doubts("a run within " + method.words(bounds) + " was not confirmed: " + why);
                yield new Step.Passed(Set.of());
            }
            case BoundedQuery.Result.Clean(var beyond)
            when beyond.stream().anyMatch(Prelude::isLeft) -> new Step.LeftPrelude();
            case BoundedQuery.Result.Clean(var beyond) -> {
                var unreached = Coverage.isWithinBounds(beyond) ? query.unreached(visits, until) : Unreached.NOTHING;
                passed(new Passed<>(bounds, new Coverage(method.unwind(bounds), beyond, unreached)));
                yield new Step.Passed(beyond);
            }
        };
        record(query.attempt(result), step);
        return step;
    }

    /** Records an attempt. A query that was put aside and resumed has a single one. */
    private synchronized void record(Attempt attempt, Step step) {
        if (aside.remove(attempt.bounds())) {
            attempts.removeIf(earlier -> earlier.bounds().equals(attempt.bounds()));
        }
        if (step instanceof Step.PutAside) aside.add(attempt.bounds());
        attempts.add(attempt);
    }

    private synchronized void tries(B bounds) {
        trying = Optional.of(bounds);
    }

    private synchronized void doubts(String why) {
        if (doubt.isEmpty()) doubt = Optional.of(why);
    }

    private synchronized void passed(Passed<B> now) {
        last = Optional.of(now);
        if (best.isEmpty() || method.saysAsMuch(now.bounds(), best.get().bounds())) best = last;
    }

    /** The verdict when the last bounds were passed: no others were asked for, or larger ones show no more. */
    private synchronized Verdict atLast() {
        if (doubt.isPresent()) return new Verdict.Unknown(doubt.get());
        Passed<B> passed = last.orElseThrow();
        return method.clean(passed.bounds(), passed.coverage(), Optional.empty());
    }

    /** The verdict if the search has to stop now; may be called from another thread while it is still running. */
    public synchronized Verdict stopped(Reason reason) {
        if (doubt.isPresent()) return new Verdict.Unknown(doubt.get());
        if (best.isEmpty()) return new Verdict.Unknown(reason);
        Passed<B> passed = best.get();
        String unfinished = trying.filter(bounds -> !bounds.equals(passed.bounds()))
                .map(method::unfinished)
                .orElse("");
        var stopped = Coverage.stopped(limit, reason.words(), unfinished);
        return method.clean(passed.bounds(), passed.coverage(), Optional.of(stopped));
    }
}
