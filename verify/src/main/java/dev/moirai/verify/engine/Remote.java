package dev.moirai.verify.engine;

/** Other machines as a workforce, as long as it is open. */
public interface Remote extends Workforce, AutoCloseable {
    @Override
    void close();
}
