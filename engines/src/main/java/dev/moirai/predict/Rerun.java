package dev.moirai.predict;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Pending;
import dev.moirai.interpret.State;
import dev.moirai.ir.Instr;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs a predicted reordering on the interpreter, step by step: every thread must come to the instructions of the trace, and
 * what is claimed must be there in the end. Only what passes is a violation.
 */
final class Rerun {
    sealed interface Result {
        /** @param accesses the moves that broke a transaction, for {@link Property#ATOMICITY} */
        record Confirmed(Violation violation, List<Move> moves, List<Integer> accesses) implements Result {}

        record Diverged(String why) implements Result {}
    }

    /** The most steps that threads outside a cycle make until all threads wait. */
    private static final int PATIENCE = 100_000;

    private final Machine machine;
    private final State state;
    private final List<Move> moves = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final Map<StepNode, Integer> places = new HashMap<>();
    /** By signal: the thread that it is to wake, where the prediction depends on it. */
    private final Map<StepNode, Integer> woken;

    private Outcome last = Outcome.CONTINUED;

    private Rerun(Machine machine, Map<StepNode, Integer> woken) {
        this.machine = machine;
        this.woken = woken;
        this.state = machine.start();
        numbers.put(0, 0);
    }

    static Result run(Machine machine, Session.Reply.Found found) {
        Claim claim = found.claim();
        Result result = new Rerun(machine, found.woken()).inOrder(claim, found.order());
        // Threads outside the cycle may end the process before all threads wait: then they are tried with these threads
        // first.
        if (result instanceof Result.Diverged && claim instanceof Claim.Cycle cycle) {
            Result eager = new Rerun(machine, found.woken()).othersFirst(cycle, found.order());
            if (eager instanceof Result.Confirmed) return eager;
        }
        return result;
    }

    private Result inOrder(Claim claim, List<StepNode> order) {
        for (StepNode node : order) {
            Optional<String> wrong = follow(node);
            if (wrong.isPresent()) {
                return new Result.Diverged("step " + (moves.size() + 1) + " (" + node.span() + "): " + wrong.get());
            }
            if (claim instanceof Claim.Assertion(var target, var _, var _) && target == node) break;
            boolean isLast = claim instanceof Claim.Broken(var _, var _, var second, var _) && second == node;
            if (isLast) break;
            if (!(last instanceof Outcome.Continued)) return new Result.Diverged("the process ends before");
        }
        return judge(claim);
    }

    /** The threads of the cycle in the same order, the others as early as they can move. */
    private Result othersFirst(Claim.Cycle cycle, List<StepNode> order) {
        Set<Integer> involved = cycle.points().stream().map(StepNode::thread).collect(Collectors.toSet());
        Map<Integer, Deque<StepNode>> others = new TreeMap<>();
        for (StepNode node : order) {
            if (!involved.contains(node.thread()))
                others.computeIfAbsent(node.thread(), _ -> new ArrayDeque<>()).add(node);
        }
        for (StepNode node : order) {
            if (!involved.contains(node.thread())) continue;
            others.forEach(this::goOn);
            if (!(last instanceof Outcome.Continued) || follow(node).isPresent()) {
                return new Result.Diverged("the others do not come first");
            }
        }
        return last instanceof Outcome.Continued ? deadlock() : new Result.Diverged("the process ends before");
    }

    /** Lets a thread run as far as it can: first by its steps of the order, then freely. */
    private void goOn(int thread, Deque<StepNode> steps) {
        for (int i = 0; i < PATIENCE && last instanceof Outcome.Continued; i++) {
            int number = number(thread);
            if (number < 0 || Arrays.binarySearch(machine.enabled(state), number) < 0) return;
            StepNode next = steps.peek();
            if (next == null) step(number, new ArrayDeque<>());
            else if (follow(steps.remove()).isPresent()) return;
        }
    }

    private int number(int thread) {
        return numbers.getOrDefault(thread, -1);
    }

    /** Makes a step as in the trace; returns what does not fit, if anything. */
    private Optional<String> follow(StepNode node) {
        int thread = number(node.thread());
        if (thread < 0) return Optional.of("its thread has not begun");
        if (Arrays.binarySearch(machine.enabled(state), thread) < 0) return Optional.of("its thread cannot move");
        Optional<Instr> expected = node.instr();
        Optional<Instr> pending = machine.pending(state, thread).map(Pending::instr);
        if (expected.isPresent() && pending.filter(it -> it == expected.get()).isEmpty()) {
            return Optional.of("its thread is elsewhere, at " + machine.position(state, thread));
        }
        int before = state.threadCount();
        step(thread, choices(node));
        places.put(node, moves.size() - 1);
        if (state.threadCount() > before) {
            node.visible().map(TraceEvent::threads).ifPresent(begun -> numbers.put(begun.getFirst(), before));
        }
        return Optional.empty();
    }

