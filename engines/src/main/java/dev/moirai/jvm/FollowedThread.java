package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A thread of the run while it is followed. */
final class FollowedThread {
    private final int number;
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Long, Integer> held = new HashMap<>();
    private int steps;
    private boolean over;

    FollowedThread(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** How many steps it has made, as scripts count them. */
    int steps() {
        return steps;
    }

    void step() {
        steps++;
    }

    boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    boolean isIdle() {
        return frames.isEmpty();
    }

    Frame top() {
        return frames.getLast();
    }

    void push(Frame frame) {
        frames.add(frame);
    }

    Frame pop() {
        return frames.removeLast();
    }

    /** Takes a lock; tells whether it was the first time. */
    boolean take(long lock) {
        return held.merge(lock, 1, Integer::sum) == 1;
    }

    /** Gives a lock back; tells whether it was the last time. */
    boolean give(long lock) {
        return held.merge(lock, -1, Integer::sum) == 0;
    }

    int depth(long lock) {
        return held.getOrDefault(lock, 0);
    }

    void depth(long lock, int depth) {
        held.put(lock, depth);
    }
}
