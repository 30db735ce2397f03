package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * States in which somebody waits and nobody can move, whatever it is that they wait for: locks, semaphores, signals,
 * barriers, the end of a thread, a value. At the end of a prefix every thread stands before a step of the trace that cannot
 * happen now, has ended, or was never begun. That a wait could end for no reason does not count as a move, and who can give
 * up after a time does not wait. Inside an atomic section one that waits is enough: then nobody else moves.
 */
final class StuckStates {
    /** A step before which a thread may wait, and the truth value that it does. */
    private record Stand(StepNode node, int term) {}

    /** Which threads have to wait. */
    enum Scope {
        /** All of them, before steps of the trace. */
        ALL,
        /** All but those that have done all their recorded steps without having ended: what they do next is left to the run. */
        ALL_RECORDED
    }

    private final TraceProgram program;
    private final PrefixFormula formula;
    private final ThreadTerms terms;
    private final Wakings wakings;
    private final LastValues last;
    private final LockRules rules;
    private final TermPool pool;
    private final Slice slice;
    private final Map<StepNode, ConditionWaits.Sleep> sleeps = new HashMap<>();
    /** By step with which a thread arrives at a barrier or leaves it: that the thread has to wait there. */
    private final Map<StepNode, Integer> atBarriers = new HashMap<>();

    private final List<List<Stand>> stands = new ArrayList<>();

    StuckStates(
            TraceProgram program,
            PrefixFormula formula,
            ThreadTerms terms,
            LastValues last,
            BarrierRounds barriers,
            Wakings wakings) {
        this.program = program;
        this.formula = formula;
        this.terms = terms;
        this.wakings = wakings;
        this.last = last;
        this.pool = formula.pool();
        this.rules = new LockRules(pool);
        this.slice = formula.slice();
        for (ConditionWaits.Condition condition : program.conditions()) {
            for (ConditionWaits.Sleep sleep : condition.sleeps()) sleep.awake().ifPresent(it -> sleeps.put(it, sleep));
        }
        for (Arrivals.Barrier barrier : program.barriers()) {
            for (Arrivals.Arrival arrival : barrier.arrivals()) {
                int waits = barriers.keepsWaiting(barrier, arrival);
                atBarriers.put(arrival.node(), waits);
                arrival.awake().ifPresent(it -> atBarriers.put(it, waits));
            }
        }
        for (int thread = 0; thread < program.threadCount(); thread++) stands.add(standsOf(thread));
    }

    /** Whether a thread may have to wait before such an instruction. */
    static boolean mayWait(Instr instr) {
        return switch (instr) {
            case Instr.Lock i -> i.patience() == Instr.Patience.BLOCK;
            case Instr.Down i -> i.patience() == Instr.Patience.BLOCK;
            case Instr.Awake i -> i.patience() == Instr.Patience.BLOCK;
            case Instr.Join _, Instr.Await _ -> true;
            default -> false;
        };
    }

    /** Whether somebody may wait for the cell to have another value. */
    static boolean isWaitedFor(Cell cell) {
        return cell.isOfSemaphore()
                || cell.accesses().stream().anyMatch(access -> access.instr() instanceof Instr.Await);
    }

    private List<Stand> standsOf(int thread) {
        var result = new ArrayList<Stand>();
        for (StepNode node : slice.part(program.thread(thread), it -> it)) {
            if (node.instr().isEmpty()) continue;
            int term = TermPool.FALSE;
            if (mayWait(node.instr().get())) term = pool.and(formula.standsBefore(node), mustWait(node));
            else if (node.instr().get() instanceof Instr.Arrive) term = waitsAfter(node);
            if (term != TermPool.FALSE) result.add(new Stand(node, term));
        }
        firstBeyond(thread).filter(it -> mayWait(it.instr().orElseThrow())).ifPresent(node -> {
            int term = pool.and(formula.isThrough(thread), mustWait(node));
            if (term != TermPool.FALSE) result.add(new Stand(node, term));
        });
        return result;
    }

    /** The step that the thread comes to after all its steps of the slice. */
    private Optional<StepNode> firstBeyond(int thread) {
        for (StepNode node : program.thread(thread)) {
            if (slice.isBeyond(node))
                return Optional.of(node).filter(it -> it.instr().isPresent());
        }
        return Optional.empty();
    }

