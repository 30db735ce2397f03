package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * All feasible prefixes of reorderings of a slice, as a formula (sections 4, 5.3 and 6 of the paper). Every step that
 * matters has a truth value "it happens", closed under what comes before in its thread, and a place in the order of what
 * happens. Nothing is demanded of steps that do not happen: so a violation may be one that a prefix shows, whatever would
 * come after it. Order and pi-functions are those of bounded programs ({@link Sequence}, {@link dev.moirai.order.PiFunction}).
 */
final class Encoding {
    /** No term. */
    static final int UNKNOWN = 0;

    private final TraceProgram program;
    private final Slice slice;
    private final TermPool pool;
    private final ThreadTerms terms;
    private final Map<Integer, Key> keys = new HashMap<>();
    private final List<Integer> tails = new ArrayList<>();
    private final List<List<Key>> byThread = new ArrayList<>();
    private final List<Integer> constraints = new ArrayList<>();
    private final Sequence sequence;
    private final ContextSwitches switches;
    private final LockOrder locks;
    private final Wakings wakings;
    private final Optional<StuckStates> stuck;
    private int things;
    private final List<Integer> failing = new ArrayList<>();
    private final Map<Long, Integer> failingAt = new HashMap<>();
    private int[] fineBefore = {TermPool.TRUE};
    private int[] fineAfter = {TermPool.TRUE};

