package dev.moirai.trace;

import dev.moirai.ir.Instr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts what a trace contains while it is recorded, so that an answer can say how much it is about. */
public final class Census implements Sink {
    private final Sink next;
    private final List<String> threads = new ArrayList<>();
    private final Set<Integer> active = new HashSet<>();
    private final Set<Range> locks = new HashSet<>();
    /** Who touched a range: a thread's number, or {@link #SEVERAL}. */
    private final Map<Range, Integer> users = new HashMap<>();

    private long steps;
    private long events;

    private static final int SEVERAL = -1;

    public Census(Sink next) {
        this.next = next;
    }

    @Override
    public void thread(String name) {
        threads.add(name);
        next.thread(name);
    }

    @Override
    public void object(String name) {
        next.object(name);
    }

    @Override
    public void step(RecordedStep step) {
        steps++;
        if (step.visible().isPresent()) {
            events++;
            active.add(step.thread());
            note(step.thread(), step.events().getFirst());
        }
        next.step(step);
    }

    private void note(int thread, TraceEvent event) {
        switch (event.site().instr()) {
            case Instr.Lock _, Instr.Unlock _ -> locks.addAll(event.ranges());
            case Instr.ScalarAccess _, Instr.Await _ -> {
                for (Range range : event.ranges()) users.merge(range, thread, (a, b) -> a.equals(b) ? a : SEVERAL);
            }
            default -> {}
        }
    }

    /** Visible steps. */
    public long events() {
        return events;
    }

    public long steps() {
        return steps;
    }

    /** Threads with visible steps. */
    public int threads() {
        return active.size();
    }

    /** Threads with visible steps or without. */
    public int allThreads() {
        return threads.size();
    }

    public int locks() {
        return locks.size();
    }

    /** Ranges of memory that several threads touched. */
    public long sharedLocations() {
        return users.values().stream().filter(user -> user == SEVERAL).count();
    }
}
