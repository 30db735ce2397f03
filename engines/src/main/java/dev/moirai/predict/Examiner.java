package dev.moirai.predict;

import dev.moirai.logic.OutOfTime;
import dev.moirai.predict.Predictor.Decided;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.property.CausalModel;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Decides candidates, one after the other, with solvers of its own. In a long trace, a small window around the candidate is asked
 * first, then the whole trace, or larger windows as long as their formulas are small enough. Every model is run by
 * the judge before it counts.
 */
final class Examiner implements AutoCloseable {
    /** The most formulas, with their solvers, that are kept for later candidates. */
    private static final int KEPT = 4;
    /** The most claims that are asked about together, in the whole trace. */
    private static final int TOGETHER = 64;
    /** The most claims of a candidate that are tried in windows. */
    private static final int TRIED = 12;
    /** The most claims of a candidate that are tried in the smallest window before a larger formula is built. */
    private static final int FIRST_TRIED = 3;
    /** A kept formula is reused for a smaller slice unless it has more than this many times the steps. */
    private static final int SPREAD = 2;

    private final TraceProgram program;
    private final Slicer slicer;
    private final Windows windows;
    private final Set<StepNode> points;
    private final Judge judge;
    private final Predictor.Options options;
    private final Limit limit;
    /** The kept formulas, the most recently used last. */
    private final List<Session> sessions = new ArrayList<>();

    private int largest;

    Examiner(
            TraceProgram program,
            Slicer slicer,
            Set<StepNode> points,
            Judge judge,
            Predictor.Options options,
            Limit limit) {
        this.program = program;
        this.slicer = slicer;
        this.windows = new Windows(program);
        this.points = points;
        this.judge = judge;
        this.options = options;
        this.limit = limit;
    }

    /** How many steps the largest formula has. */
    int largest() {
        return largest;
    }

    Decided decide(Candidate candidate) {
        if (candidate.claims().isEmpty()) return open(candidate, "too many threads do the same there");
        if (limit.isReached()) return open(candidate, limit.reason());
        // A context bound also counts switches before a window, so with a bound the whole trace is asked where
        // possible.
        if (windows.areLong() || !windows.areShort() && options.contextBound().isEmpty()) {
            Optional<Decided> near = closeBy(candidate);
            if (near.isPresent()) return near.get();
        }
        Optional<Decided> whole = windows.areLong() ? Optional.empty() : inTheWhole(candidate);
        return whole.isPresent() ? whole.get() : inWindows(candidate);
    }

    /** The formula for these claims in the window, with its solver; empty if the formula would be too large or time is up. */
    private Optional<Session> session(Window window, List<Claim> claims) {
        Slice slice = slicer.of(window, claims);
        for (Session known : sessions) {
            if (known.slice().covers(slice) && known.slice().size() <= SPREAD * slice.size()) {
                sessions.remove(known);
                sessions.add(known);
                return Optional.of(known);
            }
        }
        if (!Windows.isAffordable(slice)) return Optional.empty();
        if (sessions.size() >= KEPT) sessions.removeFirst().close();
        try {
            var session = new Session(program, slice, points, slicer.origin(), options.solver(), limit);
            largest = Math.max(largest, session.size());
            sessions.add(session);
            return Optional.of(session);
        } catch (OutOfTime _) {
            return Optional.empty();
        }
    }

    private Optional<Decided> inTheWhole(Candidate candidate) {
        OptionalInt bound = OptionalInt.empty();
        String diverged = "";
        List<Claim> claims = candidate.claims();
        for (int from = 0; from < claims.size(); from += TOGETHER) {
            List<Claim> some = claims.subList(from, Math.min(claims.size(), from + TOGETHER));
            Optional<Session> session = session(windows.all(), some);
            if (session.isEmpty()) return Optional.empty();
            switch (session.get().ask(some, options.contextBound(), limit)) {
                case Session.Reply.Found found -> {
                    Decided decided = judged(candidate, found);
                    if (decided.fate() != Fate.NOT_REPLAYED) return Optional.of(decided);
                    diverged = decided.reason();
                }
                case Session.Reply.Nothing(var needed) -> {
                    if (needed.isPresent()) bound = needed;
                }
                case Session.Reply.Unknown(var reason) -> {
                    return Optional.of(open(candidate, reason));
                }
            }
        }
        if (!diverged.isEmpty()) return Optional.of(plain(candidate, Fate.NOT_REPLAYED, diverged));
        if (!candidate.complete()) {
            return Optional.of(open(candidate, "only some of many such steps were asked about"));
        }
        return Optional.of(plain(candidate, bound.isPresent() ? Fate.REFUTED_WITHIN_BOUND : Fate.REFUTED, ""));
    }

