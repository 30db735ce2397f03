package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All feasible prefixes of reorderings of a window, as a formula (sections 4, 5.3 and 6 of the paper). Every step that
 * matters has a truth value "it happens", closed under what comes before in its thread, and a clock. Nothing is demanded
 * of steps that do not happen: so a violation may be one that a prefix shows, whatever would come after it.
 *
 * <p>Clocks never fall within a thread and differ between steps of different threads that depend on each other, so the
 * largest clock counts context switches (section 6.1), and a bound on it is one comparison.
 */
final class Encoding {
    private final TraceProgram program;
    private final Relevance relevance;
    private final Window window;
    private final TermPool pool;
    private final ThreadTerms terms;
    private final Map<Integer, Key> keys = new HashMap<>();
    private final List<Integer> tails = new ArrayList<>();
    private final List<List<Key>> byThread = new ArrayList<>();
    private final List<Integer> constraints = new ArrayList<>();
    private final int clockWidth;
    private final int top;
    private final List<Integer> failing = new ArrayList<>();
    private final Map<Long, Integer> failingAt = new HashMap<>();
    private int[] fineBefore = {TermPool.TRUE};
    private int[] fineAfter = {TermPool.TRUE};

    Encoding(
            TraceProgram program,
            Relevance relevance,
            Window window,
            Set<Node> points,
            TermPool pool,
            Machine machine) {
        this.program = program;
        this.relevance = relevance;
        this.window = window;
        this.pool = pool;
        this.terms = new ThreadTerms(program, relevance, window, pool, machine);
        List<Cell> cells = program.cells().stream()
                .filter(cell -> relevance.isRelevant(cell) && cell.isShared())
                .toList();
        Set<Node> chosen = new KeyNodes(program, window, terms, relevance.assertions()).choose(points, cells);
        this.clockWidth = 33 - Integer.numberOfLeadingZeros(Math.max(1, chosen.size()));
        this.top = pool.bvVar("top", clockWidth);
        for (int thread = 0; thread < program.threadCount(); thread++) chain(thread, chosen);
        var pi = new PiFunctions(program, this, terms);
        for (Cell cell : cells) pi.tie(cell);
        new Synchronisation(program, this).add();
        new Barriers(program, this, terms).add();
        findFailures();
    }

    /** Whoever fails ends the process: so in every order all assertions hold, but for one that is asked about. */
    private void findFailures() {
        for (Assertions.Place place : relevance.assertions().in(window)) {
            int fails = fails(place.node(), place.index());
            if (fails == TermPool.FALSE) continue;
            failingAt.put(position(place.node(), place.index()), failing.size());
            failing.add(fails);
        }
        int count = failing.size();
        fineBefore = new int[count + 1];
        fineAfter = new int[count + 1];
        fineBefore[0] = TermPool.TRUE;
        fineAfter[count] = TermPool.TRUE;
        for (int i = 0; i < count; i++) fineBefore[i + 1] = pool.and(fineBefore[i], -failing.get(i));
        for (int i = count - 1; i >= 0; i--) fineAfter[i] = pool.and(fineAfter[i + 1], -failing.get(i));
    }

    /** That no assertion fails. */
    int allFine() {
        return fineAfter[0];
    }

    /** The same but for the assertions of one step, the last: they may fail when what matters has been done. */
    int allFineBefore(Node last) {
        int fine = TermPool.TRUE;
        boolean same = true;
        for (Assertions.Place place : relevance.assertions().of(last)) {
            same &= !failingAt.containsKey(position(place.node(), place.index()));
        }
        if (same) return allFine();
        for (Assertions.Place place : relevance.assertions().in(window)) {
            Integer at = failingAt.get(position(place.node(), place.index()));
            if (at != null && place.node() != last) fine = pool.and(fine, -failing.get(at));
        }
        return fine;
    }

    private static long position(Node node, int index) {
        return (long) node.number() << 32 | index;
    }

    /** That this assertion fails, and it alone. */
    int failsAlone(Node node, int index) {
        Integer at = failingAt.get(position(node, index));
        if (at == null) return TermPool.FALSE;
        return pool.and(failing.get(at), fineBefore[at], fineAfter[at + 1]);
    }

