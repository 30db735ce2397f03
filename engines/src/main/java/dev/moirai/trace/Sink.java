package dev.moirai.trace;

/** Takes a trace as it is made. Threads and objects are announced before a step mentions them, in order of number. */
public interface Sink {
    void thread(String name);

    void object(String name);

    void step(RecordedStep step);
}
