package dev.moirai.predict;

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
    /** Stands for a truth value that is not the same in every order. */
    static final int UNKNOWN = 0;

    /** A step that may end the run, and the truth value that it does. */
    private record Failing(StepNode node, int term) {}

    /** An event by the number of its step in the trace, and its own number in the step. */
    private record EventPlace(int step, int index) {}

    private final TraceProgram program;
    private final Slice slice;
    private final TermPool pool;
    private final ThreadTerms terms;
    private final Map<Integer, EncodedStep> encoded = new HashMap<>();
    private final List<Integer> tails = new ArrayList<>();
    private final List<List<EncodedStep>> byThread = new ArrayList<>();
    private final List<Integer> constraints = new ArrayList<>();
    private final Sequence sequence;
    private final ContextSwitches switches;
    private final LockOrder locks;
    private final Wakings wakings;
    private final Optional<StuckStates> stuck;
    private final LastValues last;
    private int moments;
    private final List<Failing> failing = new ArrayList<>();
    private final Map<EventPlace, Integer> failingAt = new HashMap<>();
    private int[] fineBefore = {TermPool.TRUE};
    private int[] fineAfter = {TermPool.TRUE};

    PrefixFormula(TraceProgram program, Slice slice, Set<StepNode> points, TermPool pool, TraceOrigin origin) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.terms = new ThreadTerms(program, slice, pool, origin);
        List<Cell> cells = program.cells().stream()
                .filter(cell -> slice.cells().contains(cell) && cell.isShared())
                .toList();
        Set<StepNode> chosen = new EncodedSteps(program, slice, terms).choose(points, cells);
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

    /** A failure ends the process, so no prefix goes on after one: at most the violation that is asked about may fail. */
    private void findFailures() {
        for (StepNode node : terms.conditions().perhapsLast()) failing.add(new Failing(node, ends(node)));
        for (Assertions.Place place : slice.assertions()) {
            int fails = fails(place.node(), place.index());
            if (fails == TermPool.FALSE) continue;
            failingAt.put(new EventPlace(place.node().number(), place.index()), failing.size());
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

    /** That no step of the prefix has ended the run. */
    int allFine() {
        return pool.and(fineAfter[0], goesOn(Optional.empty()));
    }

    /** That the step with which the recording stopped does not happen, unless it is the last step of the prefix. */
    private int goesOn(Optional<StepNode> last) {
        Optional<StepNode> stop = program.stop().filter(this::isEncoded);
        return stop.isEmpty() || stop.equals(last) ? TermPool.TRUE : -executed(stop.get());
    }

    /** The same, except that {@code last}, the last step of the prefix, may end the run after its visible event. */
    int allFineBefore(StepNode last) {
        boolean mayFail = failing.stream().anyMatch(each -> each.node() == last);
        if (!mayFail && program.stop().filter(stop -> stop == last).isEmpty()) return allFine();
        int fine = goesOn(Optional.of(last));
        for (Failing each : failing) if (each.node() != last) fine = pool.and(fine, -each.term());
        return fine;
    }

    /** That this assertion fails, and nothing else does. */
    int failsAlone(StepNode node, int index) {
        Integer at = failingAt.get(new EventPlace(node.number(), index));
        if (at == null) return TermPool.FALSE;
        return pool.and(pool.and(failing.get(at).term(), fineBefore[at], fineAfter[at + 1]), goesOn(Optional.of(node)));
    }

    /** That this branch goes the other way, and nothing has failed. */
    int flips(StepNode node, int index) {
        return pool.and(fails(node, index), fineAfter[0], goesOn(Optional.of(node)));
    }

    /** That a step has happened, and its thread has gone on as in the trace. */
    int passes(StepNode node) {
        int way = executed(node);
        for (PathConditions.Condition condition : terms.conditions().of(node)) way = pool.and(way, condition.term());
        return way;
    }

    /** The steps of a thread one after the other (section 4.2, PO), each under the conditions that lead to it. */
    private void chain(int thread, Set<StepNode> chosen) {
        Optional<EncodedStep> previous = Optional.empty();
        int way = TermPool.TRUE;
        Map<StepNode, Integer> shared = new HashMap<>();
        for (TraceProgram.Atomic atomic : program.atomics()) {
            if (atomic.begin().thread() != thread || !slice.contains(atomic.begin())) continue;
            int moment = moments++;
            for (int p = atomic.begin().position(); p <= atomic.end().position(); p++) {
                shared.put(program.thread(thread).get(p), moment);
            }
        }
        var ofThread = new ArrayList<EncodedStep>();
        for (StepNode node : slice.part(program.thread(thread), it -> it)) {
            way = pool.and(way, terms.conditions().standing(node));
            if (chosen.contains(node)) {
                int before = previous.map(EncodedStep::executed).orElse(TermPool.TRUE);
                int executed = pool.boolVar("x" + node.number());
                Integer common = shared.get(node);
                int moment = common != null ? common : moments++;
                var key = new EncodedStep(node, previous, executed, pool.and(before, way), moment);
                encoded.put(node.number(), key);
                ofThread.add(key);
                switches.add(key);
                demand(-executed, before);
                demand(-executed, way);
                demand(-executed, terms.conditions().guard(node));
                previous.ifPresent(p -> follows(p.moment(), moment));
                previous = Optional.of(key);
                way = TermPool.TRUE;
            } else {
                way = pool.and(way, terms.conditions().guard(node));
            }
            for (PathConditions.Condition condition : terms.conditions().of(node))
                way = pool.and(way, condition.term());
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

    /** Deadlocks; only for a slice that was made for them. */
    StuckStates stuck() {
        return stuck.orElseThrow();
    }

    Slice slice() {
        return slice;
    }

    /** How many steps have a place in the formula. */
    int size() {
        return encoded.size();
    }

    List<Integer> constraints() {
        return constraints;
    }

    /** Demands that at least one of the terms holds. */
    void demand(int... terms) {
        int clause = pool.or(terms);
        if (clause != TermPool.TRUE) constraints.add(clause);
    }

    int choice() {
        return pool.newBool();
    }

    List<EncodedStep> encoded(int thread) {
        return byThread.get(thread);
    }

    EncodedStep encoded(StepNode node) {
        EncodedStep key = encoded.get(node.number());
        if (key == null) throw new IllegalStateException("the formula does not speak of step " + node);
        return key;
    }

    boolean isEncoded(StepNode node) {
        return encoded.containsKey(node.number());
    }

    /** That a step happens; a step before the window has happened. */
    int executed(StepNode node) {
        if (slice.isBefore(node)) return TermPool.TRUE;
        return slice.contains(node) ? encoded(node).executed() : TermPool.FALSE;
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
        int misuse = new LockRules(pool).of(node, state).misuse();
        return pool.and(standsBefore(node), misuse);
    }

    /** That the thread stands before the step and has not made it. */
    int standsBefore(StepNode node) {
        if (!slice.contains(node)) return TermPool.FALSE;
        EncodedStep key = encoded(node);
        return pool.and(key.reached(), -key.executed());
    }

    /** That a thread has done all that it does in the trace. */
    int finished(int thread) {
        if (program.thread(thread).isEmpty()) return TermPool.TRUE;
        StepNode last = program.thread(thread).getLast();
        if (slice.isBefore(last)) return TermPool.TRUE;
        if (!slice.contains(last)) return TermPool.FALSE;
        return pool.and(encoded(last).executed(), tails.get(thread));
    }

    /** That a thread has done all its steps of the slice. */
    int isThrough(int thread) {
        List<EncodedStep> encoded = byThread.get(thread);
        return pool.and(encoded.isEmpty() ? TermPool.TRUE : encoded.getLast().executed(), tails.get(thread));
    }

    /** Whether {@code first} comes before {@code second}, where that is the same in every order; else {@link #UNKNOWN}. */
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
        return sequence.before(encoded(first).moment(), encoded(second).moment());
    }

    /** Demands that {@code later} happens only after {@code earlier}. */
    void requires(StepNode later, StepNode earlier) {
        demand(-executed(later), executed(earlier));
        if (slice.contains(earlier))
            follows(encoded(earlier).moment(), encoded(later).moment());
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

    /** That the condition fails which is the {@code index}th event of the step, and all conditions before it hold. */
    private int fails(StepNode node, int index) {
        if (!slice.contains(node)) return TermPool.FALSE;
        int way = encoded(node).executed();
        for (PathConditions.Condition condition : terms.conditions().of(node)) {
            boolean isAsked = condition.index() == index && condition.otherwise() == PathConditions.Otherwise.LEAVES;
            if (isAsked) return pool.and(way, -condition.term());
            way = pool.and(way, condition.term());
        }
        return TermPool.FALSE;
    }

    /** That the run ends in this step, by a division without a result or an assumption that fails. */
    private int ends(StepNode node) {
        int way = encoded(node).executed();
        int ends = TermPool.FALSE;
        for (PathConditions.Condition condition : terms.conditions().of(node)) {
            if (condition.otherwise() == PathConditions.Otherwise.ENDS)
                ends = pool.or(ends, pool.and(way, -condition.term()));
            way = pool.and(way, condition.term());
        }
        return ends;
    }
}