    /** The steps of a thread one after the other (section 4.2, PO), each under the conditions that lead to it. */
    private void chain(int thread, Set<Node> chosen) {
        Optional<Key> previous = Optional.empty();
        int way = TermPool.TRUE;
        Map<Node, Integer> shared = new HashMap<>();
        for (TraceProgram.Atomic atomic : program.atomics()) {
            if (atomic.begin().thread() != thread || !window.contains(atomic.begin())) continue;
            int clock = pool.bvVar("c" + atomic.begin().number(), clockWidth);
            for (int p = atomic.begin().position(); p <= atomic.end().position(); p++) {
                shared.put(program.thread(thread).get(p), clock);
            }
        }
        var ofThread = new ArrayList<Key>();
        for (Node node : window.part(program.thread(thread), Node::number)) {
            way = pool.and(way, terms.standing(node));
            if (chosen.contains(node)) {
                int before = previous.map(Key::executed).orElse(TermPool.TRUE);
                int executed = pool.boolVar("x" + node.number());
                Integer common = shared.get(node);
                int clock = common != null ? common : pool.bvVar("c" + node.number(), clockWidth);
                var key = new Key(node, previous, executed, pool.and(before, way), clock);
                keys.put(node.number(), key);
                ofThread.add(key);
                demand(-executed, before);
                demand(-executed, way);
                demand(-executed, terms.guard(node));
                demand(-executed, pool.ule(clock, top));
                previous.ifPresent(p -> demand(pool.ule(p.clock(), clock)));
                previous = Optional.of(key);
                way = TermPool.TRUE;
            } else {
                way = pool.and(way, terms.guard(node));
            }
            for (ThreadTerms.Condition condition : terms.conditions(node)) way = pool.and(way, condition.term());
        }
        byThread.add(ofThread);
        tails.add(way);
    }

    TermPool pool() {
        return pool;
    }

    Window window() {
        return window;
    }

    Relevance relevance() {
        return relevance;
    }

    List<Integer> constraints() {
        return constraints;
    }

    /** One of the terms holds. */
    void demand(int... terms) {
        int clause = pool.or(terms);
        if (clause != TermPool.TRUE) constraints.add(clause);
    }

    int choice() {
        return pool.newBool();
    }

    List<Key> keys(int thread) {
        return byThread.get(thread);
    }

    Key key(Node node) {
        Key key = keys.get(node.number());
        if (key == null) throw new IllegalStateException("the formula does not speak of step " + node);
        return key;
    }

    boolean hasKey(Node node) {
        return keys.containsKey(node.number());
    }

    /** That a step happens; one before the window has. */
    int executed(Node node) {
        if (window.isBefore(node)) return TermPool.TRUE;
        return window.contains(node) ? key(node).executed() : TermPool.FALSE;
    }

    /** That the thread stands before the step and has not made it. */
    int standsBefore(Node node) {
        if (!window.contains(node)) return TermPool.FALSE;
        Key key = key(node);
        return pool.and(key.reached(), -key.executed());
    }

    /** That a thread of the trace has done all it did. */
    int finished(int thread) {
        if (program.thread(thread).isEmpty()) return TermPool.TRUE;
        Node last = program.thread(thread).getLast();
        if (window.isBefore(last)) return TermPool.TRUE;
        if (!window.contains(last)) return TermPool.FALSE;
        return pool.and(key(last).executed(), tails.get(thread));
    }

    /** That one step comes before another, if both happen. */
    int before(Node first, Node second) {
        if (first.thread() == second.thread()) return pool.bool(first.position() < second.position());
        if (window.isBefore(first)) return TermPool.TRUE;
        if (window.isBefore(second)) return TermPool.FALSE;
        if (program.mustOrder().isBefore(first, second)) return TermPool.TRUE;
        if (program.mustOrder().isBefore(second, first)) return TermPool.FALSE;
        return strictly(first, second);
    }

    /** As clocks say it, also where it is known anyway: for what makes it known. */
    int strictly(Node first, Node second) {
        if (window.isBefore(first)) return TermPool.TRUE;
        if (window.isBefore(second)) return TermPool.FALSE;
        return pool.ult(key(first).clock(), key(second).clock());
    }

    /** That at most so many context switches are needed. */
    int withSwitches(int bound) {
        return pool.ule(top, pool.bv(bound, clockWidth));
    }

    /** As many switches as there can be. */
    int mostSwitches() {
        return (1 << Math.min(clockWidth, 30)) - 1;
    }

    /** That a condition of a step comes out otherwise than recorded, all before it as recorded. */
    private int fails(Node node, int index) {
        if (!window.contains(node)) return TermPool.FALSE;
        int way = key(node).executed();
        for (ThreadTerms.Condition condition : terms.conditions(node)) {
            if (condition.index() == index) return pool.and(way, -condition.term());
            way = pool.and(way, condition.term());
        }
        return TermPool.FALSE;
    }
}
