package dev.moirai.predict;

import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.trace.InstrSite;
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
    /** The most threads in a cycle; longer cycles are left to {@link StuckSearch}. */
    private static final int LONGEST = 5;
    /** The most requests of one kind that are looked at; they are spread over the trace. */
    private static final int MOST_REQUESTS = 12;

    /** Whether cycles of every length were looked for. */
    enum Lengths {
        ALL,
        CUT
    }

    /** @param lengths whether longer cycles were left out */
    record Found(Candidates candidates, Lengths lengths) {}

    private record Key(int thread, InstrSite site, int holds, int wants, int segment, List<Long> locks) {}

    /** A thread that holds a lock wants another. */
    private record Request(Key key, CriticalSection holds, CriticalSection wants) {
        StepNode node() {
            return wants.acquire();
        }
    }

    private final TraceProgram program;
    private final Candidates candidates;
    private final Map<Key, List<Request>> kinds = new LinkedHashMap<>();
    private final Map<Integer, List<Request>> byHeld = new HashMap<>();
    private Lengths lengths = Lengths.ALL;

    private DeadlockCandidates(TraceProgram program, Limit limit) {
        this.program = program;
        this.candidates = new Candidates(Property.DEADLOCK, limit);
        for (CriticalSection wants : program.sections()) {
            StepNode node = wants.acquire();
            // A thread that only tries, or gives up after a time, does not wait for ever.
            if (node.instr().filter(StuckStates::mayWait).isEmpty()) continue;
            for (CriticalSection holds : node.held()) {
                var key = new Key(
                        node.thread(),
                        node.visible().orElseThrow().site(),
                        holds.lock(),
                        wants.lock(),
                        node.segment(),
                        CommonLocks.signature(node.held()));
                kinds.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Request(key, holds, wants));
            }
        }
        kinds.forEach((key, requests) ->
                byHeld.computeIfAbsent(key.holds(), _ -> new ArrayList<>()).addAll(spread(requests)));
    }

    /** The first and the last, and some at even distances between them. */
    private static List<Request> spread(List<Request> requests) {
        if (requests.size() <= MOST_REQUESTS) return requests;
        var some = new ArrayList<Request>();
        for (long i = 0; i < MOST_REQUESTS; i++) {
            some.add(requests.get((int) (i * (requests.size() - 1) / (MOST_REQUESTS - 1))));
        }
        return some;
    }

    static Found of(TraceProgram program, Limit limit) {
        var search = new DeadlockCandidates(program, limit);
        search.byHeld.values().forEach(requests -> requests.forEach(first -> search.extend(List.of(first))));
        return new Found(search.candidates, search.lengths);
    }

    private void extend(List<Request> chain) {
        Request first = chain.getFirst();
        Request last = chain.getLast();
        for (Request next : byHeld.getOrDefault(last.wants().lock(), List.of())) {
            if (candidates.mustStop()) return;
            if (!last.wants().excludes(next.holds())) continue;
            if (chain.stream()
                    .anyMatch(each -> each.node().thread() == next.node().thread())) continue;
            // Each cycle is found once: it begins with its thread of the smallest number.
            if (next.node().thread() < first.node().thread()) continue;
            var longer = new ArrayList<>(chain);
            longer.add(next);
            if (next.wants().lock() == first.holds().lock() && next.wants().excludes(first.holds())) close(longer);
            else if (longer.size() < LONGEST) extend(longer);
            else lengths = Lengths.CUT;
        }
    }

    private void close(List<Request> cycle) {
        List<StepNode> nodes = cycle.stream().map(Request::node).toList();
        List<InstrSite> sites =
                nodes.stream().map(node -> node.visible().orElseThrow().site()).toList();
        List<Integer> threads = nodes.stream().map(StepNode::thread).toList();
        Candidates.Stage stage = Candidates.Stage.LEFT;
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = i + 1; j < nodes.size(); j++) {
                if (CommonLocks.exclude(nodes.get(i).held(), nodes.get(j).held())) {
                    candidates.note(sites, threads, Candidates.Stage.SAME_LOCK);
                    return;
                }
                if (program.mustOrder().areOrdered(nodes.get(i), nodes.get(j))) stage = Candidates.Stage.ORDERED;
            }
        }
        if (stage != Candidates.Stage.LEFT) {
            candidates.note(sites, threads, stage);
            return;
        }
        candidates.add(sites, threads, new Claim.Cycle(nodes));
        if (cycle.stream().anyMatch(this::hasMore)) candidates.truncated(sites, threads);
    }

    /** Whether there are requests of the same kind that are not looked at. */
    private boolean hasMore(Request request) {
        return kinds.getOrDefault(request.key(), List.of()).size() > MOST_REQUESTS;
    }
}
