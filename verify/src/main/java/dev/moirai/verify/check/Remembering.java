package dev.moirai.verify.check;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.property.Verdict;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.cache.ResultCache;
import dev.moirai.verify.cache.ResultCache.Kept;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.replay.ScheduleReplay;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks an engine only what is not in the cache. A violation from there is executed again before it counts, like any other. */
final class Remembering {
    private final ResultCache cache;
    private final CheckEngine engine;
    private final Progress progress;
    private boolean isFound;

    Remembering(ResultCache cache, CheckEngine engine, Progress progress) {
        this.cache = cache;
        this.engine = engine;
        this.progress = progress;
    }

    /** Whether the answer came from the cache. */
    boolean isFound() {
        return isFound;
    }

    Finding<Shown> answer(CheckQuestion question, Supplier<Finding<Shown>> work) {
        Optional<String> key = key(question);
        Optional<Finding<Shown>> known = key.flatMap(cache::find).flatMap(kept -> confirmed(question, kept));
        if (known.isPresent()) {
            isFound = true;
            return known.get();
        }
        Finding<Shown> finding = work.get();
        if (key.isPresent() && isKept(question, finding)) {
            cache.keep(key.get(), new Kept(finding.engine(), finding.verdict()))
                    .ifPresent(why -> progress.at("the answer is not kept: " + why));
        }
        return finding;
    }

    /** Bounds that grow by themselves may end elsewhere another time; those that the user gives do not. */
    private static boolean isKept(CheckQuestion question, Finding<Shown> finding) {
        boolean isBounded = question.searchBounds().bounds().isPresent();
        return ResultCache.isLasting(finding.verdict())
                && (isBounded || !(finding.verdict() instanceof Verdict.HoldsWithin))
                && finding.failures().isEmpty();
    }

    private Optional<String> key(CheckQuestion question) {
        // Of solvers that are part of our code, the cache knows when they change.
        boolean isOurs = question.backend() instanceof Backend.Embedded(var solver) && Solvers.isOurs(solver);
        // A proof is kept by its certificate.
        boolean isAnswer = engine != CheckEngine.MODULAR;
        Optional<String> key = isOurs && isAnswer ? cache.key(engine, question) : Optional.empty();
        if (key.isEmpty()) progress.at("the cache cannot be used for this question");
        return key;
    }

    private static Optional<Finding<Shown>> confirmed(CheckQuestion question, Kept kept) {
        if (!(kept.verdict() instanceof Verdict.Violated(var violation, var schedule))) {
            return Optional.of(new Finding<>(kept.engine(), kept.verdict(), Map.of()));
        }
        try {
            var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
            return Optional.of(
                    new Finding<>(kept.engine(), ScheduleReplay.confirmed(machine, violation, schedule), Map.of()));
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }
}