    /** Asks the smallest windows first: most violations are found there, at little cost. */
    private Optional<Decided> closeBy(Candidate candidate) {
        int tried = 0;
        for (Claim claim : candidate.claims()) {
            if (tried++ == FIRST_TRIED || limit.isReached()) break;
            Optional<Session> session = session(windows.smallest(claim), List.of(claim));
            if (session.isPresent()
                    && session.get().ask(List.of(claim), options.contextBound(), limit)
                            instanceof Session.Reply.Found found) {
                Decided decided = judged(candidate, found);
                if (decided.fate() != Fate.NOT_REPLAYED) return Optional.of(decided);
            }
        }
        return Optional.empty();
    }

    private Decided inWindows(Candidate candidate) {
        boolean refuted = candidate.complete() && candidate.claims().size() <= TRIED;
        String why = "not within the windows of the trace that a formula can hold";
        OptionalInt bound = OptionalInt.empty();
        int tried = 0;
        for (Claim claim : candidate.claims()) {
            if (tried++ == TRIED) break;
            boolean whole = false;
            Window window = windows.smallest(claim);
            Optional<Session> session = session(window, List.of(claim));
            while (session.isPresent() && !whole && !limit.isReached()) {
                whole = windows.isWhole(window);
                switch (session.get().ask(List.of(claim), options.contextBound(), limit)) {
                    case Session.Reply.Found found -> {
                        Decided decided = judged(candidate, found);
                        if (decided.fate() != Fate.NOT_REPLAYED) return decided;
                        why = decided.reason();
                        refuted = false;
                    }
                    case Session.Reply.Nothing(var within) -> {
                        if (whole && within.isPresent()) bound = within;
                    }
                    case Session.Reply.Unknown(var reason) -> {
                        why = reason;
                        refuted = false;
                    }
                }
                window = windows.larger(claim, window);
                if (!whole) session = session(window, List.of(claim));
            }
            refuted &= whole;
            if (limit.isReached()) return open(candidate, limit.reason());
        }
        if (!refuted) return open(candidate, why);
        return plain(candidate, bound.isPresent() ? Fate.REFUTED_WITHIN_BOUND : Fate.REFUTED, "");
    }

    /** Asks about the whole trace; empty if the formula would be too large. */
    Optional<Session.Reply> askWhole(Claim claim) {
        if (limit.isReached()) return Optional.of(new Session.Reply.Unknown(limit.reason()));
        if (windows.areLong()) return Optional.empty();
        Optional<Session> session = session(windows.all(), List.of(claim));
        if (limit.isReached()) return Optional.of(new Session.Reply.Unknown(limit.reason()));
        return session.map(whole -> whole.ask(List.of(claim), options.contextBound(), limit));
    }

    /** Asks about one claim, in the whole trace or, where that is too long, close by; empty if no formula is small enough. */
    Optional<Session.Reply> reply(Claim claim) {
        Optional<Session.Reply> whole = askWhole(claim);
        if (whole.isPresent()) return whole;
        Optional<Session> session = session(windows.smallest(claim), List.of(claim));
        return session.map(near -> near.ask(List.of(claim), options.contextBound(), limit))
                .filter(Session.Reply.Found.class::isInstance);
    }

    /** Asks about some windows of a long trace, and returns what their solvers have found. */
    List<Session.Reply.Found> askHereAndThere(Claim claim) {
        var all = new ArrayList<Session.Reply.Found>();
        for (Window window : windows.sample()) {
            if (limit.isReached()) break;
            Optional<Session> session = session(window, List.of(claim));
            if (session.isPresent()
                    && session.get().ask(List.of(claim), options.contextBound(), limit)
                            instanceof Session.Reply.Found found) all.add(found);
        }
        return all;
    }

    Decided judged(Candidate candidate, Session.Reply.Found found) {
        if (options.model() == CausalModel.LOCK_ONLY) return plain(candidate, Fate.POSSIBLE, "");
        return switch (judge.judge(Forecast.of(candidate.property(), found))) {
            case Judge.Ruling.Diverged(var why) -> plain(candidate, Fate.NOT_REPLAYED, why);
            case Judge.Ruling.Confirmed shown -> confirmed(candidate, shown, found.switches());
        };
    }

    static Decided confirmed(Candidate candidate, Judge.Ruling.Confirmed shown, int switches) {
        return new Decided(
                candidate.sites(),
                candidate.threads(),
                candidate.toString(),
                candidate.places(),
                candidate.property(),
                Fate.CONFIRMED,
                Optional.of(shown),
                OptionalInt.of(switches),
                "");
    }

    private static Decided open(Candidate candidate, String reason) {
        return plain(candidate, Fate.OPEN, reason);
    }

    /** The answer about a property whose candidates were not all collected because time was up. */
    static Decided notLookedFor(Property property, String reason) {
        var anywhere = new Candidate(property, List.of(), List.of(), List.of(), false);
        return open(anywhere, reason);
    }

    static Decided plain(Candidate candidate, Fate fate, String reason) {
        return new Decided(
                candidate.sites(),
                candidate.threads(),
                candidate.toString(),
                candidate.places(),
                candidate.property(),
                fate,
                Optional.empty(),
                OptionalInt.empty(),
                reason);
    }

    @Override
    public void close() {
        sessions.forEach(Session::close);
    }
}
