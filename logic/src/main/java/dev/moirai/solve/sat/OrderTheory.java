package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;

import java.util.Arrays;

/**
 * A theory of orders: a true literal may say that one thing comes before another, and the edges that the true literals
 * say together must have no cycle. (The idea of a theory solver for orders of events is that of He, Sun and Fan,
 * Satisfiability modulo ordering consistency theory for multi-threaded program verification, PLDI 2021; the searches
 * here are plain, as our graphs have hundreds of nodes.)
 *
 * <p>When an edge becomes active, a search forward from its end and one backward from its start find either a cycle,
 * which is a conflict, or the literals that would close one, which must be false. A literal that is decided in this way
 * adds no edge, because its negation is already known. Reasons are paths, searched for only when asked for.
 */
final class OrderTheory {
    /** The literal of an edge that is always active. */
    static final int ALWAYS = -1;

    /** Stands in place of a reason: {@link #explain} finds the reason when it is needed. */
    static final int ON_DEMAND = -2;

    private static final IntStack NONE = new IntStack(1);

    private final Trail trail;

    private int[] literal = new int[64];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int edges;
    private int nodes;
    private boolean changed;

    /** By node: the active edges out of it and into it. */
    private IntStack[] out = new IntStack[0];

    private IntStack[] in = new IntStack[0];
    /** By node: the edges out of it that have a literal, whether true or not. */
    private IntStack[] possible = new IntStack[0];
    /** By literal: its edges. */
    private IntStack[] said = new IntStack[0];

    /** The edges that are active because of literals, in the order of the trail, and their positions on the trail. */
    private final IntStack active = new IntStack(64);

    private final IntStack activeAt = new IntStack(64);
    /** By edge: the position on the trail since which it is active. */
    private int[] since = new int[0];
    /** By variable that the theory has decided: the edge that was new, and the edge that would close a cycle. */
    private int[] newEdge = new int[0];

    private int[] closing = new int[0];

    private final Search forward = new Search();
    private final Search backward = new Search();
    private final IntStack clause = new IntStack(64);

    OrderTheory(Trail trail) {
        this.trail = trail;
    }

    void add(int edgeLiteral, int first, int second) {
        if (edges == literal.length) {
            literal = Arrays.copyOf(literal, 2 * edges);
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
        }
        literal[edges] = edgeLiteral;
        from[edges] = first;
        to[edges] = second;
        edges++;
        nodes = Math.max(nodes, Math.max(first, second) + 1);
        changed = true;
    }

    /**
     * Handles the literals on the trail that are new to the theory and assigns what follows from them. Returns a clause
     * that is false (an empty one if the constraints contradict each other), or {@link ClauseArena#NO_CLAUSE}.
     */
    int propagate(ClauseArena arena) {
        if (edges == 0) {
            trail.ordered = trail.literals.size;
            return NO_CLAUSE;
        }
        if (changed) rebuild();
        while (active.size > 0 && activeAt.data[active.size - 1] >= trail.ordered) drop(active.data[--active.size]);
        activeAt.size = active.size;
        while (trail.ordered < trail.literals.size) {
            int at = trail.ordered;
            int now = trail.literals.data[at];
            if (now < said.length && said[now] != NONE && !trail.byOrders[now >> 1]) {
                for (int i = 0; i < said[now].size; i++) {
                    int conflict = insert(arena, said[now].data[i], at);
                    if (conflict != NO_CLAUSE) return conflict;
                }
            }
            trail.ordered++;
        }
        return NO_CLAUSE;
    }

    private void rebuild() {
        changed = false;
        out = lists(nodes);
        in = lists(nodes);
        possible = lists(nodes);
        said = new IntStack[trail.level.length * 2];
        Arrays.fill(said, NONE);
        since = new int[edges];
        newEdge = new int[trail.level.length];
        closing = new int[trail.level.length];
        forward.grow(nodes);
        backward.grow(nodes);
        active.size = 0;
        activeAt.size = 0;
        trail.ordered = 0;
        for (int edge = 0; edge < edges; edge++) {
            if (literal[edge] == ALWAYS) {
                since[edge] = -1;
                put(edge);
                continue;
            }
            possible[from[edge]].push(edge);
            if (said[literal[edge]] == NONE) said[literal[edge]] = new IntStack(2);
            said[literal[edge]].push(edge);
        }
    }

