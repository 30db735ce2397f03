package dev.moirai.cluster;

import dev.moirai.verify.engine.Progress;
import java.io.IOException;
import java.net.ConnectException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The nodes that there are, from the side of one who asks: finds them, hands work to those that have a place, and notices
 * when one is gone, by the end of its connection or by its silence.
 */
final class KnownNodes implements AutoCloseable {
    private static final int TO_CONNECT_MILLIS = 2_000;
    private static final long TICK_MILLIS = 250;
    private static final long PING_MILLIS = 1_000;
    /** A node that says nothing for so long is lost: it stands still, or the network is cut. */
    private static final long SILENCE_MILLIS = 10_000;
    /** How long nobody may be there before what waits is given up. */
    private static final long NOBODY_MILLIS = 20_000;

    private final List<Address> seeds;
    private final Security security;
    private final Handshake handshake;
    private final Progress progress;
    private final Board<Link> board = new Board<>();
    private final Map<Address, Link> links = new ConcurrentHashMap<>();
    private final Set<Address> calling = ConcurrentHashMap.newKeySet();
    private final Set<Address> distrusted = ConcurrentHashMap.newKeySet();
    private final Members members = new Members();
    private final Map<Job<?>, Long> deadlines = new HashMap<>();
    private volatile long somebody = System.nanoTime();
    private volatile String trouble = "nobody answers";
    private volatile boolean isRefused;
    private volatile boolean isClosed;

    KnownNodes(List<Address> seeds, Security security, Progress progress) {
        for (Address seed : seeds) security.require(seed);
        this.seeds = List.copyOf(seeds);
        this.security = security;
        this.progress = progress;
        handshake = new Handshake(security.secret(), Questions.identity());
        Thread.ofPlatform().daemon().name("cluster-tick").start(this::tick);
    }

    /** Waits until all nodes that are known of are there; why nobody is, if nobody is. */
    Optional<String> await(long millis) throws InterruptedException {
        long began = System.nanoTime();
        int before = -1;
        while ((System.nanoTime() - began) / 1_000_000 < millis) {
            int now = links.size();
            boolean isSettled = now > 0
                    && now == before
                    && calling.isEmpty()
                    && links.values().stream().allMatch(link -> link.places() > 0)
                    && members.all().stream().allMatch(this::isThere);
            if (isSettled) return Optional.empty();
            boolean isHopeless = now == 0 && isRefused && (System.nanoTime() - began) / 1_000_000 > TO_CONNECT_MILLIS;
            if (isHopeless) break;
            before = now;
            Thread.sleep(TICK_MILLIS);
        }
        return links.isEmpty() ? Optional.of(trouble) : Optional.empty();
    }

    private boolean isThere(Address address) {
        return links.values().stream().anyMatch(link -> link.isAt(address));
    }

    int size() {
        return links.size();
    }

    int places() {
        return links.values().stream().mapToInt(Link::places).sum();
    }

    void add(Job<?> job, List<Integer> parts, long millis) {
        synchronized (this) {
            long deadline = millis == 0 ? Long.MAX_VALUE : System.currentTimeMillis() + millis;
            deadlines.putIfAbsent(job, deadline);
            for (int part : parts) board.add(job, part);
        }
        hand();
    }

    void end(Job<?> job) {
        synchronized (this) {
            deadlines.remove(job);
            board.end(job)
                    .forEach((link, tasks) ->
                            tasks.forEach(task -> link.connection().send(new Message.Cancel(task))));
            links.values().forEach(link -> link.forget(job));
        }
        hand();
    }

    /** Gives work to everybody who has a place. */
    private synchronized void hand() {
        for (Link link : links.values()) {
            for (var task = board.next(link, link.places()); task.isPresent(); task = board.next(link, link.places())) {
                var job = (Job<?>) task.get().job();
                if (!job.isWanted(task.get().part())) {
                    board.finished(link, task.get().number());
                    job.events().add(new Job.Event.NotWanted(task.get().part()));
                    continue;
                }
                long deadline = deadlines.getOrDefault(job, Long.MAX_VALUE);
                long millis = deadline == Long.MAX_VALUE ? 0 : Math.max(1, deadline - System.currentTimeMillis());
                link.ask(job, task.get(), millis);
            }
        }
    }

