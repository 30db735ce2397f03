package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;
import static dev.moirai.solve.sat.SeenWrites.NOBODY;

import java.util.Arrays;

/**
 * A theory of orders: a true literal may say that one thing comes before another, that one sees what another has written,
 * or that one writes; and the edges that follow must have no cycle. (He, Sun and Fan, Satisfiability modulo ordering
 * consistency theory for multi-threaded program verification, PLDI 2021; Sun, Fan and He, Consistency-preserving
 * propagation for SMT solving of concurrent program verification, OOPSLA 2022.)
 *
 * <p>Whoever else writes what a reader sees from a writer comes before the writer or after the reader: before the writer, if
 * it is known to come before the reader, and after the reader, if it is known to come after the writer. Such edges have no
 * literal; they are derived. Where both are known, one of the literals must be false, as must one whose edge would close
 * a cycle. Where nothing is known, nothing follows: who gives the constraints sees to it that of two writes to a place some
 * literal says which is first.
 *
 * <p>Reasons are paths, searched for only when asked for.
 */
final class OrderTheory {
    /** The literal of what always holds. */
    static final int ALWAYS = -1;

    /** Stands in place of a reason: {@link #explain} finds the reason when it is needed. */
    static final int ON_DEMAND = -2;

    /** The literal of an edge that has none. */
    static final int DERIVED = -3;

    private static final IntStack NONE = new IntStack(1);

    private final Trail trail;
    private final SeenWrites seen = new SeenWrites();
    private final Reachability order = new Reachability();
    private final OrderEdges edges = new OrderEdges();
    private final OrderReasons reasons;

    private int nodes;
    private boolean changed;

    /** By node: the edges into it that have a literal, whether true or not. */
    private IntStack[] possible = new IntStack[0];
    /** By literal: its edges. */
    private IntStack[] said = new IntStack[0];

    /** Of each active edge the position on the trail it came with, and what the order was before. */
    private final IntStack activeAt = new IntStack(64);

    private final IntStack marks = new IntStack(64);

    /** Of each view that holds the position on the trail. */
    private final IntStack heldAt = new IntStack(64);

    /** Edges that follow and are still to be added: from, to, view, write. */
    private final IntStack following = new IntStack(64);

    /** The position on the trail that is being handled. */
    private int now;

    OrderTheory(Trail trail) {
        this.trail = trail;
        this.reasons = new OrderReasons(edges, seen, order);
    }

    void add(int edgeLiteral, int first, int second) {
        edges.addGiven(edgeLiteral, first, second);
        nodes = Math.max(nodes, Math.max(first, second) + 1);
        changed = true;
    }

    void addView(int literal, int writer, int reader, int place) {
        seen.addView(literal, writer, reader, place);
        nodes = Math.max(nodes, Math.max(writer, reader) + 1);
        changed = true;
    }

    void addWrite(int literal, int node, int place) {
        seen.addWrite(literal, node, place);
        nodes = Math.max(nodes, node + 1);
        changed = true;
    }

    /**
     * Handles the literals on the trail that are new to the theory and assigns what follows from them. Returns a clause
     * that is false (an empty one if the constraints contradict each other), or {@link ClauseArena#NO_CLAUSE}.
     */
    int propagate(ClauseArena arena) {
        if (nodes == 0) {
            trail.ordered = trail.literals.size;
            return NO_CLAUSE;
        }
        if (changed && !rebuild()) return reasons.conflict(arena);
        while (activeAt.size > 0 && activeAt.data[activeAt.size - 1] >= trail.ordered) {
            activeAt.size--;
            order.undo(marks.data[--marks.size]);
            edges.dropLast();
        }
        while (heldAt.size > 0 && heldAt.data[heldAt.size - 1] >= trail.ordered) {
            heldAt.size--;
            seen.letGo();
        }
        while (trail.ordered < trail.literals.size) {
            now = trail.ordered;
            int literal = trail.literals.data[now];
            following.size = 0;
            if (!handle(literal)) return reasons.conflict(arena);
            trail.ordered++;
        }
        return NO_CLAUSE;
    }

    /** What the literal says, and what follows. False if there is a conflict. */
    private boolean handle(int literal) {
        if (literal < said.length) {
            IntStack list = said[literal];
            for (int i = 0; i < list.size; i++) if (!insert(list.data[i])) return false;
        }
        IntStack views = seen.viewsIf(literal);
        for (int i = 0; i < views.size; i++) looksAround(views.data[i]);
        IntStack writes = seen.writesIf(literal);
        for (int i = 0; i < writes.size; i++) isMade(writes.data[i]);
        return follow();
    }

