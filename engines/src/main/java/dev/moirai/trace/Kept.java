package dev.moirai.trace;

import java.util.ArrayList;
import java.util.List;

/** Keeps a trace in memory. */
public final class Kept implements Sink {
    private final List<String> threads = new ArrayList<>();
    private final List<String> objects = new ArrayList<>();
    private final List<RecordedStep> steps = new ArrayList<>();

    @Override
    public void thread(String name) {
        threads.add(name);
    }

    @Override
    public void object(String name) {
        objects.add(name);
    }

    @Override
    public void step(RecordedStep step) {
        steps.add(step);
    }

    public RecordedTrace trace(RecordedTrace.Header header, RecordedTrace.Ending ending) {
        return new RecordedTrace(header, List.copyOf(threads), List.copyOf(objects), steps, ending);
    }
}
