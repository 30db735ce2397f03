package dev.moirai.verify.livelock;

import dev.moirai.bound.TooLargeException;
import dev.moirai.bound.Unencodable;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.interpret.Machine;
import dev.moirai.logic.OutOfTime;
import dev.moirai.property.Bounds;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Coverage;
import dev.moirai.verify.bounded.LazyQuestion;
import dev.moirai.verify.bounded.LazySearch;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Reasons;
import dev.moirai.witness.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Looks for a fair lasso within the given bounds, or within growing ones: first few rounds, then more of stem and lasso. */
final class LassoDeepening {
    /** Contexts of the first look. */
    private static final int FEW = 2;

    private final Machine machine;
    private final LivenessProperty liveness;
    private final String solver;
    private final Limit limit;
    private final BooleanSupplier alwaysEnds;
    private final Consumer<Livelock.Finding> soFar;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private Optional<LassoBounds> clean = Optional.empty();
    private Optional<LassoBounds> trying = Optional.empty();
    /** A run that the interpreter did not confirm: from then on nothing is said to hold. */
    private Optional<String> doubt = Optional.empty();
    /** What looks left out besides what is beyond their bounds. */
    private final Set<CutReason> beyond = new LinkedHashSet<>();

    /**
     * @param alwaysEnds asked once, when a first look has found nothing: whether it is known that no run goes on for ever
     * @param soFar hears what is known after each look, should the next take too long
     */
    LassoDeepening(
            Machine machine,
            LivenessProperty liveness,
            String solver,
            Limit limit,
            BooleanSupplier alwaysEnds,
            Consumer<Livelock.Finding> soFar) {
        this.machine = machine;
        this.liveness = liveness;
        this.solver = solver;
        this.limit = limit;
        this.alwaysEnds = alwaysEnds;
        this.soFar = soFar;
    }

    Livelock.Finding search(Optional<List<LassoBounds>> bounds) {
        Optional<String> missing = Solvers.unavailable(solver);
        if (missing.isPresent()) return found(new Verdict.Unknown(missing.get()));
        try {
            return found(bounds.isPresent() ? within(bounds.get()) : deepening());
        } catch (Unencodable e) {
            return found(new Verdict.Unsupported(String.valueOf(e.getMessage()), e.span()));
        } catch (TooLargeException e) {
            return found(stopped(new Reason(Reason.Kind.SIZE, String.valueOf(e.getMessage()))));
        } catch (OutOfTime _) {
            return found(stopped(Reasons.of(limit)));
        }
    }

    private Livelock.Finding found(Verdict verdict) {
        String engine = verdict instanceof Verdict.Holds ? Livelock.TERMINATES : "lasso";
        return new Livelock.Finding(verdict, engine, new LinkedHashMap<>(counts), List.copyOf(attempts));
    }

    private Verdict within(List<LassoBounds> all) {
        for (LassoBounds bounds : all) {
            Optional<Verdict> verdict = look(bounds);
            if (verdict.isPresent()) return verdict.get();
        }
        return ending(all.getLast()).orElseGet(() -> clean(LassoBounds.name(all), Optional.empty()));
    }

    /** Contexts grow by one at a time; of a lasso's rounds and a stem's, all that add up; loops a little more than those. */
    private Verdict deepening() {
        for (int contexts = FEW; !limit.isReached(); contexts++) {
            for (int lasso = 1; lasso <= contexts && !limit.isReached(); lasso++) {
                Optional<Verdict> verdict = look(new LassoBounds(contexts - lasso, lasso, contexts));
                if (verdict.isPresent()) return verdict.get();
            }
            Optional<Verdict> ending = ending(new LassoBounds(contexts - 1, 1, contexts));
            if (ending.isPresent()) return ending.get();
            if (contexts == FEW && alwaysEnds.getAsBoolean()) return new Verdict.Holds();
        }
        return stopped(Reasons.of(limit));
    }

    /** A verdict, or nothing if there is no run within the bounds. */
    private Optional<Verdict> look(LassoBounds bounds) {
        trying = Optional.of(bounds);
        soFar.accept(found(stopped(new Reason(Reason.Kind.TIME, Within.Stopped.TIME_IS_UP))));
        return look(bounds, new LassoLook(machine, liveness, bounds, limit));
    }

    private Optional<Verdict> look(LassoBounds bounds, LassoLook look) {
        LassoLook.Result result = look.ask(solver, limit);
        counts.merge("looks", 1L, Long::sum);
        counts.putAll(look.sizes());
        attempts.add(look.attempt(word(result)));
        return switch (result) {
            case LassoLook.Result.Found(var verdict) -> Optional.of(verdict);
            case LassoLook.Result.None(var more) -> {
                clean = Optional.of(bounds);
                beyond.addAll(more);
                yield Optional.empty();
            }
            // Two states may be the same to us and never be to the interpreter. No alarm then, and no word of absence;
            // within other bounds there may be a run that is confirmed.
            case LassoLook.Result.Doubtful(var why) -> {
                doubt = doubt.or(() -> Optional.of("a run within " + bounds + " was not confirmed: " + why));
                yield Optional.empty();
            }
            case LassoLook.Result.Unknown(var reason) -> Optional.of(stopped(Reasons.of(limit, reason)));
        };
    }

    /** Where nothing goes on for ever, a run may end too soon. */
    private Optional<Verdict> ending(LassoBounds bounds) {
        Optional<Verdict> unanswered = liveness.undone() instanceof LivenessProperty.Undone.Response response
                ? look(bounds, LassoLook.atEndings(machine, liveness, response, bounds, limit))
                : Optional.empty();
        return unanswered.or(() -> deadlock(bounds));
    }

    /** Everybody is stuck: another answer, by its own name. */
    private Optional<Verdict> deadlock(LassoBounds bounds) {
        var rounds = new Bounds(bounds.unwind(), bounds.stem() + bounds.lasso());
        var question = new LazyQuestion(
                machine.program(), Set.of(Property.DEADLOCK), Reach.of(rounds), new Backend.Embedded(solver), _ -> {});
        Verdict verdict = new LazySearch(question, limit, Progress.IGNORED).search();
        return verdict instanceof Verdict.Violated ? Optional.of(verdict) : Optional.empty();
    }

    private static String word(LassoLook.Result result) {
        return switch (result) {
            case LassoLook.Result.Found _ -> "found";
            case LassoLook.Result.Doubtful _ -> "not confirmed";
            case LassoLook.Result.None _ -> "none";
            case LassoLook.Result.Unknown _ -> "unknown";
        };
    }

    /** What is known when it cannot go on. */
    private Verdict stopped(Reason reason) {
        if (clean.isEmpty() && doubt.isEmpty()) return new Verdict.Unknown(reason);
        String unfinished = trying.filter(_ -> !clean.equals(trying))
                .map(LassoBounds::toString)
                .orElse("");
        return clean(
                clean.map(LassoBounds::toString).orElse(""),
                Optional.of(Coverage.stopped(limit, reason.words(), unfinished)));
    }

    /** What may be said where no run was found within the bounds. */
    private Verdict clean(String bounds, Optional<Within.Stopped> stopped) {
        if (doubt.isPresent()) return new Verdict.Unknown(doubt.get());
        for (CutReason reason : beyond) {
            if (reason instanceof CutReason.Construct(var what, var span)) return new Verdict.Unsupported(what, span);
        }
        var limits = new ArrayList<>(List.of(bounds));
        limits.addAll(Reach.GROWING.limits(0, beyond));
        return new Verdict.HoldsWithin(new Within(limits, List.of(), stopped));
    }
}