    /** Everything anew. False if what always holds is contradictory. */
    private boolean rebuild() {
        changed = false;
        edges.clear(nodes);
        order.clear(nodes);
        seen.arrange(nodes, trail.level.length * 2);
        reasons.clear(nodes, trail.level.length);
        possible = new IntStack[nodes];
        Arrays.setAll(possible, i -> new IntStack(4));
        said = new IntStack[trail.level.length * 2];
        Arrays.fill(said, NONE);
        activeAt.size = 0;
        marks.size = 0;
        heldAt.size = 0;
        following.size = 0;
        trail.ordered = 0;
        now = -1;
        for (int edge = 0; edge < edges.given(); edge++) {
            int literal = edges.literal(edge);
            if (literal == ALWAYS) continue;
            possible[edges.to(edge)].push(edge);
            if (said[literal] == NONE) said[literal] = new IntStack(2);
            said[literal].push(edge);
        }
        if (!insertAlways()) return false;
        for (int view = 0; view < seen.views(); view++) {
            if (seen.literalOfView(view) == ALWAYS) looksAround(view);
        }
        for (int write = 0; write < seen.writes(); write++) {
            if (seen.literalOfWrite(write) == ALWAYS) isMade(write);
        }
        return follow();
    }

    /** Inserts the edges that always hold: all at once, unless they have a cycle. */
    private boolean insertAlways() {
        var next = new IntStack[nodes];
        Arrays.setAll(next, i -> new IntStack(2));
        int[] missing = new int[nodes];
        for (int edge = 0; edge < edges.given(); edge++) {
            if (edges.literal(edge) != ALWAYS) continue;
            next[edges.from(edge)].push(edges.to(edge));
            missing[edges.to(edge)]++;
        }
        int[] sorted = new int[nodes];
        int found = 0;
        for (int node = 0; node < nodes; node++) if (missing[node] == 0) sorted[found++] = node;
        for (int at = 0; at < found; at++) {
            IntStack successors = next[sorted[at]];
            for (int i = 0; i < successors.size; i++) {
                if (--missing[successors.data[i]] == 0) sorted[found++] = successors.data[i];
            }
        }
        boolean hasCycle = found < nodes;
        if (!hasCycle) order.close(sorted, next);
        for (int edge = 0; edge < edges.given(); edge++) {
            if (edges.literal(edge) != ALWAYS) continue;
            if (!hasCycle) activate(edge);
            else if (!insert(edge)) return false;
        }
        for (int node = 0; node < nodes && !hasCycle; node++) {
            order.gainAll(node);
            conclude();
        }
        return true;
    }

    private void activate(int edge) {
        activeAt.push(now);
        marks.push(order.mark());
        edges.activate(edge);
    }

    private boolean follow() {
        while (following.size > 0) {
            int[] data = following.data;
            following.size -= 4;
            int at = following.size;
            if (order.leads(data[at], data[at + 1])) continue;
            if (!insert(edges.derive(data[at], data[at + 1], data[at + 2], data[at + 3]))) return false;
        }
        return true;
    }

    /** Makes the edge active, unless others imply it. False if it closes a cycle. */
    private boolean insert(int edge) {
        int from = edges.from(edge);
        int to = edges.to(edge);
        if (order.leads(from, to)) return true;
        if (from == to || order.leads(to, from)) {
            reasons.cycle(edge);
            edges.forget(edge);
            return false;
        }
        activate(edge);
        order.add(from, to);
        conclude();
        return true;
    }

    /** What follows where nodes lead to more than before. */
    private void conclude() {
        for (int i = 0; i < order.gainers.size; i++) {
            int first = order.gainers.data[i];
            IntStack candidates = possible[first];
            for (int k = 0; k < candidates.size; k++) {
                int other = candidates.data[k];
                if (trail.values[edges.literal(other)] == 0 && order.hasGained(i, edges.from(other))) {
                    int literal = edges.literal(other);
                    reasons.closes(literal >> 1, other);
                    trail.assign(literal ^ 1, ON_DEMAND);
                }
            }
            for (int word = 0; word < order.words(); word++) {
                long open = order.gain(i, word) & seen.related(first, word);
                for (; open != 0; open &= open - 1) {
                    concludeFrom(first, (word << 6) + Long.numberOfTrailingZeros(open));
                }
            }
        }
    }

    // ---- who sees whom -----------------------------------------------------------------------------------------

