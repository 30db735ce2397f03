package dev.moirai.trace;

/** Receives a trace while it is recorded. Threads and objects are announced before a step mentions them, in order of number. */
public interface Sink {
    void thread(String name);

    void object(String name);

    void step(RecordedStep step);
}
