package dev.moirai.trace;

/** A sink that keeps nothing, for runs of which only the census is needed. */
public final class Forgetting implements Sink {
    @Override
    public void thread(String name) {}

    @Override
    public void object(String name) {}

    @Override
    public void step(RecordedStep step) {}
}
