package dev.moirai.rely.recurrence;

import java.util.HashMap;
import java.util.Map;

/**
 * The threads that a round starts. In every round they are new ones: a handle is a variable about which nothing is
 * assumed, so that what is proved holds whatever numbers the threads of later rounds get. Newcomers of earlier rounds
 * never move again, and only those of this round can be joined.
 */
final class Newcomers {
    private final Map<Integer, Integer> handles = new HashMap<>();
    private final Map<Integer, Integer> results = new HashMap<>();

    void begin(int thread, int handle) {
        handles.put(thread, handle);
    }

    boolean contains(int thread) {
        return handles.containsKey(thread);
    }

    int handle(long thread) {
        Integer handle = handles.get((int) thread);
        if (handle == null || thread != (int) thread) throw new NotCovered("a thread that was there before");
        return handle;
    }

    /** @param result what the thread returns */
    void end(int thread, int result) {
        results.put(thread, result);
    }

    int result(long thread) {
        Integer result = results.get((int) thread);
        if (result == null) throw new NotCovered("a thread that goes on");
        return result;
    }
}
