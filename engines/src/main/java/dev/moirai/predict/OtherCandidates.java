package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assertions that depend on what was read, and synchronisation objects that may be gone when they are used. */
final class OtherCandidates {
    private OtherCandidates() {}

    /** Conditions whose failure violates the property. */
    static Candidates failures(Property property, Assertions assertions, Limit limit) {
        var candidates = new Candidates(property, limit);
        for (Assertions.Place place : assertions.all()) {
            if (place.failure().property() != property) continue;
            InstrSite site = place.node().step().events().get(place.index()).site();
            candidates.add(
                    List.of(site),
                    List.of(place.node().thread()),
                    new Claim.Assertion(place.node(), place.index(), place.failure()));
        }
        return candidates;
    }

    static Candidates misuses(TraceProgram program, Limit limit) {
        var candidates = new Candidates(Property.LOCK_MISUSE, limit);
        for (StepNode node : program.nodes()) {
            if (!program.tried().isMisusable(node)) continue;
            if (candidates.mustStop()) return candidates;
            candidates.add(List.of(site(node)), List.of(node.thread()), new Claim.Misused(node));
        }
        for (DestroyedLocks.Pair pair : program.destroyedLocks().all()) {
            if (candidates.mustStop()) return candidates;
            StepNode destroy = pair.destroy();
            StepNode acquire = pair.section().acquire();
            List<InstrSite> sites = List.of(site(destroy), site(acquire));
            List<Integer> threads = List.of(destroy.thread(), acquire.thread());
            if (pair.isOrdered()) candidates.note(sites, threads, Candidates.Stage.ORDERED);
            else candidates.add(sites, threads, new Claim.DestroyedHeld(destroy, pair.section()));
        }
        usesOfDestroyed(program, candidates);
        return candidates;
    }

    private static void usesOfDestroyed(TraceProgram program, Candidates candidates) {
        Map<Integer, List<StepNode>> destroyed = new HashMap<>();
        for (TraceProgram.Life life : program.lives()) {
            if (life.kind() == TraceProgram.Life.Kind.DESTROY) {
                destroyed.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
            }
        }
        for (TraceProgram.Life life : program.lives()) {
            if (life.kind() != TraceProgram.Life.Kind.USE) continue;
            StepNode use = life.node();
            for (StepNode destroy : destroyed.getOrDefault(life.object(), List.of())) {
                if (candidates.mustStop()) return;
                if (destroy.thread() == use.thread()) continue;
                List<InstrSite> sites = List.of(site(use), site(destroy));
                List<Integer> threads = List.of(use.thread(), destroy.thread());
                boolean isOrdered = program.mustOrder().areOrdered(use, destroy);
                if (isOrdered) candidates.note(sites, threads, Candidates.Stage.ORDERED);
                else candidates.add(sites, threads, new Claim.UsedDestroyed(destroy, use));
            }
        }
    }

    private static InstrSite site(StepNode node) {
        return node.visible().orElseThrow().site();
    }
}
