package dev.moirai.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who works on what. What a lost node worked on waits again, before all else. What has lost its node twice is worked on by
 * a node that does nothing else, so that it is clear who is to blame; the third time it is given up.
 *
 * @param <N> a node
 */
final class Board<N> {
    private static final int TRUSTED_LOSSES = 2;
    static final int MOST_LOSSES = 3;

    /** A part of a question that is to be answered. */
    static final class Task {
        private final long number;
        private final Object job;
        private final int part;
        private int losses;
        private long began;

        private Task(long number, Object job, int part) {
            this.number = number;
            this.job = job;
            this.part = part;
        }

        long number() {
            return number;
        }

        Object job() {
            return job;
        }

        int part() {
            return part;
        }

        private boolean needsToBeAlone() {
            return losses >= TRUSTED_LOSSES;
        }
    }

    private final Deque<Task> waiting = new ArrayDeque<>();
    private final Map<N, Map<Long, Task>> working = new HashMap<>();
    private long tasks;
    private long done;
    private long nanos;

    synchronized void add(Object job, int part) {
        waiting.add(new Task(++tasks, job, part));
    }

    /** What the node begins now, if it has a place and there is something to do. */
    synchronized Optional<Task> next(N node, int places) {
        Map<Long, Task> own = working.computeIfAbsent(node, _ -> new LinkedHashMap<>());
        if (own.size() >= places || own.values().stream().anyMatch(Task::needsToBeAlone)) return Optional.empty();
        for (Iterator<Task> tasks = waiting.iterator(); tasks.hasNext(); ) {
            Task task = tasks.next();
            if (task.needsToBeAlone() && !own.isEmpty()) continue;
            tasks.remove();
            task.began = System.nanoTime();
            own.put(task.number, task);
            return Optional.of(task);
        }
        return Optional.empty();
    }

    /** The task, if the node was working on it: an answer that comes late, or twice, is none. */
    synchronized Optional<Task> finished(N node, long number) {
        Map<Long, Task> own = working.get(node);
        Task task = own == null ? null : own.remove(number);
        if (task == null) return Optional.empty();
        done++;
        nanos += System.nanoTime() - task.began;
        return Optional.of(task);
    }

    /** The node is lost. Returns the tasks that are given up. */
    synchronized List<Task> lost(N node) {
        var givenUp = new ArrayList<Task>();
        for (Task task : left(node)) {
            task.losses++;
            if (task.losses >= MOST_LOSSES) {
                waiting.remove(task);
                givenUp.add(task);
            }
        }
        return givenUp;
    }

    /** The node ends in peace. Returns what it worked on, which waits again. */
    synchronized List<Task> left(N node) {
        Map<Long, Task> own = working.remove(node);
        if (own == null) return List.of();
        var tasks = new ArrayList<>(own.values());
        for (Task task : tasks.reversed()) waiting.addFirst(task);
        return tasks;
    }

    /** Nobody is there to work: what waits is given up. */
    synchronized List<Task> abandon() {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    /** Nobody wants the answers of this job any more. Returns who works on which of its tasks. */
    synchronized Map<N, List<Long>> end(Object job) {
        waiting.removeIf(task -> task.job.equals(job));
        var cancelled = new HashMap<N, List<Long>>();
        working.forEach((node, own) -> {
            var numbers = own.values().stream()
                    .filter(task -> task.job.equals(job))
                    .map(Task::number)
                    .toList();
            numbers.forEach(own::remove);
            if (!numbers.isEmpty()) cancelled.put(node, numbers);
        });
        return cancelled;
    }

    /** How far the work has come: {@code 12 of 64 parts done, about 40 s left}. */
    synchronized String words(int places) {
        long open = waiting.size();
        for (Map<Long, Task> own : working.values()) open += own.size();
        String parts = done + " of " + (done + open) + " parts done";
        if (done == 0 || open == 0 || places == 0) return parts;
        return parts + ", about " + Math.max(1, nanos / done * open / places / 1_000_000_000) + " s left";
    }

    synchronized boolean isBusy() {
        return !waiting.isEmpty() || working.values().stream().anyMatch(own -> !own.isEmpty());
    }

    synchronized boolean hasWaiting() {
        return !waiting.isEmpty();
    }
}
