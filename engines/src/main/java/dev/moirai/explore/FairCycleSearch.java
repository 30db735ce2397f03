package dev.moirai.explore;

import dev.moirai.analysis.StronglyConnected;
import dev.moirai.property.Fairness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a cycle of a state graph that a fair scheduler can follow for ever.
 *
 * <p>Strong fairness is a Streett condition: for each thread, if it is ready in some state of the cycle, one of the
 * cycle's steps is its own. In a strongly connected part where a thread is ready somewhere but never moves, no fair
 * cycle passes through the states in which it is ready; they are removed, and the rest falls into smaller parts
 * (Emerson and Lei 1987). A part from which nothing has to be removed has a fair cycle: the one through all of it. Weak
 * fairness is a generalised Büchi condition: each thread must move or be not ready somewhere in the part, or no cycle
 * of the part is fair. A time-out that is asked for again and again fires now and then, which is a Streett condition on
 * steps; spurious wake-ups do not happen for ever, so these steps belong to no cycle.
 */
final class FairCycleSearch {
    /** For a readable lasso, cycles through this many states are compared. */
    private static final int CANDIDATES = 48;

    private final StateGraph graph;
    private final Fairness fairness;
    private final BitSet nodes = new BitSet();
    private final BitSet removedEdges = new BitSet();

    private FairCycleSearch(StateGraph graph, Fairness fairness) {
        this.graph = graph;
        this.fairness = fairness;
        for (int node = 0; node < graph.nodes(); node++) if (graph.isAccepting(node)) nodes.set(node);
        for (int edge = 0; edge < graph.edges(); edge++) if (graph.isSpurious(edge)) removedEdges.set(edge);
    }

    /** The edges of a fair cycle, if there is one. */
    static Optional<List<Integer>> find(StateGraph graph, Fairness fairness) {
        return new FairCycleSearch(graph, fairness).find();
    }

    private Optional<List<Integer>> find() {
        Deque<int[]> pending = new ArrayDeque<>();
        pending.add(nodes.stream().toArray());
        while (!pending.isEmpty()) {
            for (int[] part : parts(pending.poll())) {
                var demands = new Demands(part);
                if (demands.remove()) {
                    pending.add(java.util.Arrays.stream(part).filter(nodes::get).toArray());
                } else if (demands.canBeMet()) {
                    return Optional.of(new Tour(part, demands).shortest());
                }
            }
        }
        return Optional.empty();
    }

    /** Whether the edge has not been removed and leads to a node that has not. */
    private boolean isThere(int edge) {
        return !removedEdges.get(edge) && nodes.get(graph.target(edge));
    }

    // ---- what a part offers ------------------------------------------------------------------------------------

    /** Who is ready, who moves, which time-outs are asked for and which fire, in a whole part or in a cycle. */
    private final class Demands {
        private final int[] part;
        private final BitSet inPart = new BitSet();
        private long readySomewhere;
        private long notReadySomewhere;
        private long moves;
        private long asked;
        private long fired;
        private boolean between;

        Demands(int[] part) {
            this.part = part;
            for (int node : part) inPart.set(node);
            for (int node : part) {
                see(node);
                for (int e = graph.firstEdge(node); e < graph.endOfEdges(node); e++) if (isInside(e)) seeStep(e);
            }
        }

        Demands(Demands whole, List<Integer> cycle) {
            this.part = whole.part;
            for (int edge : cycle) {
                see(graph.source(edge));
                seeStep(edge);
            }
        }

        boolean isInside(int edge) {
            return isThere(edge) && inPart.get(graph.target(edge));
        }

        private void see(int node) {
            if (graph.isAmid(node)) return;
            between = true;
            readySomewhere |= graph.ready(node);
            notReadySomewhere |= ~graph.ready(node);
        }

        private void seeStep(int edge) {
            moves |= 1L << graph.mover(edge);
            asked |= graph.asked(edge);
            fired |= graph.fired(edge);
        }

        /** The threads that are owed a move, as bits. */
        long owed() {
            return switch (fairness) {
                case STRONG -> readySomewhere & ~moves;
                case WEAK -> between ? ~(notReadySomewhere | moves) : 0;
                case NONE -> 0;
            };
        }

        /** The time-outs that should have fired, as bits. */
        long overdue() {
            return fairness == Fairness.NONE ? 0 : asked & ~fired;
        }

