package dev.moirai.trace;

import dev.moirai.ir.Local;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The symbols that name the values of locals, by thread and call; a local without one is concrete. */
final class Frames {
    private final List<ArrayList<Map<Local, Integer>>> threads = new ArrayList<>();

    void newThread() {
        var stack = new ArrayList<Map<Local, Integer>>();
        stack.add(new HashMap<>());
        threads.add(stack);
    }

    /** The symbols of the call that a thread is in. */
    Map<Local, Integer> top(int thread) {
        return threads.get(thread).getLast();
    }

    void enter(int thread, Map<Local, Integer> parameters) {
        threads.get(thread).add(parameters);
    }

    /** Leaves calls until only {@code depth} are left. */
    void leave(int thread, int depth) {
        ArrayList<Map<Local, Integer>> stack = threads.get(thread);
        while (stack.size() > depth) stack.removeLast();
    }

    void forgetAll(int thread) {
        if (!threads.get(thread).isEmpty()) top(thread).clear();
    }
}
