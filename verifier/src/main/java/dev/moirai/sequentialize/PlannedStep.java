package dev.moirai.sequentialize;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A step of the original program that an engine wants the interpreter to make. Threads are numbered as in the bounded one. */
public final class PlannedStep {
    final int thread;
    private final List<Value> values = new ArrayList<>();
    private final Map<Integer, Boolean> waiting = new LinkedHashMap<>();
    /** The round in which it is made, where there are rounds. */
    int round;

    int spawned = -1;
    long decision;

    private record Value(SourceSpan span, long bits) {}

    public PlannedStep(int thread) {
        this.thread = thread;
    }

    /** The answer, should the step ask for any value at this place. Answers are given in the order of the text. */
    public void answer(SourceSpan span, long value) {
        values.add(new Value(span, value));
    }

    /** The answer to a question about waiting: a time-out, or whom to wake as a position among {@link #mayWait}. */
    public void decide(long answer) {
        decision = answer;
    }

    /** At a signal: a thread that could wait, and whether it does. */
    public void mayWait(int number, boolean waits) {
        waiting.put(number, waits);
    }

    /** The number of the thread that the step creates. */
    public void spawns(int number) {
        spawned = number;
    }

    Map<Integer, Boolean> waiting() {
        return waiting;
    }

    /** What to answer at the place: an answer for it, having dropped those before it that nobody asked for; else the next. */
    long next(SourceSpan span) {
        if (values.isEmpty()) return 0;
        int at = 0;
        while (at < values.size() && !values.get(at).span().equals(span)) at++;
        if (at == values.size()) at = 0;
        long bits = values.get(at).bits();
        values.subList(0, at + 1).clear();
        return bits;
    }

    /** Takes back what was answered since the copy was made. */
    void answerAs(PlannedStep copy) {
        values.clear();
        values.addAll(copy.values);
    }

    @Override
    public String toString() {
        return "a step of thread " + thread + (spawned < 0 ? "" : " that creates " + spawned);
    }

    PlannedStep copy() {
        var copy = new PlannedStep(thread);
        copy.values.addAll(values);
        copy.waiting.putAll(waiting);
        copy.round = round;
        copy.spawned = spawned;
        copy.decision = decision;
        return copy;
    }
}