    private static IntStack[] lists(int size) {
        var lists = new IntStack[size];
        Arrays.setAll(lists, i -> new IntStack(4));
        return lists;
    }

    private void put(int edge) {
        out[from[edge]].push(edge);
        in[to[edge]].push(edge);
    }

    /** Edges are dropped in reverse order of being added. */
    private void drop(int edge) {
        out[from[edge]].size--;
        in[to[edge]].size--;
    }

    private int insert(ClauseArena arena, int edge, int at) {
        forward.run(from[edge], out, to, at);
        // An edge that other edges imply is not added.
        if (forward.hasReached(to[edge])) return NO_CLAUSE;
        forward.run(to[edge], out, to, at);
        if (forward.hasReached(from[edge])) {
            clause.size = 0;
            clause.push(literal[edge] ^ 1);
            forward.addPath(from[edge], from);
            return arena.add(clause.data, clause.size, true, clause.size);
        }
        backward.run(from[edge], in, from, at);
        since[edge] = at;
        put(edge);
        active.push(edge);
        activeAt.push(at);
        for (int i = 0; i < forward.reached.size; i++) {
            IntStack candidates = possible[forward.reached.data[i]];
            for (int k = 0; k < candidates.size; k++) {
                int other = candidates.data[k];
                if (trail.values[literal[other]] != 0 || !backward.hasReached(to[other])) continue;
                // The other edge would close a cycle: to its end, over the new edge, to its start.
                int variable = literal[other] >> 1;
                newEdge[variable] = edge;
                closing[variable] = other;
                trail.byOrders[variable] = true;
                trail.assign(literal[other] ^ 1, ON_DEMAND);
            }
        }
        return NO_CLAUSE;
    }

    /** Why the theory has decided the variable: a clause, which is the variable's reason from now on. */
    int explain(ClauseArena arena, int variable) {
        int edge = newEdge[variable];
        int other = closing[variable];
        clause.size = 0;
        clause.push(literal[other] ^ 1);
        clause.push(literal[edge] ^ 1);
        backward.run(from[edge], in, from, since[edge]);
        backward.addPath(to[other], to);
        forward.run(to[edge], out, to, since[edge]);
        forward.addPath(from[other], from);
        int reason = arena.add(clause.data, clause.size, true, clause.size);
        trail.reason[variable] = reason;
        return reason;
    }

    /** The nodes reachable from a node along active edges. */
    private final class Search {
        final IntStack reached = new IntStack(64);
        private int[] seen = new int[0];
        private int[] by = new int[0];
        private int stamp;

        void grow(int size) {
            seen = new int[size];
            by = new int[size];
            stamp = 0;
        }

        /** @param latest uses only edges that were active at this position of the trail */
        void run(int start, IntStack[] next, int[] end, int latest) {
            stamp++;
            reached.size = 0;
            reached.push(start);
            seen[start] = stamp;
            by[start] = -1;
            for (int head = 0; head < reached.size; head++) {
                IntStack list = next[reached.data[head]];
                for (int i = 0; i < list.size && since[list.data[i]] <= latest; i++) {
                    int node = end[list.data[i]];
                    if (seen[node] == stamp) continue;
                    seen[node] = stamp;
                    by[node] = list.data[i];
                    reached.push(node);
                }
            }
        }

        boolean hasReached(int node) {
            return seen[node] == stamp;
        }

        /** Adds to the clause the negations of the literals on the path to the node. */
        void addPath(int node, int[] start) {
            for (int edge = by[node]; edge >= 0; edge = by[start[edge]]) {
                if (literal[edge] != ALWAYS) clause.push(literal[edge] ^ 1);
            }
        }
    }
}
