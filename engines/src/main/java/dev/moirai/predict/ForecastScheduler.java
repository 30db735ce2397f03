package dev.moirai.predict;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Pending;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.State;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.ir.Instr;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Runs the order that a solver has found, as far as the branch that is to turn, and then goes on steadily: the run shows what
 * lies behind the branch. Used for one run.
 */
public final class ForecastScheduler implements Scheduler {
    private final Machine machine;
    private final RecordedTrace trace;
    private final Forecast forecast;
    private final int last;
    private final Scheduler after = new SteadyScheduler(0);
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final Deque<Long> choices = new ArrayDeque<>();
    private int position;
    private int threads = 1;
    private int step = -1;
    private int current;
    private Optional<String> diverged = Optional.empty();

    public ForecastScheduler(Machine machine, RecordedTrace trace, Forecast forecast) {
        this.machine = machine;
        this.trace = trace;
        this.forecast = forecast;
        int end = forecast.order().size();
        if (forecast.claimed() instanceof Forecast.Claimed.Flips(var number)) {
            end = Math.min(end, forecast.order().indexOf(number) + 1);
        }
        this.last = end;
        numbers.put(0, 0);
    }

    /** Why the run left the order before its end, if it did. */
    public Optional<String> diverged() {
        return diverged;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        choices.clear();
        step = -1;
        if (position < last && diverged.isEmpty()) {
            int number = forecast.order().get(position++);
            Optional<String> wrong = wrong(state, enabled, trace.steps().get(number));
            if (wrong.isEmpty()) {
                step = number;
                threads = state.threadCount();
                current = numbers.getOrDefault(trace.steps().get(number).thread(), 0);
                choices.addAll(choices(state, number));
                return OptionalInt.of(current);
            }
            diverged = wrong;
        }
        // The thread whose branch has turned goes on first, as long as it can: that is what is to be seen.
        if (position == last && diverged.isEmpty() && Arrays.binarySearch(enabled, current) >= 0) {
            position++;
            return OptionalInt.of(current);
        }
        return after.next(state, enabled);
    }

    private Optional<String> wrong(State state, int[] enabled, RecordedStep expected) {
        Integer thread = numbers.get(expected.thread());
        if (thread == null) return Optional.of("a thread has not begun");
        if (Arrays.binarySearch(enabled, thread) < 0) return Optional.of("a thread cannot move");
        Optional<Instr> pending = machine.pending(state, thread).map(Pending::instr);
        boolean fits = expected.instr().isEmpty()
                || pending.filter(it -> it == expected.instr().get()).isPresent();
        return fits ? Optional.empty() : Optional.of("a thread is elsewhere");
    }

    private Deque<Long> choices(State state, int number) {
        RecordedStep recorded = trace.steps().get(number);
        Integer sleeper = forecast.woken().get(number);
        var result = new ArrayDeque<Long>();
        Optional<TraceEvent> visible = recorded.visible();
        if (sleeper != null) {
            long address = machine.pending(state, current)
                    .orElseThrow()
                    .touches()
                    .getFirst()
                    .address();
            result.add((long) machine.sleepers(state, address).indexOf(numbers.getOrDefault(sleeper, -1)));
        } else if (visible.isPresent() && visible.get().site().instr() instanceof Instr.Awake) {
            result.add(visible.get().result() == 0 ? 1L : 0L);
        } else {
            result.addAll(recorded.choices());
        }
        return result;
    }

    @Override
    public void stepped(State state) {
        if (step >= 0 && state.threadCount() > threads) {
            int begun = threads;
            trace.steps().get(step).visible().map(TraceEvent::threads).ifPresent(all -> {
                if (!all.isEmpty()) numbers.put(all.getFirst(), begun);
            });
        }
        after.stepped(state);
    }

    @Override
    public long choose(Choice choice) {
        Long next = choices.poll();
        if (next == null) return after.choose(choice);
        return choice instanceof Choice.OneOf one ? Math.clamp(next, 0, one.count() - 1) : next;
    }
}
