package dev.moirai.verify.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/** The {@link Desk}s of several threads: each takes one, and leaves it to the next. */
public final class Desks implements AutoCloseable {
    private final Deque<Desk> free = new ArrayDeque<>();
    private boolean isClosed;

    /** The desk that was left last, or a new one. */
    public synchronized Desk take() {
        return free.isEmpty() ? new Desk() : free.pop();
    }

    public synchronized void leave(Desk desk) {
        if (isClosed) desk.close();
        else free.push(desk);
    }

    /** What lies on desks that nobody works at is not needed any more. */
    public synchronized void clear() {
        free.forEach(Desk::clear);
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        clear();
        free.clear();
    }
}
