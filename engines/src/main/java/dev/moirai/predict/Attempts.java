package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the locks and semaphores whose state the formula must compute. An attempt to take a lock or to lower a semaphore (a
 * {@code trylock}, or a wait with a time limit) may have another result in another order. If the program branches on the result at
 * once, the branch fixes the result, and the lock is held exactly where the trace holds it: formulas stay small. If the program
 * ignores the result, uses it later, or only asserts something about it, the thread goes on with either result; then the object is
 * {@linkplain TriedLocks tried}.
 */
final class Attempts {
    private final TraceProgram program;
    private final TraceOrigin origin;
    private final TermPool pool = new TermPool();
    private final Bindings bindings;
    private final Map<Integer, List<CriticalSection>> sections = new HashMap<>();
    private final Map<Integer, List<StepNode>> changes = new HashMap<>();
    private final Map<Integer, List<StepNode>> failed = new HashMap<>();
    private final Map<Integer, List<StepNode>> looks = new HashMap<>();

    /** What the thread does with the result of an attempt before its next visible step. */
    private enum Use {
        NONE,
        ASSERTED,
        DECIDES
    }

    private Attempts(TraceProgram program, TraceOrigin origin) {
        this.program = program;
        this.origin = origin;
        this.bindings = new Bindings(pool, origin);
        for (CriticalSection each : program.sections())
            sections.computeIfAbsent(each.lock(), _ -> new ArrayList<>()).add(each);
        for (TraceProgram.FailedTry each : program.failedTries())
            failed.computeIfAbsent(each.lock(), _ -> new ArrayList<>()).add(each.node());
        for (TraceProgram.Life life : program.lives()) {
            if (isChange(life.node()))
                changes.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
            if (looksAtState(life.node()))
                looks.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
        }
    }

    /** Finds the tried objects and tells {@link TraceProgram#tried} about them. */
    static void find(TraceProgram program, TraceOrigin origin) {
        List<StepNode> attempts =
                program.nodes().stream().filter(Attempts::isAttempt).toList();
        if (attempts.isEmpty()) return;
        // A tried lock may not be held where the trace holds it, so it protects no other attempt: repeat until nothing
        // is added.
        while (true) {
            var round = new Attempts(program, origin);
            Set<Integer> tried = new TreeSet<>();
            for (StepNode node : attempts) {
                TraceEvent event = node.visible().orElseThrow();
                int object = program.numberOf(event);
                if (program.tried().contains(event) || tried.contains(object)) continue;
                if (round.isSeenByOthers(node) || round.isOpen(node) && round.use(node) != Use.DECIDES)
                    tried.add(object);
            }
            if (tried.isEmpty()) break;
            program.tried().add(tried);
        }
        program.followTried();
    }

    private static boolean isAttempt(StepNode node) {
        boolean hasteful = node.instr().isPresent()
                && node.instr().get() instanceof Instr.Taking taking
                && taking.patience() != Instr.Patience.BLOCK;
        return hasteful && !node.visible().orElseThrow().ranges().isEmpty();
    }

    private static Instr.Taking taking(TraceEvent attempt) {
        return (Instr.Taking) attempt.site().instr();
    }

    private static boolean isChange(StepNode node) {
        return node.instr()
                .filter(instr -> instr instanceof Instr.Down || instr instanceof Instr.Up)
                .isPresent();
    }

    private static boolean looksAtState(StepNode node) {
        return node.instr()
                .filter(instr -> instr instanceof Instr.Level || instr instanceof Instr.DestroySync)
                .isPresent();
    }

    // ---- whether it may come out otherwise ---------------------------------------------------------------------

    /** Whether another thread can observe that this attempt, which failed in the trace, succeeds: by the semaphore's value or a destroy. */
    private boolean isSeenByOthers(StepNode node) {
        TraceEvent event = node.visible().orElseThrow();
        return event.result() != 0
                && looks.getOrDefault(program.numberOf(event), List.of()).stream()
                        .anyMatch(other -> isConcurrent(node, other));
    }

    private boolean isOpen(StepNode node) {
        TraceEvent event = node.visible().orElseThrow();
        if (event.result() != 0 && event.result() != taking(event).refusal()) return false;
        int object = program.numberOf(event);
        if (event.site().instr() instanceof Instr.Down) {
            return changes.getOrDefault(object, List.of()).stream().anyMatch(other -> isConcurrent(node, other));
        }
        // A thread that holds the lock already gets the same result in every order.
        if (node.held().stream().anyMatch(section -> section.lock() == object)) return false;
        return sections.getOrDefault(object, List.of()).stream()
                        .anyMatch(section -> isExcludedBy(section, event) && mayBeHeld(section, node))
                || failed.getOrDefault(object, List.of()).stream().anyMatch(other -> mayHaveSucceeded(other, node));
    }

    /** Whether another attempt, which failed in the trace, may succeed before this one; its thread then holds the lock. */
    private boolean mayHaveSucceeded(StepNode other, StepNode node) {
        return other.thread() != node.thread() && !program.mustOrder().isBefore(node, other);
    }

    private static boolean isExcludedBy(CriticalSection section, TraceEvent event) {
        boolean reads = event.site().instr() instanceof Instr.Lock i && i.mode() == Instr.LockMode.READ;
        return !reads || section.mode() == CriticalSection.Mode.EXCLUSIVE;
    }

    /** Whether the order decides if another thread is in the section when the step happens. */
    private boolean mayBeHeld(CriticalSection section, StepNode node) {
        if (section.thread() == node.thread() || program.mustOrder().isBefore(node, section.acquire())) return false;
        StepNode release = section.release();
        if (release == null) {
            return !program.mustOrder().isBefore(section.acquire(), node)
                    && !CommonLocks.exclude(node.held(), section.acquire().held());
        }
        if (program.mustOrder().isBefore(release, node)) return false;
        // A lock around the whole section and around the attempt keeps them apart.
        return !CommonLocks.exclude(node.held(), CommonLocks.throughout(section.acquire(), release));
    }

    private boolean isConcurrent(StepNode node, StepNode other) {
        return node.thread() != other.thread()
                && !program.mustOrder().areOrdered(node, other)
                && !CommonLocks.exclude(node.held(), other.held());
    }

    // ---- what the thread makes of it ---------------------------------------------------------------------------

    /**
     * Whether the other result would make the thread take another branch before its next visible step. A later branch does not
     * count: the visible steps until then happen with either result.
     */
    private Use use(StepNode node) {
        List<TraceEvent> events = node.step().events();
        TraceEvent attempt = events.getFirst();
        if (attempt.symbol() == 0) return Use.NONE;
        Map<Integer, Integer> otherwise = new HashMap<>();
        Local result = taking(attempt).result();
        otherwise.put(
                attempt.symbol(),
                bindings.constant(
                        result.type(), attempt.result() == 0 ? taking(attempt).refusal() : 0));
        for (int i = 1; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            boolean depends = false;
            for (int symbol : event.symbols()) depends |= otherwise.containsKey(symbol);
            List<Expr> computed = EventOperands.computed(event);
            if (!depends || computed.isEmpty()) continue;
            int term;
            try {
                term = bindings.term(
                        computed.getFirst(), new EventPlace(node, i), symbol -> otherwise.getOrDefault(symbol, 0));
            } catch (Unencodable _) {
                continue;
            }
            if (!EventOperands.isCondition(event)) {
                if (event.symbol() != 0) otherwise.put(event.symbol(), term);
            } else if (term == pool.bool(event.result() == 0)) {
                return origin.failure(event).isPresent() ? Use.ASSERTED : Use.DECIDES;
            }
        }
        return Use.NONE;
    }
}