    /** The choices of the step: as recorded, except that a wait ends as its recorded result says, and a signal wakes whom the prediction says. */
    private Deque<Long> choices(StepNode node) {
        Integer sleeper = woken.get(node);
        if (sleeper != null) {
            long address = machine.pending(state, number(node.thread()))
                    .orElseThrow()
                    .touches()
                    .getFirst()
                    .address();
            return new ArrayDeque<>(
                    List.of((long) machine.sleepers(state, address).indexOf(number(sleeper))));
        }
        return node.visible()
                .filter(event -> event.site().instr() instanceof Instr.Awake)
                .map(event -> new ArrayDeque<>(List.of(event.result() == 0 ? 1L : 0L)))
                .orElseGet(() -> new ArrayDeque<>(node.step().choices()));
    }

    private void step(int thread, Deque<Long> recorded) {
        var chosen = new ArrayList<Long>();
        last = machine.step(
                state,
                thread,
                choice -> {
                    Long next = recorded.poll();
                    long value = next == null ? 0 : next;
                    if (choice instanceof Choice.OneOf one) {
                        value = Math.clamp(value, 0, one.count() - 1);
                    }
                    chosen.add(value);
                    return value;
                },
                Observer.NONE);
        moves.add(new Move(thread, chosen));
    }

    // ---- is it there? ------------------------------------------------------------------------------------------

    private Result judge(Claim claim) {
        return switch (claim) {
            case Claim.Assertion(var _, var _, var failure) -> assertion(failure);
            case Claim.Race(var first, var second) ->
                at(first)
                        .or(() -> at(second))
                        .<Result>map(Result.Diverged::new)
                        .orElseGet(() -> machine.race(state, number(first.thread()), number(second.thread()))
                                .<Result>map(violation -> new Result.Confirmed(violation, moves, List.of()))
                                .orElse(new Result.Diverged("the two accesses do not conflict")));
            case Claim.Broken broken -> broken(broken);
            case Claim.Cycle _, Claim.Stuck _ -> deadlock();
            case Claim.DestroyedHeld(var destroy, var _) -> misuse(destroy);
            case Claim.Misused(var node) -> misuse(node);
            case Claim.UsedDestroyed(var _, var use) -> misuse(use);
        };
    }

    /** Why the thread does not stand before the step; empty if it does. */
    private Optional<String> at(StepNode node) {
        Optional<Instr> pending = machine.pending(state, number(node.thread())).map(Pending::instr);
        if (node.instr().isPresent()
                && pending.filter(it -> it == node.instr().get()).isPresent()) return Optional.empty();
        return Optional.of("a thread does not stand at " + node.span());
    }

    private Result ofLastStep(Property property) {
        if (last instanceof Outcome.Violated(var violation) && violation.property() == property) {
            return new Result.Confirmed(violation, moves, List.of());
        }
        return new Result.Diverged("the last step does not fail");
    }

    private Result assertion(Failures.Failure failure) {
        boolean same = last instanceof Outcome.Violated(var violation)
                && violation.span().equals(failure.span());
        return same ? ofLastStep(Property.ASSERTION) : new Result.Diverged("the assertion holds");
    }

    private Result misuse(StepNode node) {
        Optional<String> wrong = at(node);
        if (wrong.isPresent()) return new Result.Diverged(wrong.get());
        if (Arrays.binarySearch(machine.enabled(state), number(node.thread())) < 0) {
            return new Result.Diverged("the thread cannot move");
        }
        step(number(node.thread()), new ArrayDeque<>(node.step().choices()));
        return ofLastStep(Property.LOCK_MISUSE);
    }

    private Result deadlock() {
        int turn = 0;
        for (int i = 0; i < PATIENCE; i++) {
            Optional<Violation> deadlock = machine.deadlock(state);
            if (deadlock.isPresent()) return new Result.Confirmed(deadlock.get(), moves, List.of());
            int[] enabled = machine.enabled(state);
            if (enabled.length == 0) return new Result.Diverged("every thread has ended");
            step(enabled[turn++ % enabled.length], new ArrayDeque<>());
            if (!(last instanceof Outcome.Continued)) return new Result.Diverged("the process ends instead");
        }
        return new Result.Diverged("the other threads go on");
    }

    private Result broken(Claim.Broken claim) {
        var accesses = new ArrayList<Integer>();
        for (StepNode node : claim.points()) {
            Integer place = places.get(node);
            if (place == null) return new Result.Diverged("an access of the pattern was not made");
            accesses.add(place);
        }
        if (accesses.get(0) > accesses.get(1) || accesses.get(1) > accesses.get(2)) {
            return new Result.Diverged("the accesses came in another order");
        }
        StepNode remote = claim.remote();
        SourceSpan span = claim.first().span();
        String breach = "between " + place(span) + " and "
                + place(claim.second().span()) + " of "
                + state.threadName(number(claim.first().thread())) + ", "
                + state.threadName(number(remote.thread())) + " comes in at " + place(remote.span());
        var violation = new Violation(
                Property.ATOMICITY,
                "atomicity violation (" + claim.pattern() + ")",
                List.of(breach),
                claim.second().span(),
                claim.second().function(),
                state.threadName(number(claim.second().thread())));
        return new Result.Confirmed(violation, moves.subList(0, accesses.get(2) + 1), accesses);
    }

    private static String place(SourceSpan span) {
        return Candidate.place(span);
    }
}
