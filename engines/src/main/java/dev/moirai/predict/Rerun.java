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
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
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
    /** The most steps that threads outside a cycle make until all threads wait. */
    private static final int PATIENCE = 100_000;

    private final Machine machine;
    private final RecordedTrace trace;
    private final Forecast forecast;
    private final State state;
    private final List<Move> moves = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();
    /** By step of the trace: the move that it was. */
    private final Map<Integer, Integer> places = new HashMap<>();

    private Outcome last = Outcome.CONTINUED;

    private Rerun(Machine machine, RecordedTrace trace, Forecast forecast) {
        this.machine = machine;
        this.trace = trace;
        this.forecast = forecast;
        this.state = machine.start();
        numbers.put(0, 0);
    }

    static Judge.Ruling run(Machine machine, RecordedTrace trace, Forecast forecast) {
        Judge.Ruling ruling = new Rerun(machine, trace, forecast).inOrder();
        // Threads outside the cycle may end the process before all threads wait: then they are tried with these threads
        // first.
        if (ruling instanceof Judge.Ruling.Diverged
                && forecast.claimed() instanceof Forecast.Claimed.Deadlock(var steps, var shape)
                && shape == Forecast.Shape.CYCLE) {
            Judge.Ruling eager = new Rerun(machine, trace, forecast).othersFirst(steps);
            if (eager instanceof Judge.Ruling.Confirmed) return eager;
        }
        return ruling;
    }

    private Judge.Ruling inOrder() {
        for (int number : forecast.order()) {
            Optional<String> wrong = follow(number);
            if (wrong.isPresent()) {
                return new Judge.Ruling.Diverged(
                        "step " + (moves.size() + 1) + " (" + span(number) + "): " + wrong.get());
            }
            if (isLast(number)) break;
            if (!(last instanceof Outcome.Continued)) return new Judge.Ruling.Diverged("the process ends before");
        }
        return judge();
    }

    /** Whether the claim is seen as soon as this step is made. */
    private boolean isLast(int number) {
        return switch (forecast.claimed()) {
            case Forecast.Claimed.Fails(var step, var _) -> step == number;
            case Forecast.Claimed.Flips(var step) -> step == number;
            case Forecast.Claimed.Broken(var _, var _, var second, var _) -> second == number;
            case Forecast.Claimed.Race _, Forecast.Claimed.Deadlock _, Forecast.Claimed.Misuse _ -> false;
        };
    }

    /** The threads of the cycle in the same order, the others as early as they can move. */
    private Judge.Ruling othersFirst(List<Integer> cycle) {
        Set<Integer> involved =
                cycle.stream().map(number -> step(number).thread()).collect(Collectors.toSet());
        Map<Integer, Deque<Integer>> others = new TreeMap<>();
        for (int number : forecast.order()) {
            int thread = step(number).thread();
            if (!involved.contains(thread))
                others.computeIfAbsent(thread, _ -> new ArrayDeque<>()).add(number);
        }
        for (int number : forecast.order()) {
            if (!involved.contains(step(number).thread())) continue;
            others.forEach(this::goOn);
            if (!(last instanceof Outcome.Continued) || follow(number).isPresent()) {
                return new Judge.Ruling.Diverged("the others do not come first");
            }
        }
        return last instanceof Outcome.Continued ? deadlock() : new Judge.Ruling.Diverged("the process ends before");
    }

    private RecordedStep step(int number) {
        return trace.steps().get(number);
    }

    private SourceSpan span(int number) {
        return step(number).visible().map(event -> event.site().span()).orElse(SourceSpan.NOWHERE);
    }

    /** Lets a thread run as far as it can: first by its steps of the order, then freely. */
    private void goOn(int thread, Deque<Integer> steps) {
        for (int i = 0; i < PATIENCE && last instanceof Outcome.Continued; i++) {
            int number = number(thread);
            if (number < 0 || Arrays.binarySearch(machine.enabled(state), number) < 0) return;
            if (steps.isEmpty()) step(number, new ArrayDeque<>());
            else if (follow(steps.remove()).isPresent()) return;
        }
    }

    private int number(int thread) {
        return numbers.getOrDefault(thread, -1);
    }

    /** Makes a step as in the trace; returns what does not fit, if anything. */
    private Optional<String> follow(int number) {
        RecordedStep node = step(number);
        int thread = number(node.thread());
        if (thread < 0) return Optional.of("its thread has not begun");
        if (Arrays.binarySearch(machine.enabled(state), thread) < 0) return Optional.of("its thread cannot move");
        Optional<Instr> expected = node.instr();
        Optional<Instr> pending = machine.pending(state, thread).map(Pending::instr);
        if (expected.isPresent() && pending.filter(it -> it == expected.get()).isEmpty()) {
            return Optional.of("its thread is elsewhere, at " + machine.position(state, thread));
        }
        int before = state.threadCount();
        step(thread, choices(number));
        places.put(number, moves.size() - 1);
        if (state.threadCount() > before) {
            node.visible().map(TraceEvent::threads).ifPresent(begun -> numbers.put(begun.getFirst(), before));
        }
        return Optional.empty();
    }

    /** The choices of the step: as recorded, except that a wait ends as its recorded result says, and a signal wakes whom the prediction says. */
    private Deque<Long> choices(int number) {
        RecordedStep node = step(number);
        Integer sleeper = forecast.woken().get(number);
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
                .orElseGet(() -> new ArrayDeque<>(node.choices()));
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

    private Judge.Ruling judge() {
        return switch (forecast.claimed()) {
            case Forecast.Claimed.Fails(var _, var failure) -> assertion(failure);
            case Forecast.Claimed.Flips _ -> new Judge.Ruling.Diverged("another way to go is no violation");
            case Forecast.Claimed.Race(var first, var second) -> race(first, second);
            case Forecast.Claimed.Broken broken -> broken(broken);
            case Forecast.Claimed.Deadlock _ -> deadlock();
            case Forecast.Claimed.Misuse(var step) -> misuse(step);
        };
    }

    private Judge.Ruling race(int first, int second) {
        Optional<String> wrong = at(first).or(() -> at(second));
        if (wrong.isPresent()) return new Judge.Ruling.Diverged(wrong.get());
        return machine.race(
                        state, number(step(first).thread()), number(step(second).thread()))
                .<Judge.Ruling>map(violation -> confirmed(violation, moves, List.of()))
                .orElse(new Judge.Ruling.Diverged("the two accesses do not conflict"));
    }

    private Judge.Ruling confirmed(Violation violation, List<Move> shown, List<Integer> accesses) {
        return new Judge.Ruling.Confirmed(violation, new InterpreterJudge.Moves(machine, shown), accesses);
    }

    /** Why the thread does not stand before the step; empty if it does. */
    private Optional<String> at(int number) {
        RecordedStep node = step(number);
        Optional<Instr> pending = machine.pending(state, number(node.thread())).map(Pending::instr);
        if (node.instr().isPresent()
                && pending.filter(it -> it == node.instr().get()).isPresent()) return Optional.empty();
        return Optional.of("a thread does not stand at " + span(number));
    }

    private Judge.Ruling ofLastStep(Property property) {
        if (last instanceof Outcome.Violated(var violation) && violation.property() == property) {
            return confirmed(violation, moves, List.of());
        }
        return new Judge.Ruling.Diverged("the last step does not fail");
    }

    private Judge.Ruling assertion(FailedCondition failure) {
        boolean same = last instanceof Outcome.Violated(var violation)
                && violation.exactly().equals(failure.span());
        return same ? ofLastStep(Property.ASSERTION) : new Judge.Ruling.Diverged("the assertion holds");
    }

    private Judge.Ruling misuse(int number) {
        RecordedStep node = step(number);
        Optional<String> wrong = at(number);
        if (wrong.isPresent()) return new Judge.Ruling.Diverged(wrong.get());
        if (Arrays.binarySearch(machine.enabled(state), number(node.thread())) < 0) {
            return new Judge.Ruling.Diverged("the thread cannot move");
        }
        step(number(node.thread()), new ArrayDeque<>(node.choices()));
        return ofLastStep(Property.LOCK_MISUSE);
    }

    private Judge.Ruling deadlock() {
        int turn = 0;
        for (int i = 0; i < PATIENCE; i++) {
            Optional<Violation> deadlock = machine.deadlock(state);
            if (deadlock.isPresent()) return confirmed(deadlock.get(), moves, List.of());
            int[] enabled = machine.enabled(state);
            if (enabled.length == 0) return new Judge.Ruling.Diverged("every thread has ended");
            step(enabled[turn++ % enabled.length], new ArrayDeque<>());
            if (!(last instanceof Outcome.Continued)) return new Judge.Ruling.Diverged("the process ends instead");
        }
        return new Judge.Ruling.Diverged("the other threads go on");
    }

    private Judge.Ruling broken(Forecast.Claimed.Broken claim) {
        var accesses = new ArrayList<Integer>();
        for (int number : List.of(claim.first(), claim.remote(), claim.second())) {
            Integer place = places.get(number);
            if (place == null) return new Judge.Ruling.Diverged("an access of the pattern was not made");
            accesses.add(place);
        }
        if (accesses.get(0) > accesses.get(1) || accesses.get(1) > accesses.get(2)) {
            return new Judge.Ruling.Diverged("the accesses came in another order");
        }
        String breach = "between " + place(claim.first()) + " and "
                + place(claim.second()) + " of "
                + name(claim.first()) + ", "
                + name(claim.remote()) + " comes in at " + place(claim.remote());
        var violation = new Violation(
                Property.ATOMICITY,
                "atomicity violation (" + claim.pattern() + ")",
                List.of(breach),
                span(claim.second()),
                step(claim.second())
                        .visible()
                        .map(event -> event.site().function())
                        .orElse(""),
                name(claim.second()));
        return confirmed(violation, moves.subList(0, accesses.get(2) + 1), accesses);
    }

    private String name(int number) {
        return state.threadName(number(step(number).thread()));
    }

    private String place(int number) {
        return Candidate.place(span(number));
    }
}
