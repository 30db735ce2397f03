package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.engine.Workforce.Answers.Wanted;
import dev.moirai.witness.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query that is cut into parts if it takes long. A violation in one part is one of the whole; the whole is clean only
 * if every part is, and leaves out what any of them leaves out.
 */
final class SplitQuery implements BoundedQuery {
    /** Most questions are answered by then, and cutting them would only cost time. */
    private static final Duration IN_ONE_PIECE = Duration.ofSeconds(3);

    private final BoundedQuery whole;
    private final Workforce workforce;
    private boolean isCut;
    private List<BoundedPart> open = List.of();
    private int parts = 1;
    private final Set<CutReason> beyond = new LinkedHashSet<>();

    SplitQuery(BoundedQuery whole, Workforce workforce) {
        this.whole = whole;
        this.workforce = workforce;
    }

    @Override
    public String size() {
        return isCut ? open.size() + " of " + parts + " parts left" : whole.size();
    }

    @Override
    public Result ask(Limit limit) {
        if (!isCut) {
            Result result = whole.ask(limit.within(IN_ONE_PIECE));
            if (!(result instanceof Result.Unknown) || limit.isReached()) return result;
            isCut = true;
            open = whole.parts(workforce.parts());
            parts = open.size();
        }
        return parts < 2 ? whole.ask(limit) : askParts(limit);
    }

    private Result askParts(Limit limit) {
        var taking = new Taking();
        List<BoundedPart> asked = open;
        workforce.ask(asked, limit, taking);
        var left = new ArrayList<BoundedPart>();
        for (int i = 0; i < asked.size(); i++) if (!taking.clean.contains(i)) left.add(asked.get(i));
        open = left;
        if (taking.found.isPresent()) return taking.found.get();
        if (left.isEmpty()) return new Result.Clean(beyond);
        return new Result.Unknown(taking.unknown.orElseGet(limit::reason));
    }

    /** What the parts have answered. */
    private final class Taking implements Workforce.Answers<Result> {
        private final Set<Integer> clean = new LinkedHashSet<>();
        private Optional<Result> found = Optional.empty();
        private Optional<String> unknown = Optional.empty();

        @Override
        public Wanted take(int part, Result answer) {
            switch (answer) {
                case Result.Violated violated -> found = Optional.of(violated);
                case Result.Unconfirmed unconfirmed -> found = Optional.of(found.orElse(unconfirmed));
                case Result.Unknown(var reason) -> unknown = Optional.of(reason);
                case Result.Clean(var reasons) -> {
                    clean.add(part);
                    beyond.addAll(reasons);
                }
            }
            return answer instanceof Result.Violated ? Wanted.NO_MORE : Wanted.MORE;
        }

        @Override
        public void lost(int part, String why) {
            unknown = Optional.of(why);
        }
    }

    /** Asked of the whole, as no part alone can tell what none of them reaches. */
    @Override
    public Unreached unreached(Visits visits, Limit limit) {
        return whole.unreached(visits, limit);
    }

    @Override
    public boolean needsMoreUnwinding() {
        return whole.needsMoreUnwinding();
    }

    @Override
    public Attempt attempt(Result result) {
        Attempt attempt = whole.attempt(result);
        if (!isCut) return attempt;
        var sizes = new LinkedHashMap<>(attempt.sizes());
        sizes.put("parts", (long) parts);
        sizes.put("parts done", (long) parts - open.size());
        return new Attempt(attempt.bounds(), sizes, attempt.seconds(), attempt.result());
    }

    @Override
    public void close() {
        whole.close();
    }
}
