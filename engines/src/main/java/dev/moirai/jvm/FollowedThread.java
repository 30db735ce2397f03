package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** Adds where it stands and what it holds. */
    void describe(List<Long> words) {
        words.add((long) number);
        words.add(over ? 1L : 0L);
        for (Frame frame : frames) frame.describe(words);
        held.entrySet().stream()
                .filter(lock -> lock.getValue() != 0)
                .sorted(Map.Entry.comparingByKey())
                .forEach(lock -> {
                    words.add(lock.getKey());
                    words.add((long) lock.getValue());
                });
    }

    /** The object on which it waits for a notification, if it does. */
    Optional<Long> awaited() {
        boolean waits = !isIdle() && top().phase() == Frame.Phase.WAITING;
        return waits ? Optional.of(top().call().receiver().bits()) : Optional.empty();
    }

    /** Whether it cannot move before others notify it, end, or give it a task. */
    boolean isOutOfPlay() {
        if (over || isIdle() || awaited().isPresent()) return true;
        return top().phase() == Frame.Phase.CALLING
                && top().call().name().equals("join")
                && top().call().argumentCount() == 0;
    }

    /** Whether this call of its is under way. */
    boolean isCalling(Call call) {
        return frames.stream()
                .anyMatch(it -> it.callUnderWay().filter(now -> now == call).isPresent());
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
