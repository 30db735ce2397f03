package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.trace.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cycles of the lock graph: each of some threads takes a lock while it holds one that the thread before it wants. A lock
 * held by two of them (a gate) rules the cycle out, and so does creation or join between two of the requests.
 */
final class DeadlockCandidates {
    /** Longer cycles are not looked for. */
    private static final int LONGEST = 5;
    /** So many requests of one kind are looked at. */
    private static final int MOST_REQUESTS = 4;

    private record Key(int thread, Site site, int holds, int wants, int segment, List<Long> locks) {}

    /** A thread that holds a lock wants another. */
    private record Request(Section holds, Section wants) {
        Node node() {
            return wants.acquire();
        }
    }

    private final TraceProgram program;
    private final Candidates candidates = new Candidates(Property.DEADLOCK);
    private final Map<Integer, List<Request>> byHeld = new HashMap<>();

    private DeadlockCandidates(TraceProgram program) {
        this.program = program;
        Map<Key, Integer> seen = new LinkedHashMap<>();
        for (Section wants : program.sections()) {
            Node node = wants.acquire();
            for (Section holds : node.held()) {
                var key = new Key(
                        node.thread(),
                        node.visible().orElseThrow().site(),
                        holds.lock(),
                        wants.lock(),
                        node.segment(),
                        Locksets.signature(node.held()));
                if (seen.merge(key, 1, Integer::sum) > MOST_REQUESTS) continue;
                byHeld.computeIfAbsent(holds.lock(), _ -> new ArrayList<>()).add(new Request(holds, wants));
            }
        }
    }

    static Candidates of(TraceProgram program) {
        var search = new DeadlockCandidates(program);
        search.byHeld.values().forEach(requests -> requests.forEach(first -> search.extend(List.of(first))));
        return search.candidates;
    }

    private void extend(List<Request> chain) {
        Request first = chain.getFirst();
        Request last = chain.getLast();
        for (Request next : byHeld.getOrDefault(last.wants().lock(), List.of())) {
            if (!last.wants().excludes(next.holds())) continue;
            if (chain.stream()
                    .anyMatch(each -> each.node().thread() == next.node().thread())) continue;
            // A cycle is told once: from its thread of the smallest number.
            if (next.node().thread() < first.node().thread()) continue;
            var longer = new ArrayList<>(chain);
            longer.add(next);
            if (next.wants().lock() == first.holds().lock() && next.wants().excludes(first.holds())) close(longer);
            else if (longer.size() < LONGEST) extend(longer);
        }
    }

    private void close(List<Request> cycle) {
        List<Node> nodes = cycle.stream().map(Request::node).toList();
        List<Site> sites =
                nodes.stream().map(node -> node.visible().orElseThrow().site()).toList();
        List<Integer> threads = nodes.stream().map(Node::thread).toList();
        Candidates.Stage stage = Candidates.Stage.LEFT;
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = i + 1; j < nodes.size(); j++) {
                if (Locksets.exclude(nodes.get(i).held(), nodes.get(j).held())) {
                    candidates.note(sites, threads, Candidates.Stage.SAME_LOCK);
                    return;
                }
                if (program.mustOrder().areOrdered(nodes.get(i), nodes.get(j))) stage = Candidates.Stage.ORDERED;
            }
        }
        if (stage == Candidates.Stage.LEFT) candidates.add(sites, threads, new Claim.Cycle(nodes));
        else candidates.note(sites, threads, stage);
    }
}
