package dev.moirai.rely.horn;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Rungs;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.Cone;
import dev.moirai.rely.transition.Ownership;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.zone.Fixpoint;
import dev.moirai.rely.zone.Fixpoint.Precision;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that no assertion of a transition system fails and no two threads race: modular first, then with what other
 * threads show. Zones are tried before Z3's Horn engine, as they cost milliseconds. Claim: what is returned as proved
 * satisfies the clauses; {@code Certificate} has another solver check that.
 */
public final class SafetyProver {
    /**
     * An attempt on a rung, with zones; how many of them, and for how much effort, see {@link Fixpoint#of}.
     *
     * @param narrow whether the systems of {@link Cone} are asked before the whole one
     */
    private record Attempt(boolean narrow, Exposure exposure, Precision precision, int zones, long effort) {}

    /** What costs little comes first on every system: a search of all states may take the whole time of one that grows. */
    private static final List<Attempt> ATTEMPTS = List.of(
            new Attempt(true, Exposure.MODULAR, Precision.COARSE, 100, 200_000),
            new Attempt(true, Exposure.MODULAR, Precision.FINE, 400, 400_000),
            new Attempt(true, Exposure.FULL, Precision.EXACT, 10_000, 200_000),
            new Attempt(false, Exposure.PAIRS, Precision.EXACT, 3_000, 200_000),
            new Attempt(false, Exposure.PAIRS, Precision.COARSE, 100, 300_000),
            new Attempt(false, Exposure.PAIRS, Precision.ORDERED, 200, 600_000),
            new Attempt(false, Exposure.PAIRS, Precision.FINE, 200, 600_000),
            new Attempt(true, Exposure.FULL, Precision.EXACT, 10_000, 4_000_000));

    /** An attempt takes at most this part of the time that is left, so that others have theirs. */
    private static final int PART = 4;

    private final HornSolver horn = Solvers.horn();
    private final TransitionSystem whole;
    private final Map<Exposure, TransitionSystem> systems = new EnumMap<>(Exposure.class);
    private final Map<Exposure, Optional<List<Clause>>> clauses = new EnumMap<>(Exposure.class);

    private final Set<Property> asked;

    /**
     * @param system in which no thread knows what it owns
     * @param asked some of {@link SafetyClauses#PROPERTIES}, or what the system is made for
     */
    public SafetyProver(TransitionSystem system, Set<Property> asked) {
        this.asked = asked;
        this.whole = system;
        for (Exposure rung : SafetyClauses.RUNGS) systems.put(rung, system);
        systems.put(Exposure.MODULAR, Ownership.of(system));
    }

    /** A proof, or why there is none. */
    public sealed interface Result {
        record Proved(SafetyProof proof) implements Result {}

        record Open(Reason reason) implements Result {}
    }

    public Result prove(Limit limit) {
        var narrow = new ArrayList<SafetyProver>();
        for (Cone.Width width : List.of(Cone.Width.DATA, Cone.Width.SYNCHRONISATION)) {
            Cone.of(whole, width).ifPresent(cone -> narrow.add(new SafetyProver(cone, asked)));
        }
        for (Attempt attempt : ATTEMPTS) {
            if (attempt.narrow()) {
                for (SafetyProver prover : narrow) {
                    Optional<SafetyProof> proof = prover.byZones(attempt, limit);
                    if (proof.isPresent()) return new Result.Proved(proof.get());
                }
            }
            Optional<SafetyProof> proof = byZones(attempt, limit);
            if (proof.isPresent()) return new Result.Proved(proof.get());
        }
        return byClauses(limit);
    }

    private TransitionSystem system(Exposure rung) {
        return Objects.requireNonNull(systems.get(rung));
    }

    private Optional<List<Clause>> clauses(Exposure rung) {
        return clauses.computeIfAbsent(rung, it -> SafetyClauses.of(system(it), it, asked));
    }

    private Optional<SafetyProof> byZones(Attempt attempt, Limit whole) {
        Limit limit = whole.within(whole.atMost(Duration.ofDays(1)).dividedBy(PART));
        TransitionSystem system = system(attempt.exposure());
        return clauses(attempt.exposure())
                .flatMap(given -> Fixpoint.of(
                                system, given, attempt.precision(), attempt.zones(), attempt.effort(), limit)
                        .filter(Fixpoint.Result::proves)
                        .map(found -> new SafetyProof(system, asked, attempt.exposure(), given, found.relations())));
    }

    /** Tries all rungs of the ladder until one has a proof, none is left to decide, or the limit is reached. */
    private Result byClauses(Limit limit) {
        String why = "no rung of the ladder applies";
        var rungs = new Rungs(SafetyClauses.RUNGS, limit, _ -> 1);
        while (rungs.hasNext()) {
            Rungs.Rung rung = rungs.next();
            Exposure exposure = rung.exposure();
            Optional<List<Clause>> given = clauses(exposure);
            if (given.isEmpty()) continue;
            TransitionSystem system = system(exposure);
            switch (horn.solve(HornEngine.script(new SmtText(system), given.get()), rung.limit())) {
                case HornSolver.Outcome.Underivable(var relations) -> {
                    return new Result.Proved(new SafetyProof(system, asked, exposure, given.get(), relations));
                }
                case HornSolver.Outcome.Derived _ ->
                    why = exposure == Exposure.FULL
                            ? "a run of the abstract program fails"
                            : "what threads know of each other does not suffice";
                case HornSolver.Outcome.Unknown(var reason) -> {
                    if (!rung.limit().isReached()) why = reason;
                }
            }
        }
        return new Result.Open(limit.isReached() ? ProofResult.Open.reason(limit) : Reason.undecided(why));
    }
}
