package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Sequence;
import dev.moirai.trace.TraceEvent;
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
final class PrefixFormula {
    /** No term. */
    static final int UNKNOWN = 0;

    /** A step, and that it ends the run. */
    private record Failing(StepNode node, int term) {}

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
    private final LastValues last;
    private int things;
    private final List<Failing> failing = new ArrayList<>();
    private final Map<Long, Integer> failingAt = new HashMap<>();
    private int[] fineBefore = {TermPool.TRUE};
    private int[] fineAfter = {TermPool.TRUE};

    PrefixFormula(TraceProgram program, Slice slice, Set<StepNode> points, TermPool pool, Machine machine) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.terms = new ThreadTerms(program, slice, pool, machine);
        List<Cell> cells = program.cells().stream()
                .filter(cell -> slice.cells().contains(cell) && cell.isShared())
                .toList();
        Set<StepNode> chosen = new KeyNodes(program, slice, terms).choose(points, cells);
        this.sequence = new Sequence(pool, chosen.size());
        this.switches = new ContextSwitches(this, sequence.precedence());
        for (int thread = 0; thread < program.threadCount(); thread++) chain(thread, chosen);
        this.locks = new LockOrder(this, sequence);
        var pi = new PiFunctions(program, this, terms);
        for (Cell cell : cells) pi.tie(cell);
        new Synchronisation(program, this).add();
        var barriers = new BarrierRounds(program, this, terms);
        barriers.add();
        this.wakings = new Wakings(program, this, terms);
        wakings.add();
        this.last = new LastValues(this, terms);
        this.stuck = slice.isForStuck()
                ? Optional.of(new StuckStates(program, this, terms, last, barriers, wakings))
                : Optional.empty();
        findFailures();
    }

    /** Whoever fails ends the process: so in every order nothing fails, but for what is asked about. */
    private void findFailures() {
        for (StepNode node : terms.perhapsLast()) failing.add(new Failing(node, ends(node)));
        for (Assertions.Place place : slice.assertions()) {
            int fails = fails(place.node(), place.index());
            if (fails == TermPool.FALSE) continue;
            failingAt.put(position(place.node(), place.index()), failing.size());
            failing.add(new Failing(place.node(), fails));
        }
        int count = failing.size();
        fineBefore = new int[count + 1];
        fineAfter = new int[count + 1];
        fineBefore[0] = TermPool.TRUE;
        fineAfter[count] = TermPool.TRUE;
        for (int i = 0; i < count; i++)
            fineBefore[i + 1] = pool.and(fineBefore[i], -failing.get(i).term());
        for (int i = count - 1; i >= 0; i--)
            fineAfter[i] = pool.and(fineAfter[i + 1], -failing.get(i).term());
    }

    /** That nothing fails, and nothing else has ended the run. */
    int allFine() {
        return pool.and(fineAfter[0], goesOn(Optional.empty()));
    }

    /** That the step with which the recording stopped is not made, unless it is the last one here too. */
    private int goesOn(Optional<StepNode> last) {
        Optional<StepNode> stop = program.stop().filter(this::hasKey);
        return stop.isEmpty() || stop.equals(last) ? TermPool.TRUE : -executed(stop.get());
    }

    /** The same but for one step, the last: it may fail when what matters has been done. */
    int allFineBefore(StepNode last) {
        boolean mayFail = failing.stream().anyMatch(each -> each.node() == last);
        if (!mayFail && program.stop().filter(stop -> stop == last).isEmpty()) return allFine();
        int fine = goesOn(Optional.of(last));
        for (Failing each : failing) if (each.node() != last) fine = pool.and(fine, -each.term());
        return fine;
    }

    private static long position(StepNode node, int index) {
        return (long) node.number() << 32 | index;
    }

    /** That this assertion fails, and nothing else does. */
    int failsAlone(StepNode node, int index) {
        Integer at = failingAt.get(position(node, index));
        if (at == null) return TermPool.FALSE;
        return pool.and(pool.and(failing.get(at).term(), fineBefore[at], fineAfter[at + 1]), goesOn(Optional.of(node)));
    }

    /** The steps of a thread one after the other (section 4.2, PO), each under the conditions that lead to it. */
    private void chain(int thread, Set<StepNode> chosen) {
        Optional<Key> previous = Optional.empty();
        int way = TermPool.TRUE;
        Map<StepNode, Integer> shared = new HashMap<>();
        for (TraceProgram.Atomic atomic : program.atomics()) {
            if (atomic.begin().thread() != thread || !slice.contains(atomic.begin())) continue;
            int thing = things++;
            for (int p = atomic.begin().position(); p <= atomic.end().position(); p++) {
                shared.put(program.thread(thread).get(p), thing);
            }
        }
        var ofThread = new ArrayList<Key>();
        for (StepNode node : slice.part(program.thread(thread), it -> it)) {
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

    Key key(StepNode node) {
        Key key = keys.get(node.number());
        if (key == null) throw new IllegalStateException("the formula does not speak of step " + node);
        return key;
    }

    boolean hasKey(StepNode node) {
        return keys.containsKey(node.number());
    }

    /** That a step happens; one before the window has. */
    int executed(StepNode node) {
        if (slice.isBefore(node)) return TermPool.TRUE;
        return slice.contains(node) ? key(node).executed() : TermPool.FALSE;
    }

    /** That no step has misused a lock. */
    int noMisuse() {
        int fine = TermPool.TRUE;
        for (DestroyedLocks.Pair pair : program.destroyedLocks().all()) {
            if (!pair.isOrdered() && slice.contains(pair.destroy())) fine = pool.and(fine, -isDestroyedHeld(pair));
        }
        for (var misuse : terms.misuses().entrySet()) {
            fine = pool.and(fine, -pool.and(executed(misuse.getKey()), misuse.getValue()));
        }
        return fine;
    }

    private int isDestroyedHeld(DestroyedLocks.Pair pair) {
        StepNode acquire = pair.section().acquire();
        StepNode release = pair.section().release();
        int over = release == null || slice.isBeyond(release)
                ? TermPool.FALSE
                : pool.and(executed(release), before(release, pair.destroy()));
        if (slice.isBeyond(acquire) || over == TermPool.TRUE) return TermPool.FALSE;
        return pool.and(executed(pair.destroy()), executed(acquire), before(acquire, pair.destroy()), -over);
    }

    /** That the thread stands before the step, and the step would misuse the tried lock that it is about. */
    int standsBeforeMisuse(StepNode node) {
        TraceEvent event = node.visible().orElseThrow();
        int state = last.of(program.cellsOf(event));
        if (state == 0 || !slice.contains(node)) return TermPool.FALSE;
        int misuse = new LockRules(pool).of(event, node.thread(), state).misuse();
        return pool.and(standsBefore(node), misuse);
    }

    /** That the thread stands before the step and has not made it. */
    int standsBefore(StepNode node) {
        if (!slice.contains(node)) return TermPool.FALSE;
        Key key = key(node);
        return pool.and(key.reached(), -key.executed());
    }

    /** That a thread of the trace has done all it did. */
    int finished(int thread) {
        if (program.thread(thread).isEmpty()) return TermPool.TRUE;
        StepNode last = program.thread(thread).getLast();
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
    int known(StepNode first, StepNode second) {
        if (first.thread() == second.thread()) return pool.bool(first.position() < second.position());
        if (slice.isBefore(first)) return TermPool.TRUE;
        if (slice.isBefore(second)) return TermPool.FALSE;
        if (program.mustOrder().isBefore(first, second)) return TermPool.TRUE;
        return program.mustOrder().isBefore(second, first) ? TermPool.FALSE : UNKNOWN;
    }

    /** That one step comes before another, if both happen. */
    int before(StepNode first, StepNode second) {
        int known = known(first, second);
        if (known != UNKNOWN) return known;
        OptionalInt byLocks = locks.before(first, second);
        if (byLocks.isPresent()) return byLocks.getAsInt();
        return sequence.before(key(first).thing(), key(second).thing());
    }

    /** One step happens only after another has, as {@link MustOrder} may know or not. */
    void requires(StepNode later, StepNode earlier) {
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
    private int fails(StepNode node, int index) {
        if (!slice.contains(node)) return TermPool.FALSE;
        int way = key(node).executed();
        for (ThreadTerms.Condition condition : terms.conditions(node)) {
            boolean isAsked = condition.index() == index && condition.otherwise() == ThreadTerms.Otherwise.LEAVES;
            if (isAsked) return pool.and(way, -condition.term());
            way = pool.and(way, condition.term());
        }
        return TermPool.FALSE;
    }

    /** That the run ends in the step, by what its thread computes or assumes there. */
    private int ends(StepNode node) {
        int way = key(node).executed();
        int ends = TermPool.FALSE;
        for (ThreadTerms.Condition condition : terms.conditions(node)) {
            if (condition.otherwise() == ThreadTerms.Otherwise.ENDS)
                ends = pool.or(ends, pool.and(way, -condition.term()));
            way = pool.and(way, condition.term());
        }
        return ends;
    }
}
