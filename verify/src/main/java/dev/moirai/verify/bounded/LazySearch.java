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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Looks by lazy sequentialization: once where bounds are given, else within growing ones, until a violation, a proof, or
 * the end of the time.
 *
 * <p>Two {@link Ladder}s are climbed: loops and rounds growing together, and loops alone at one round, for errors deep in
 * a loop that need little interleaving. The one on which less time was spent goes first. A look gets a slice of time, as
 * much as its ladder has had so far; one that needs more is put aside and taken up again in the ladder's next turn.
 */
public final class LazySearch {
    private static final Duration FIRST_SLICE = Duration.ofSeconds(1);

    private final LazyQuestion question;
    private final Limit limit;
    private final Progress progress;
    private final Visits visits;
    private final List<Attempt> attempts = new ArrayList<>();
    /** Of the bounds that were passed: the last, and those that say most. */
    private Optional<Passed> last = Optional.empty();

    private Optional<Passed> best = Optional.empty();
    private Optional<Bounds> trying = Optional.empty();

    /** Bounds within which nothing was found, and what was left out. */
    private record Passed(Bounds bounds, Coverage coverage) {}

    public LazySearch(LazyQuestion question, Limit limit, Progress progress) {
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
        Optional<String> missing = switch (question.backend()) {
            case Backend.Embedded(var solver) -> Solvers.unavailable(solver);
            case Backend.Cbmc(var command) -> Cbmc.unavailable(command);
        };
        if (missing.isPresent()) return new Verdict.Unknown(missing.get());
        try {
            Optional<Bounds> bounds = question.reach().bounds();
            return bounds.isPresent() ? within(bounds.get()) : deepening();
        } catch (Unencodable e) {
            return new Verdict.Unsupported(String.valueOf(e.getMessage()), e.span());
        } catch (TooLargeException e) {
            return stopped(new Reason(Reason.Kind.SIZE, String.valueOf(e.getMessage())));
        } catch (OutOfTime _) {
            return stopped(Reasons.of(limit));
        }
    }

    private Verdict within(Bounds bounds) {
        try (Look look = look(bounds)) {
            return switch (ask(look, limit)) {
                case Look.Result.Violated(var violated) -> violated;
                case Look.Result.Unknown(var reason) -> new Verdict.Unknown(Reasons.of(limit, reason));
                case Look.Result.Clean _ -> atLast();
            };
        }
    }

    private Verdict deepening() {
        var ladders = List.of(Ladder.loopsAndRounds(), Ladder.loopsAlone());
        try {
            while (!limit.isReached()) {
                Optional<Ladder> next = ladders.stream()
                        .filter(ladder -> !ladder.hasEnded())
                        .min(Comparator.comparingLong(Ladder::nanos));
                if (next.isEmpty())
                    return stopped(new Reason(Reason.Kind.SIZE, "larger bounds make too large a formula"));
                Optional<Verdict> verdict = climb(next.get(), ladders);
                if (verdict.isPresent()) return verdict.get();
            }
            return stopped(Reasons.of(limit));
        } finally {
            ladders.forEach(Ladder::leave);
        }
    }

    private Optional<Verdict> climb(Ladder ladder, List<Ladder> ladders) {
        long began = System.nanoTime();
        Limit slice = limit.within(Duration.ofNanos(Math.max(FIRST_SLICE.toNanos(), ladder.nanos())));
        try {
            Look look = ladder.look(this::look);
            switch (ask(look, slice)) {
                case Look.Result.Violated(var violated) -> {
                    return Optional.of(violated);
                }
                case Look.Result.Unknown(var reason) -> {
                    if (!slice.isReached()) return Optional.of(stopped(Reasons.of(limit, reason)));
                }
                case Look.Result.Clean(var beyond) -> {
                    if (beyond.stream().noneMatch(this::isRaised)) return Optional.of(atLast());
                    ladders.forEach(one -> one.passed(look));
                }
            }
        } catch (TooLargeException _) {
            ladder.end();
        } finally {
            ladder.spend(System.nanoTime() - began);
        }
        return Optional.empty();
    }

    /** Whether larger bounds leave less out for this reason. */
    private boolean isRaised(CutReason reason) {
        return reason instanceof CutReason.Rounds || question.reach().isRaisedByUnwinding(reason);
    }

    private Look look(Bounds bounds) {
        progress.at(words(bounds));
        var sequentialized = new Sequentialized(question, bounds);
        return switch (question.backend()) {
            case Backend.Embedded(var solver) -> new LazyLook(question, solver, sequentialized, limit);
            case Backend.Cbmc(var command) -> new CbmcLook(question, command, sequentialized);
        };
    }

    private Look.Result ask(Look look, Limit until) {
        progress.at(words(look.bounds()) + ": " + look.size());
        tries(look.bounds());
        Look.Result result = look.ask(until);
        if (result instanceof Look.Result.Clean(var beyond)) {
            var unreached = Coverage.isWithinBounds(beyond) ? look.unreached(visits, until) : Unreached.NOTHING;
            passed(new Passed(look.bounds(), new Coverage(look.bounds().unwind(), beyond, unreached)));
        }
        record(look.attempt(word(result)));
        return result;
    }

    private static String words(Bounds bounds) {
        return "unwind " + bounds.unwind() + ", rounds " + bounds.rounds();
    }

    private static String word(Look.Result result) {
        return switch (result) {
            case Look.Result.Violated _ -> "violated";
            case Look.Result.Unknown(var reason) -> reason;
            case Look.Result.Clean(var beyond) -> Coverage.words(beyond);
        };
    }

    /** A look that was put aside and taken up again has one line. */
    private synchronized void record(Attempt attempt) {
        attempts.removeIf(earlier -> earlier.bounds().equals(attempt.bounds()));
        attempts.add(attempt);
    }

    private synchronized void tries(Bounds bounds) {
        trying = Optional.of(bounds);
    }

    private synchronized void passed(Passed now) {
        last = Optional.of(now);
        if (best.isEmpty() || best.get().bounds().rounds() <= now.bounds().rounds()) best = last;
    }

    /** The bounds that were passed last are all that were to be tried, or larger ones show no more. */
    private synchronized Verdict atLast() {
        return last.orElseThrow().coverage().verdict(question.reach(), Optional.empty());
    }

    /** What is known when it cannot go on. */
    public synchronized Verdict stopped(Reason reason) {
        if (best.isEmpty()) return new Verdict.Unknown(reason);
        Bounds passed = best.get().bounds();
        String unfinished = trying.filter(bounds -> !bounds.equals(passed))
                .map(Bounds::toString)
                .orElse("");
        var stopped = Coverage.stopped(limit, reason.words(), unfinished);
        return best.get().coverage().verdict(question.reach(), Optional.of(stopped));
    }
}