    Encoding(TraceProgram program, Slice slice, Set<Node> points, TermPool pool, Machine machine) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.terms = new ThreadTerms(program, slice, pool, machine);
        List<Cell> cells = program.cells().stream()
                .filter(cell -> slice.cells().contains(cell) && cell.isShared())
                .toList();
        Set<Node> chosen = new KeyNodes(program, slice, terms).choose(points, cells);
        this.sequence = new Sequence(pool, chosen.size());
        this.switches = new ContextSwitches(this, sequence.precedence());
        for (int thread = 0; thread < program.threadCount(); thread++) chain(thread, chosen);
        this.locks = new LockOrder(this, sequence);
        var pi = new PiFunctions(program, this, terms);
        for (Cell cell : cells) pi.tie(cell);
        new Synchronisation(program, this).add();
        var barriers = new Barriers(program, this, terms);
        barriers.add();
        this.wakings = new Wakings(program, this);
        wakings.add();
        this.stuck = slice.isForStuck()
                ? Optional.of(new StuckStates(program, this, terms, barriers, wakings))
                : Optional.empty();
        findFailures();
    }

    /** Whoever fails ends the process: so in every order all assertions hold, but for one that is asked about. */
    private void findFailures() {
        for (Assertions.Place place : slice.assertions()) {
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

    /** That no assertion fails, and nothing else has ended the run. */
    int allFine() {
        return pool.and(fineAfter[0], goesOn(Optional.empty()));
    }

    /** That the step with which the recording stopped is not made, unless it is the last one here too. */
    private int goesOn(Optional<Node> last) {
        Optional<Node> stop = program.stop().filter(this::hasKey);
        return stop.isEmpty() || stop.equals(last) ? TermPool.TRUE : -executed(stop.get());
    }

    /** The same but for the assertions of one step, the last: they may fail when what matters has been done. */
    int allFineBefore(Node last) {
        int fine = goesOn(Optional.of(last));
        boolean same = program.stop().filter(stop -> stop == last).isEmpty();
        for (Assertions.Place place : slice.assertions(last)) {
            same &= !failingAt.containsKey(position(place.node(), place.index()));
        }
        if (same) return allFine();
        for (Assertions.Place place : slice.assertions()) {
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
        return pool.and(pool.and(failing.get(at), fineBefore[at], fineAfter[at + 1]), goesOn(Optional.of(node)));
    }

    /** The steps of a thread one after the other (section 4.2, PO), each under the conditions that lead to it. */
    private void chain(int thread, Set<Node> chosen) {
        Optional<Key> previous = Optional.empty();
        int way = TermPool.TRUE;
        Map<Node, Integer> shared = new HashMap<>();
        for (TraceProgram.Atomic atomic : program.atomics()) {
            if (atomic.begin().thread() != thread || !slice.contains(atomic.begin())) continue;
            int thing = things++;
            for (int p = atomic.begin().position(); p <= atomic.end().position(); p++) {
                shared.put(program.thread(thread).get(p), thing);
            }
        }
        var ofThread = new ArrayList<Key>();
        for (Node node : slice.part(program.thread(thread), it -> it)) {
            way = pool.and(way, terms.standing(node));
            if (chosen.contains(node)) {
                int before = previous.map(Key::executed).orElse(TermPool.TRUE);
                int executed = pool.boolVar("x" + node.number());
                Integer common = shared.get(node);
                int thing = common != null ? common : things++;
                var key = new Key(node, previous, executed, pool.and(before, way), thing);
                keys.put(node.number(), key);
                ofThread.add(key);
                switches.add(key);
                demand(-executed, before);
                demand(-executed, way);
                demand(-executed, terms.guard(node));
                previous.ifPresent(p -> follows(p.thing(), thing));
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

    Wakings wakings() {
        return wakings;
    }

    /** Of a slice that was made for them. */
    StuckStates stuck() {
        return stuck.orElseThrow();
    }

    Slice slice() {
        return slice;
    }

    /** How many steps the formula speaks of. */
    int size() {
        return keys.size();
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
        if (slice.isBefore(node)) return TermPool.TRUE;
        return slice.contains(node) ? key(node).executed() : TermPool.FALSE;
    }

    /** That the thread stands before the step and has not made it. */
    int standsBefore(Node node) {
        if (!slice.contains(node)) return TermPool.FALSE;
        Key key = key(node);
        return pool.and(key.reached(), -key.executed());
    }

    /** That a thread of the trace has done all it did. */
    int finished(int thread) {
        if (program.thread(thread).isEmpty()) return TermPool.TRUE;
        Node last = program.thread(thread).getLast();
        if (slice.isBefore(last)) return TermPool.TRUE;
        if (!slice.contains(last)) return TermPool.FALSE;
        return pool.and(key(last).executed(), tails.get(thread));
    }

    /** That a thread has done all that it does here, whether or not it does more later. */
    int isThrough(int thread) {
        List<Key> keys = byThread.get(thread);
        return pool.and(keys.isEmpty() ? TermPool.TRUE : keys.getLast().executed(), tails.get(thread));
    }

    /** True or false where it is so in every order, else {@link #UNKNOWN}. */
    int known(Node first, Node second) {
        if (first.thread() == second.thread()) return pool.bool(first.position() < second.position());
        if (slice.isBefore(first)) return TermPool.TRUE;
        if (slice.isBefore(second)) return TermPool.FALSE;
        if (program.mustOrder().isBefore(first, second)) return TermPool.TRUE;
        return program.mustOrder().isBefore(second, first) ? TermPool.FALSE : UNKNOWN;
    }

    /** That one step comes before another, if both happen. */
    int before(Node first, Node second) {
        int known = known(first, second);
        if (known != UNKNOWN) return known;
        OptionalInt byLocks = locks.before(first, second);
        if (byLocks.isPresent()) return byLocks.getAsInt();
        return sequence.before(key(first).thing(), key(second).thing());
    }

    /** One step happens only after another has, as {@link MustOrder} may know or not. */
    void requires(Node later, Node earlier) {
        demand(-executed(later), executed(earlier));
        if (slice.contains(earlier)) follows(key(earlier).thing(), key(later).thing());
    }

    private void follows(int earlier, int later) {
        if (earlier != later) sequence.demand(TermPool.TRUE, earlier, later);
    }

    Precedence precedence() {
        return sequence.precedence();
    }

    ContextSwitches switches() {
        return switches;
    }

    /** That a condition of a step comes out otherwise than recorded, all before it as recorded. */
    private int fails(Node node, int index) {
        if (!slice.contains(node)) return TermPool.FALSE;
        int way = key(node).executed();
        for (ThreadTerms.Condition condition : terms.conditions(node)) {
            if (condition.index() == index) return pool.and(way, -condition.term());
            way = pool.and(way, condition.term());
        }
        return TermPool.FALSE;
    }
}
