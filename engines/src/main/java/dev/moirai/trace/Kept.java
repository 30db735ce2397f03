package dev.moirai.trace;

import java.util.ArrayList;
import java.util.List;

/** Keeps a trace in memory. */
public final class Kept implements Sink {
    private final List<String> threads = new ArrayList<>();
    private final List<String> objects = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    @Override
    public void thread(String name) {
        threads.add(name);
    }

    @Override
    public void object(String name) {
        objects.add(name);
    }

    @Override
    public void step(Step step) {
        steps.add(step);
    }

    public Trace trace(Trace.Header header, Trace.Ending ending) {
        return new Trace(header, List.copyOf(threads), List.copyOf(objects), steps, ending);
    }
}
