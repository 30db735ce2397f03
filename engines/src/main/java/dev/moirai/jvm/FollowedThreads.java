package dev.moirai.jvm;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The threads of a run, by number, and the records that tell how they begin and wait for each other's end. */
final class FollowedThreads {
    private final LogReader log;
    private final Events events;
    private final JvmSynchronisation synchronisation;
    private final OutsideModels outside;
    private final Map<Integer, FollowedThread> threads = new TreeMap<>();

    FollowedThreads(LogReader log, Events events, JvmSynchronisation synchronisation, OutsideModels outside) {
        this.log = log;
        this.events = events;
        this.synchronisation = synchronisation;
        this.outside = outside;
    }

    FollowedThread of(int number) {
        return threads.computeIfAbsent(number, _ -> {
            events.begins(number);
            return new FollowedThread(number);
        });
    }

    Collection<FollowedThread> all() {
        return threads.values();
    }

    /** The highest number of a thread. */
    int last() {
        return threads.keySet().stream().mapToInt(it -> it).max().orElse(0);
    }

    /** By thread: how many steps it has made. */
    int[] lengths() {
        int[] lengths = new int[last() + 1];
        threads.forEach((number, thread) -> lengths[number] = thread.steps());
        return lengths;
    }

    /** Takes the next record if it says that a thread is started, joined or yields, in whatever code; tells whether it was one. */
    boolean isAbout(FollowedThread thread) {
        switch (log.next()) {
            case SPAWN -> {
                log.skip();
                int child = (int) log.number();
                thread.step();
                synchronisation.spawn(thread, child);
                outside.spawned(thread, child);
                of(child);
                return true;
            }
            case JOIN -> {
                log.skip();
                int other = (int) log.number();
                thread.step();
                synchronisation.join(thread, other);
                return true;
            }
            case YIELD -> {
                log.skip();
                thread.step();
                return true;
            }
            default -> {
                return false;
            }
        }
    }
}
