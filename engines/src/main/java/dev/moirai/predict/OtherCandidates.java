package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assertions that depend on what was read, and synchronisation objects that may be gone when they are used. */
final class OtherCandidates {
    private OtherCandidates() {}

    static Candidates assertions(Assertions assertions, Limit limit) {
        var candidates = new Candidates(Property.ASSERTION, limit);
        for (Assertions.Place place : assertions.all()) {
            Site site = place.node().step().events().get(place.index()).site();
            candidates.add(
                    List.of(site),
                    List.of(place.node().thread()),
                    new Claim.Assertion(place.node(), place.index(), place.failure()));
        }
        return candidates;
    }

    static Candidates misuses(TraceProgram program, Limit limit) {
        var candidates = new Candidates(Property.LOCK_MISUSE, limit);
        Map<Integer, List<Node>> destroyed = new HashMap<>();
        for (TraceProgram.Life life : program.lives()) {
            if (life.kind() == TraceProgram.Life.Kind.DESTROY) {
                destroyed.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
            }
        }
        if (destroyed.isEmpty()) return candidates;
        for (Section section : program.sections()) {
            for (Node destroy : destroyed.getOrDefault(section.lock(), List.of())) {
                if (candidates.mustStop()) return candidates;
                add(candidates, program, destroy, section.acquire(), new Claim.DestroyedHeld(destroy, section));
            }
        }
        for (TraceProgram.Life use : program.lives()) {
            if (use.kind() != TraceProgram.Life.Kind.USE) continue;
            for (Node destroy : destroyed.getOrDefault(use.object(), List.of())) {
                if (candidates.mustStop()) return candidates;
                add(candidates, program, destroy, use.node(), new Claim.UsedDestroyed(destroy, use.node()));
            }
        }
        return candidates;
    }

    private static void add(Candidates candidates, TraceProgram program, Node destroy, Node use, Claim claim) {
        if (destroy.thread() == use.thread()) return;
        List<Site> sites = List.of(site(destroy), site(use));
        List<Integer> threads = List.of(destroy.thread(), use.thread());
        boolean ordered = claim instanceof Claim.UsedDestroyed
                ? program.mustOrder().areOrdered(use, destroy)
                : program.mustOrder().isBefore(destroy, use)
                        || claim instanceof Claim.DestroyedHeld(var _, var section)
                                && isOver(program, section, destroy);
        if (ordered) candidates.note(sites, threads, Candidates.Stage.ORDERED);
        else candidates.add(sites, threads, claim);
    }

    private static boolean isOver(TraceProgram program, Section section, Node destroy) {
        Node release = section.release();
        return release != null && program.mustOrder().isBefore(release, destroy);
    }

    private static Site site(Node node) {
        return node.visible().orElseThrow().site();
    }
}
