package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.SeenWrites.NOBODY;

import java.util.Arrays;

/**
 * Why an {@link OrderTheory} says what it says: the literals on paths of edges that were active at the time, and of what
 * derived edges follow from. Of several paths one with few literals is taken.
 */
final class OrderReasons {
    private final OrderEdges edges;
    private final SeenWrites seen;
    private final Reachability order;

    /** By variable that the theory has decided: how many edges were active, and what it would contradict. */
    private int[] when = new int[0];
    /** An edge that would close a cycle; or, from -1 downwards, a view, of which {@link #intruder} would be in between. */
    private int[] cause = new int[0];

    private int[] intruder = new int[0];

    private final IntStack clause = new IntStack(64);
    private int[] inClause = new int[0];
    private int clauses;

    /** Paths still to be found: from, to, among how many edges. */
    private final IntStack paths = new IntStack(64);

    private int[] reachedIn = new int[0];
    private int[] by = new int[0];
    private int[] distance = new int[0];
    private int searches;
    private int[] near = new int[64];
    private final IntStack far = new IntStack(64);

    OrderReasons(OrderEdges edges, SeenWrites seen, Reachability order) {
        this.edges = edges;
        this.seen = seen;
        this.order = order;
    }

    void clear(int nodes, int variables) {
        when = new int[variables];
        cause = new int[variables];
        intruder = new int[variables];
        inClause = new int[2 * variables];
        reachedIn = new int[nodes];
        by = new int[nodes];
        distance = new int[nodes];
    }

    /** The variable's literal is false because its edge would close a cycle. */
    void closes(int variable, int edge) {
        when[variable] = edges.activeCount();
        cause[variable] = edge;
    }

    /** The variable's literal is false because otherwise the write would be in between. */
    void between(int variable, int view, int write) {
        when[variable] = edges.activeCount();
        cause[variable] = -1 - view;
        intruder[variable] = write;
    }

    /** The edge, which is not active yet, closes a cycle. */
    void cycle(int edge) {
        begin();
        tell(edge, edges.activeCount());
        if (edges.from(edge) != edges.to(edge)) path(edges.to(edge), edges.from(edge), edges.activeCount());
        tellPaths();
    }

    /** A clause of what {@link #cycle} has found. */
    int conflict(ClauseArena arena) {
        return arena.add(clause.data, clause.size, true, clause.size);
    }

    /** The reason of a literal that the theory has made true. */
    int of(ClauseArena arena, int variable, int literal) {
        begin();
        push(literal);
        int time = when[variable];
        if (cause[variable] >= 0) {
            int edge = cause[variable];
            path(edges.to(edge), edges.from(edge), time);
        } else {
            int view = -1 - cause[variable];
            int write = intruder[variable];
            deny(seen.literalOfView(view));
            deny(seen.literalOfWrite(write));
            if (seen.writer(view) != NOBODY) path(seen.writer(view), seen.node(write), time);
            path(seen.node(write), seen.reader(view), time);
        }
        tellPaths();
        return arena.add(clause.data, clause.size, true, clause.size);
    }

    private void begin() {
        clauses++;
        clause.size = 0;
        paths.size = 0;
    }

    private void push(int literal) {
        if (inClause[literal] == clauses) return;
        inClause[literal] = clauses;
        clause.push(literal);
    }

    private void deny(int literal) {
        if (literal != OrderTheory.ALWAYS) push(literal ^ 1);
    }

    private void path(int from, int to, int time) {
        paths.push(from);
        paths.push(to);
        paths.push(time);
    }

    /** Why the edge is there, among the first {@code time} edges. */
    private void tell(int edge, int time) {
        if (edges.literal(edge) != OrderTheory.DERIVED) {
            deny(edges.literal(edge));
            return;
        }
        int view = edges.view(edge);
        int write = edges.write(edge);
        deny(seen.literalOfView(view));
        deny(seen.literalOfWrite(write));
        if (edges.to(edge) == seen.writer(view)) path(seen.node(write), seen.reader(view), time);
        else if (seen.writer(view) != NOBODY) path(seen.writer(view), seen.node(write), time);
    }

    private void tellPaths() {
        while (paths.size > 0) {
            paths.size -= 3;
            int from = paths.data[paths.size];
            int to = paths.data[paths.size + 1];
            search(from, to, paths.data[paths.size + 2]);
            for (int node = to; node != from; node = edges.from(by[node])) tell(by[node], edges.since(by[node]));
        }
    }

    /** Paths of fewest literals: edges that always hold cost nothing, derived ones two. */
    private void search(int start, int goal, int time) {
        searches++;
        far.size = 0;
        int size = 0;
        near[size++] = start;
        distance[start] = 0;
        reachedIn[start] = searches;
        int cost = 0;
        while (true) {
            while (size > 0) {
                int node = near[--size];
                if (distance[node] != cost) continue;
                if (node == goal) return;
                IntStack list = edges.out(node);
                for (int i = 0; i < list.size && edges.since(list.data[i]) < time; i++) {
                    int edge = list.data[i];
                    int next = edges.to(edge);
                    if (next != goal && !order.leads(next, goal)) continue;
                    int step = edges.literal(edge) == OrderTheory.ALWAYS ? 0 : 1;
                    if (reachedIn[next] == searches && distance[next] <= cost + step) continue;
                    reachedIn[next] = searches;
                    distance[next] = cost + step;
                    by[next] = edge;
                    if (step > 0) {
                        far.push(next);
                        continue;
                    }
                    if (size == near.length) near = Arrays.copyOf(near, 2 * size);
                    near[size++] = next;
                }
            }
            if (far.size == 0) throw new IllegalStateException("an order without a reason");
            cost++;
            if (far.size > near.length) near = new int[2 * far.size];
            System.arraycopy(far.data, 0, near, 0, far.size);
            size = far.size;
            far.size = 0;
        }
    }
}