    private int value(int literal) {
        return literal == ALWAYS ? 1 : trail.values[literal];
    }

    /** {@code first} has turned out to be before {@code second}. */
    private void concludeFrom(int first, int second) {
        IntStack writes = seen.writesBy(first);
        for (int i = 0; i < writes.size; i++) {
            int write = writes.data[i];
            int made = value(seen.literalOfWrite(write));
            int read = seen.read(second, seen.place(write));
            if (made >= 0 && read >= 0) {
                compareAll(seen.heldBy(read), write);
                if (made > 0) hidesFrom(read, write);
            }
            compareLater(write, second);
        }
    }

    /** The write's node has turned out to be before another, which may write at the place too. */
    private void compareLater(int write, int second) {
        IntStack later = seen.writesBy(second);
        for (int k = 0; k < later.size; k++) {
            int other = later.data[k];
            if (seen.place(other) != seen.place(write)) continue;
            int made = value(seen.literalOfWrite(other));
            if (made < 0) return;
            compareAll(seen.heldOf(write), other);
            if (made > 0) hides(write, other);
            return;
        }
    }

    private void compareAll(IntStack views, int write) {
        for (int i = 0; i < views.size; i++) compare(views.data[i], write);
    }

    /** The read comes after the write, which is made: it sees nothing that comes before the write. */
    private void hidesFrom(int read, int write) {
        int node = seen.node(write);
        int first = seen.view(read, NOBODY);
        if (first >= 0) compare(first, write);
        for (int word = 0; word < order.words(); word++) {
            long hidden = seen.writers(read, word) & order.leadingTo(node, word);
            for (; hidden != 0; hidden &= hidden - 1) {
                compare(seen.view(read, (word << 6) + Long.numberOfTrailingZeros(hidden)), write);
            }
        }
    }

    /** The write comes before another, which is made: it is not seen by what comes after that. */
    private void hides(int write, int other) {
        for (int word = 0; word < order.words(); word++) {
            long hidden = seen.readers(write, word) & order.ledTo(seen.node(other), word);
            for (; hidden != 0; hidden &= hidden - 1) {
                int reader = (word << 6) + Long.numberOfTrailingZeros(hidden);
                compare(seen.view(seen.read(reader, seen.place(write)), seen.node(write)), other);
            }
        }
    }

    private void looksAround(int view) {
        heldAt.push(now);
        seen.hold(view);
        IntStack writes = seen.writesAt(seen.placeOfView(view));
        for (int i = 0; i < writes.size; i++) {
            if (value(seen.literalOfWrite(writes.data[i])) >= 0) compare(view, writes.data[i]);
        }
    }

    private void isMade(int write) {
        IntStack reads = seen.readsAt(seen.place(write));
        for (int i = 0; i < reads.size; i++) {
            int read = reads.data[i];
            compareAll(seen.heldBy(read), write);
            if (order.leads(seen.node(write), seen.readerOf(read))) hidesFrom(read, write);
        }
    }

    /** What follows if the view holds and the write is made: it is not in between. The write may be made. */
    private void compare(int view, int write) {
        int viewLiteral = seen.literalOfView(view);
        int holds = value(viewLiteral);
        if (holds < 0) return;
        int node = seen.node(write);
        int writer = seen.writer(view);
        int reader = seen.reader(view);
        if (node == writer || node == reader) return;
        int writeLiteral = seen.literalOfWrite(write);
        boolean late = writer == NOBODY || order.leads(writer, node);
        if (holds > 0 && value(writeLiteral) > 0) {
            if (late) follows(reader, node, view, write);
            else if (order.leads(node, reader)) follows(node, writer, view, write);
        } else if (late && (holds > 0 || value(writeLiteral) > 0) && order.leads(node, reader)) {
            int literal = holds > 0 ? writeLiteral : viewLiteral;
            reasons.between(literal >> 1, view, write);
            trail.assign(literal ^ 1, ON_DEMAND);
        }
    }

    private void follows(int from, int to, int view, int write) {
        if (order.leads(from, to)) return;
        following.push(from);
        following.push(to);
        following.push(view);
        following.push(write);
    }

    /** Why the theory has decided the variable: a clause, which is the variable's reason from now on. */
    int explain(ClauseArena arena, int variable) {
        int literal = 2 * variable + (trail.values[2 * variable] > 0 ? 0 : 1);
        int reason = reasons.of(arena, variable, literal);
        trail.reason[variable] = reason;
        return reason;
    }
}
