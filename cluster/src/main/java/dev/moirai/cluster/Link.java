package dev.moirai.cluster;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A node, as one who asks sees it. */
final class Link {
    private final Address address;
    private final Connection connection;
    private final Set<Integer> shared = ConcurrentHashMap.newKeySet();
    private volatile int places;
    /** Where the node itself says that it is: whoever asks may know it by another name. */
    private volatile Address advertised;

    Link(Address address, Connection connection) {
        this.address = address;
        this.advertised = address;
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

    void has(int count, Address ownName) {
        places = Math.clamp(count, 1, 4096);
        advertised = ownName;
    }

    boolean isAt(Address other) {
        return address.equals(other) || advertised.equals(other);
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
