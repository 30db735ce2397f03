package dev.moirai.verify;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.TooLargeException;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Solvers;
import dev.moirai.symbolic.Unencodable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks by lazy sequentialization: once where bounds are given, else within growing ones, until a violation, a proof, or
 * the end of the time. Two ladders are climbed, the one on which less time was spent so far first: loops and rounds
 * growing together, and loops alone at one round, for errors deep in a loop that need little interleaving.
 */
final class LazySearch {
    private final LazyCheck check;
    private final String solver;
    private final Limit limit;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private Optional<Bounds> clean = Optional.empty();

    LazySearch(Program program, Set<Property> properties, String solver, Limit limit) {
        this.check = new LazyCheck(program, properties, solver, limit);
        this.solver = solver;
        this.limit = limit;
    }

    /** What came of it, with the sizes of the last look. */
    record Found(Verdict verdict, Map<String, Long> counts) {}

    Found search(Optional<Bounds> bounds) {
        Optional<String> missing = Solvers.unavailable(solver);
        if (missing.isPresent()) return found(new Verdict.Unknown(missing.get()));
        try {
            return found(bounds.isPresent() ? within(bounds.get()) : deepening());
        } catch (Unencodable e) {
            return found(new Verdict.Unsupported(String.valueOf(e.getMessage()), e.span()));
        } catch (TooLargeException e) {
            return found(atLeast(String.valueOf(e.getMessage())));
        }
    }

    private Found found(Verdict verdict) {
        return new Found(verdict, counts);
    }

    private Verdict within(Bounds bounds) {
        return look(bounds).orElseGet(() -> new Verdict.HoldsWithin(bounds.toString()));
    }

    private Verdict deepening() {
        long together = 0;
        long loops = 0;
        int level = 1;
        int unwind = 2;
        while (!limit.isReached()) {
            long began = System.nanoTime();
            boolean both = together <= loops || level == 1;
            Bounds bounds = both ? new Bounds(level, level) : new Bounds(unwind, 1);
            Optional<Verdict> verdict = look(bounds);
            if (verdict.isPresent()) return verdict.get();
            long spent = System.nanoTime() - began;
            if (both) {
                level++;
                together += spent;
            } else {
                unwind *= 2;
                loops += spent;
            }
        }
        return atLeast(limit.reason());
    }

    /** A verdict, or nothing if the program is clean within the bounds and goes on beyond them. */
    private Optional<Verdict> look(Bounds bounds) {
        LazyCheck.Look look = check.within(BoundOptions.unwind(bounds.unwind()), bounds.rounds());
        count(look.cost());
        return switch (look.result()) {
            case LazyCheck.Result.Violated(var violated) -> Optional.of(violated);
            case LazyCheck.Result.Unknown(var reason) -> Optional.of(atLeast(reason));
            case LazyCheck.Result.Clean(var cut) -> {
                if (clean.isEmpty() || clean.get().rounds() <= bounds.rounds()) clean = Optional.of(bounds);
                yield cut.isEmpty() ? Optional.of(new Verdict.Holds()) : Optional.empty();
            }
        };
    }

    /** What is known when it cannot go on. */
    private Verdict atLeast(String reason) {
        return clean.<Verdict>map(bounds -> new Verdict.HoldsWithin(bounds.toString()))
                .orElseGet(() -> new Verdict.Unknown(reason));
    }

    private void count(LazyCheck.Cost cost) {
        counts.merge("looks", 1L, Long::sum);
        counts.put("threads", (long) cost.threads());
        counts.put("instructions", (long) cost.instructions());
        counts.put("terms", (long) cost.terms());
        counts.put("variables", cost.variables());
        counts.put("clauses", cost.clauses());
        counts.put("encoding-ms", Math.round(cost.encodingSeconds() * 1000));
        counts.put("solving-ms", Math.round(cost.solvingSeconds() * 1000));
    }
}
