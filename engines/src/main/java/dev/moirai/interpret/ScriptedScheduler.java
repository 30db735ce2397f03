package dev.moirai.interpret;

import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Follows a schedule exactly, by thread names and choices, and stops where it ends; if the program does not fit, it is
 * a {@link DivergenceException}.
 */
public final class ScriptedScheduler implements Scheduler {
    private final List<Step> steps;
    private int position = -1;
    private int choicesUsed;

    public ScriptedScheduler(Schedule schedule) {
        this.steps = schedule.steps();
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        if (position + 1 >= steps.size()) return OptionalInt.empty();
        position++;
        choicesUsed = 0;
        String name = steps.get(position).thread();
        for (int thread = 0; thread < state.threadCount(); thread++) {
            if (!state.threadName(thread).equals(name)) continue;
            if (Arrays.binarySearch(enabled, thread) >= 0) return OptionalInt.of(thread);
            throw divergence("thread " + name + (state.hasEnded(thread) ? " has ended" : " is blocked"));
        }
        throw divergence("there is no thread " + name);
    }

    @Override
    public long choose(Choice choice) {
        List<Long> choices = steps.get(position).choices();
        if (choicesUsed == choices.size()) throw divergence("no choice is given for " + choice.subject());
        long value = choices.get(choicesUsed++);
        if (choice instanceof Choice.OneOf one && (value < 0 || value >= one.count())) {
            throw divergence(
                    "choice " + value + " for " + one.subject() + " is not among the " + one.count() + " there are");
        }
        return value;
    }

    @Override
    public void stepped(State state) {
        int given = steps.get(position).choices().size();
        if (choicesUsed < given) {
            throw divergence("only " + choicesUsed + " of the " + given + " given choices were asked for");
        }
    }

    private DivergenceException divergence(String what) {
        Step step = steps.get(position);
        return new DivergenceException("schedule does not fit at step " + (position + 1) + " (" + step.thread() + " at "
                + step.span() + "): " + what);
    }
}