        /** Removes what no fair cycle of the part can contain; returns whether there was anything. */
        boolean remove() {
            boolean removed = false;
            long owed = fairness == Fairness.STRONG ? owed() : 0;
            long overdue = overdue();
            if ((owed | overdue) == 0) return false;
            for (int node : part) {
                if (!graph.isAmid(node) && (graph.ready(node) & owed) != 0) {
                    nodes.clear(node);
                    removed = true;
                }
                for (int e = graph.firstEdge(node); e < graph.endOfEdges(node); e++) {
                    if (isInside(e) && (graph.asked(e) & overdue) != 0) {
                        removedEdges.set(e);
                        removed = true;
                    }
                }
            }
            return removed;
        }

        boolean canBeMet() {
            return owed() == 0 && overdue() == 0;
        }

        /** Whether the step satisfies one of the demands. */
        boolean pays(int edge, long owed, long overdue) {
            if ((1L << graph.mover(edge) & owed) != 0 || (graph.fired(edge) & overdue) != 0) return true;
            return fairness == Fairness.WEAK
                    && !graph.isAmid(graph.source(edge))
                    && (~graph.ready(graph.source(edge)) & owed) != 0;
        }
    }

    // ---- a cycle through it ------------------------------------------------------------------------------------

    /**
     * A fair cycle of a part, short rather than complete: the shortest one through a state, with detours for what it
     * still owes.
     */
    private final class Tour {
        private final int[] part;
        private final Demands demands;

        Tour(int[] part, Demands demands) {
            this.part = part;
            this.demands = demands;
        }

        List<Integer> shortest() {
            List<Integer> best = List.of();
            int step = Math.max(1, part.length / CANDIDATES);
            for (int i = 0; i < part.length; i += step) {
                List<Integer> cycle = through(part[i]);
                if (best.isEmpty() || cost(cycle) < cost(best)) best = cycle;
            }
            return best;
        }

        /** Changes of thread make a cycle hard to read; the length of the path to it counts less. */
        private int cost(List<Integer> cycle) {
            int switches = 0;
            for (int i = 1; i < cycle.size(); i++) {
                if (graph.mover(cycle.get(i)) != graph.mover(cycle.get(i - 1))) switches++;
            }
            return 4 * (cycle.size() + switches)
                    + graph.wayTo(graph.source(cycle.getFirst())).size();
        }

        private List<Integer> through(int start) {
            List<Integer> cycle = path(start, edge -> graph.target(edge) == start);
            while (true) {
                var now = new Demands(demands, cycle);
                long owed = now.owed();
                long overdue = now.overdue();
                if ((owed | overdue) == 0) return cycle;
                var longer = new ArrayList<>(cycle);
                longer.addAll(path(start, edge -> demands.pays(edge, owed, overdue)));
                int end = graph.target(longer.getLast());
                if (end != start) longer.addAll(path(end, edge -> graph.target(edge) == start));
                cycle = longer;
            }
        }

        /** The shortest path inside the part whose last step is as wanted. */
        private List<Integer> path(int from, java.util.function.IntPredicate wanted) {
            var foundBy = new java.util.HashMap<Integer, Integer>();
            Deque<Integer> queue = new ArrayDeque<>(List.of(from));
            foundBy.put(from, -1);
            while (!queue.isEmpty()) {
                int node = queue.poll();
                for (int e = graph.firstEdge(node); e < graph.endOfEdges(node); e++) {
                    if (!demands.isInside(e)) continue;
                    if (wanted.test(e)) {
                        var path = new ArrayList<Integer>();
                        for (int edge = e; edge >= 0; edge = foundBy.getOrDefault(graph.source(edge), -1))
                            path.add(edge);
                        return path.reversed();
                    }
                    if (foundBy.putIfAbsent(graph.target(e), e) == null) queue.add(graph.target(e));
                }
            }
            throw new IllegalStateException("not strongly connected");
        }
    }

    /**
     * The strongly connected parts that contain a step, of the remaining ones of the given nodes; each in ascending
     * order.
     */
    private List<int[]> parts(int[] all) {
        var among = new BitSet();
        for (int node : all) among.set(node);
        var steps = new StronglyConnected.Graph() {
            @Override
            public int places(int node) {
                return graph.endOfEdges(node) - graph.firstEdge(node);
            }

            @Override
            public int target(int node, int place) {
                int edge = graph.firstEdge(node) + place;
                return isThere(edge) && among.get(graph.target(edge)) ? graph.target(edge) : StronglyConnected.NONE;
            }
        };
        return StronglyConnected.from(among.stream(), graph.nodes(), steps).cycles().stream()
                .map(part -> part.stream().toArray())
                .toList();
    }
}
