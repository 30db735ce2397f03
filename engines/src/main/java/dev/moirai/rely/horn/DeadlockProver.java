package dev.moirai.rely.horn;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.WaitOrder;
import dev.moirai.rely.transition.Cone;
import dev.moirai.rely.transition.Resource;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.zone.Fixpoint;
import dev.moirai.rely.zone.Fixpoint.Precision;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that no state of a transition system is a deadlock: because threads wait in an order, for any number of threads;
 * or, for finitely many, because in no state all of them wait. Claim: what is returned as proved satisfies the clauses;
 * {@code Certificate} has another solver check that.
 */
public final class DeadlockProver {
    private static final Set<Property> DEADLOCK = Set.of(Property.DEADLOCK);
    private static final int PART = 4;

    private record Attempt(Precision precision, int zones, long effort) {}

    private static final List<Attempt> ORDERS =
            List.of(new Attempt(Precision.COARSE, 100, 200_000), new Attempt(Precision.FINE, 400, 400_000));
    private static final List<Attempt> SEARCHES =
            List.of(new Attempt(Precision.EXACT, 10_000, 200_000), new Attempt(Precision.EXACT, 10_000, 4_000_000));

    private final List<TransitionSystem> systems = new ArrayList<>();
    private String why = "threads wait in no order that is found";

    /** @param system of {@code Purpose.WAITING} */
    public DeadlockProver(TransitionSystem system) {
        for (Cone.Width width : Cone.Width.values()) Cone.of(system, width).ifPresent(systems::add);
        systems.add(system);
    }

    public SafetyProver.Result prove(Limit limit) {
        for (Attempt attempt : ORDERS) {
            for (TransitionSystem system : systems) {
                Optional<SafetyProof> proof = ordered(system, attempt, part(limit));
                if (proof.isPresent()) return new SafetyProver.Result.Proved(proof.get());
            }
        }
        for (Attempt attempt : SEARCHES) {
            for (TransitionSystem system : systems) {
                Optional<SafetyProof> proof = searched(system, attempt, part(limit));
                if (proof.isPresent()) return new SafetyProver.Result.Proved(proof.get());
            }
        }
        return new SafetyProver.Result.Open(limit.isReached() ? ProofResult.Open.reason(limit) : Reason.undecided(why));
    }

    private static Limit part(Limit whole) {
        return whole.within(whole.atMost(Duration.ofDays(1)).dividedBy(PART));
    }

    private Optional<SafetyProof> ordered(TransitionSystem system, Attempt attempt, Limit limit) {
        Optional<WaitOrder> order = WaitOrder.of(system);
        if (order.isEmpty()) return Optional.empty();
        return Fixpoint.of(system, order.get().clauses(), attempt.precision(), attempt.zones(), attempt.effort(), limit)
                .flatMap(found -> switch (order.get().judge(found.broken())) {
                    case WaitOrder.Judgement.Ordered(var clauses, var resources) ->
                        Optional.of(new SafetyProof(
                                system,
                                DEADLOCK,
                                Exposure.MODULAR,
                                clauses,
                                found.relations(),
                                resources.stream().map(Resource::words).toList()));
                    case WaitOrder.Judgement.Unordered(var reason) -> {
                        why = reason;
                        yield Optional.empty();
                    }
                });
    }

    private static Optional<SafetyProof> searched(TransitionSystem system, Attempt attempt, Limit limit) {
        Optional<List<Clause>> clauses = SafetyClauses.of(system, Exposure.FULL, DEADLOCK);
        return clauses.flatMap(
                given -> Fixpoint.of(system, given, attempt.precision(), attempt.zones(), attempt.effort(), limit)
                        .filter(Fixpoint.Result::proves)
                        .map(found -> new SafetyProof(system, DEADLOCK, Exposure.FULL, given, found.relations())));
    }
}