    // ---- listening -----------------------------------------------------------------------------------------------

    private void call(Address address) {
        if (distrusted.contains(address) || isThere(address) || !calling.add(address)) return;
        Thread.ofVirtual().name("cluster-call").start(() -> {
            try (Connection connection = Connection.to(address, security, handshake, TO_CONNECT_MILLIS)) {
                var link = new Link(address, connection);
                connection.send(new Message.Ping());
                links.put(address, link);
                calling.remove(address);
                listen(link);
            } catch (IOException e) {
                trouble = address + ": " + e.getMessage();
                // Where nobody listens, a node may just be started again.
                isRefused |= !(e instanceof ConnectException);
            } finally {
                calling.remove(address);
            }
        });
    }

    private void listen(Link link) {
        try {
            while (!isClosed) take(link, link.connection().receive());
        } catch (IOException e) {
            lose(link, String.valueOf(e.getMessage()));
        }
    }

    private void take(Link link, Message message) throws IOException {
        somebody = System.nanoTime();
        switch (message) {
            case Message.Here(var places, var others) -> {
                boolean isNew = link.places() == 0;
                // Who tells of others names itself first.
                link.has(
                        places,
                        others.isEmpty() ? link.address() : others.getFirst().address());
                members.hear(others);
                if (isNew) {
                    for (Address other : members.all()) call(other);
                    hand();
                }
            }
            case Message.Answered(var number, var bytes) ->
                board.finished(link, number).ifPresent(task -> {
                    ((Job<?>) task.job()).events().add(new Job.Event.Answered(task.part(), bytes, link));
                    hand();
                });
            case Message.Failed(var number, var error) ->
                board.finished(link, number).ifPresent(task -> {
                    ((Job<?>) task.job()).events().add(new Job.Event.Failed(task.part(), error, link));
                    hand();
                });
            case Message.Leaving() -> {
                links.remove(link.address(), link);
                board.left(link);
                link.connection().close();
                progress.at("node " + link + " has left");
                hand();
            }
            case Message.Ping _, Message.Shared _, Message.Forget _, Message.Ask _, Message.Cancel _, Message.Heard _ ->
                throw new IOException("only those who ask say that");
        }
    }

    // ---- losing --------------------------------------------------------------------------------------------------

    private void lose(Link link, String why) {
        link.connection().close();
        synchronized (this) {
            if (!links.remove(link.address(), link)) return;
            for (Board.Task task : board.lost(link)) {
                var job = (Job<?>) task.job();
                String name = job.part(task.part()).name();
                String words = "this part has lost its node " + Board.MOST_LOSSES + " times: " + name;
                job.events().add(new Job.Event.GivenUp(task.part(), words));
            }
        }
        if (!isClosed) progress.at("node " + link + " is lost: " + why);
        hand();
    }

    /** The node claims what is not so: it is not asked again. */
    void distrust(Link link, String why) {
        distrusted.add(link.address());
        lose(link, why);
    }

    private void tick() {
        long turn = 0;
        while (!isClosed) {
            try {
                Thread.sleep(turn == 0 ? 0 : TICK_MILLIS);
            } catch (InterruptedException _) {
                return;
            }
            for (Link link : links.values()) {
                if (link.connection().silenceMillis() > SILENCE_MILLIS) lose(link, "it does not answer");
                else if (turn % (PING_MILLIS / TICK_MILLIS) == 0)
                    link.connection().send(new Message.Ping());
            }
            if (turn % (2 * PING_MILLIS / TICK_MILLIS) == 0) {
                var others = new HashSet<>(seeds);
                others.addAll(members.all());
                others.forEach(this::call);
                if (board.isBusy()) {
                    progress.at(board.words(places()) + " on " + size() + (size() == 1 ? " node" : " nodes"));
                }
            }
            if (links.isEmpty() && (System.nanoTime() - somebody) / 1_000_000 > NOBODY_MILLIS) abandon();
            turn++;
        }
    }

    private void abandon() {
        for (Board.Task task : board.abandon()) {
            ((Job<?>) task.job())
                    .events()
                    .add(new Job.Event.GivenUp(task.part(), "no node of the cluster is there any more: " + trouble));
        }
    }

    @Override
    public void close() {
        isClosed = true;
        links.values().forEach(link -> link.connection().close());
    }
}