    /** A thread that arrived last at a barrier in the trace, and so did not wait, waits if it arrives earlier in another order. */
    private int waitsAfter(StepNode arrival) {
        if (arrival.visible().orElseThrow().result() != -1) return TermPool.FALSE;
        int waits = pool.and(formula.executed(arrival), atBarriers.getOrDefault(arrival, TermPool.FALSE));
        for (EncodedStep key : formula.encoded(arrival.thread())) {
            if (key.node().position() > arrival.position()) return pool.and(waits, -key.executed());
        }
        return waits;
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /** That the step cannot happen at the end of the prefix. */
    private int mustWait(StepNode node) {
        TraceEvent event = node.visible().orElseThrow();
        return switch (event.site().instr()) {
            case Instr.Lock _ -> isLocked(node, event);
            case Instr.Down _ -> event.result() == 0 ? isZero(event) : TermPool.FALSE;
            case Instr.Join _ -> event.result() == 0 ? -hasEnded(event.threads().getFirst()) : TermPool.FALSE;
            case Instr.Awake _ -> isNotWoken(node);
            case Instr.Await _ -> pool.and(pool.bool(terms.awaited(node) != 0), -isThere(node, event));
            default -> TermPool.FALSE;
        };
    }

    private int isLocked(StepNode node, TraceEvent event) {
        if (!program.tried().contains(event)) return event.result() == 0 ? isHeld(node) : TermPool.FALSE;
        int state = last.of(program.cellsOf(event));
        return state == 0 ? TermPool.FALSE : -rules.of(node, state).possible();
    }

    private int isHeld(StepNode node) {
        Optional<CriticalSection> wanted = program.sectionBegunBy(node);
        if (wanted.isEmpty()) return TermPool.FALSE;
        int held = TermPool.FALSE;
        for (CriticalSection section : program.sectionsIn(slice.window())) {
            if (section.thread() == node.thread() || !section.excludes(wanted.get())) continue;
            StepNode release = section.release();
            int over = release == null ? TermPool.FALSE : formula.executed(release);
            held = pool.or(held, pool.and(formula.executed(section.acquire()), -over));
        }
        return held;
    }

    private int isZero(TraceEvent event) {
        int level = last.of(program.cellsOf(event));
        return level == 0 ? TermPool.FALSE : -pool.slt(pool.bv(0, pool.width(level)), level);
    }

    private int isThere(StepNode node, TraceEvent event) {
        int value = last.of(program.cellsOf(event));
        int expected = terms.awaited(node);
        return value == 0 || expected == 0 ? TermPool.TRUE : pool.eq(value, expected);
    }

    private int isNotWoken(StepNode node) {
        ConditionWaits.Sleep sleep = sleeps.get(node);
        if (sleep != null) return -wakings.isWoken(sleep);
        return atBarriers.getOrDefault(node, TermPool.FALSE);
    }

    // ---- nobody can move ---------------------------------------------------------------------------------------

    private int hasEnded(int thread) {
        return program.hasEnded(thread) ? formula.finished(thread) : TermPool.FALSE;
    }

    private int isNotBegun(int thread) {
        return program.spawn(thread).map(spawn -> -formula.executed(spawn)).orElse(TermPool.FALSE);
    }

    /** That the thread waits, has ended, or was never begun. */
    private int isQuiet(int thread) {
        int quiet = pool.or(isNotBegun(thread), hasEnded(thread));
        for (Stand stand : stands.get(thread)) quiet = pool.or(quiet, stand.term());
        return quiet;
    }

    /** That the thread has done all its recorded steps and has not ended. */
    private int isUnknown(int thread) {
        if (thread == 0 && program.endsWithMain() || program.hasEnded(thread)) return TermPool.FALSE;
        return program.thread(thread).isEmpty() ? TermPool.TRUE : formula.finished(thread);
    }

    int term(Scope scope) {
        int all = TermPool.TRUE;
        int some = TermPool.FALSE;
        for (int thread = 0; thread < program.threadCount(); thread++) {
            int quiet = isQuiet(thread);
            all = pool.and(all, scope == Scope.ALL ? quiet : pool.or(quiet, isUnknown(thread)));
            for (Stand stand : stands.get(thread)) some = pool.or(some, stand.term());
        }
        int inSection = TermPool.FALSE;
        for (TraceProgram.Atomic atomic : program.atomics()) inSection = pool.or(inSection, waitsInside(atomic));
        return pool.or(pool.and(all, some), inSection);
    }

    private int waitsInside(TraceProgram.Atomic atomic) {
        int waits = TermPool.FALSE;
        for (Stand stand : stands.get(atomic.begin().thread())) {
            int position = stand.node().position();
            boolean inside = position > atomic.begin().position()
                    && position <= atomic.end().position();
            if (inside) waits = pool.or(waits, stand.term());
        }
        return waits;
    }

    /** That these threads wait at these places. */
    int waitAt(List<ThreadPlace> places) {
        int all = TermPool.TRUE;
        for (ThreadPlace place : places) {
            int there = TermPool.FALSE;
            for (Stand stand : stands.get(place.thread())) {
                if (ThreadPlace.of(stand.node()).equals(place)) there = pool.or(there, stand.term());
            }
            all = pool.and(all, there);
        }
        return all;
    }

    /** The steps before which threads wait in a model; in an atomic section, only that of the thread inside. */
    List<StepNode> in(Evaluator model) {
        var all = new ArrayList<StepNode>();
        for (List<Stand> ofThread : stands) {
            for (Stand stand : ofThread) if (model.isTrue(stand.term())) all.add(stand.node());
        }
        return all;
    }
}
