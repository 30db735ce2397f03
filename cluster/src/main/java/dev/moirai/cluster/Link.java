package dev.moirai.cluster;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A node, as one who asks sees it. */
final class Link {
    private final Address address;
    private final Connection connection;
    private final Set<Integer> shared = ConcurrentHashMap.newKeySet();
    private volatile int places;

    Link(Address address, Connection connection) {
        this.address = address;
        this.connection = connection;
    }

    Address address() {
        return address;
    }

    Connection connection() {
        return connection;
    }

    /** How many questions it works on at a time; none until it has said so. */
    int places() {
        return places;
    }

    void has(int count) {
        places = Math.clamp(count, 1, 4096);
    }

    /** Sends a question, and first what it refers to, unless the node has that. */
    void ask(Job<?> job, Board.Task task, long millis) {
        if (job.common() >= 0 && shared.add(job.common())) {
            connection.send(new Message.Shared(job.common(), job.kind(), job.commonBytes()));
        }
        connection.send(new Message.Ask(task.number(), job.kind(), job.common(), millis, job.question(task.part())));
    }

    void forget(Job<?> job) {
        if (job.common() >= 0 && shared.remove(job.common())) connection.send(new Message.Forget(job.common()));
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
