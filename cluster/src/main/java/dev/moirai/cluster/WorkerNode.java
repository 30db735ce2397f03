package dev.moirai.cluster;

import dev.moirai.cluster.wire.Codec;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Answers questions of whoever may ask ({@link Security}), and tells the other nodes that it is there. It listens, it
 * computes, and nothing else: it writes no file.
 */
final class WorkerNode implements AutoCloseable {
    private static final long GOSSIP_MILLIS = 2_000;
    private static final int TO_CONNECT_MILLIS = 2_000;
    private static final long TO_SAY_GOODBYE_MILLIS = 200;
    /** To so many others it tells each time whom it has heard of. */
    private static final int LISTENERS = 3;
    /** Whoever asks says something every second. */
    private static final long PATIENCE_MILLIS = 30_000;

    private final Security security;
    private final Handshake handshake;
    private final ServerSocket server;
    private final Address own;
    private final List<Address> seeds;
    private final int places;
    private final Codec codec = Questions.codec();
    private final Members members = new Members();
    private final ExecutorService work;
    private final Set<Service> services = ConcurrentHashMap.newKeySet();
    private final Consumer<String> log;
    private volatile boolean isClosed;

    /**
     * Listens from now on.
     *
     * @param advertised under which others find it, if not where it listens
     * @param seeds other nodes
     * @param log takes what is worth telling, a line each
     */
    WorkerNode(
            Address listen,
            Optional<Address> advertised,
            List<Address> seeds,
            int places,
            Security security,
            Consumer<String> log)
            throws IOException {
        security.require(listen);
        for (Address seed : seeds) security.require(seed);
        this.security = security;
        this.seeds = List.copyOf(seeds);
        this.places = places;
        this.log = log;
        handshake = new Handshake(security.secret(), Questions.identity());
        server = security.listen(listen);
        own = advertised.orElse(new Address(listen.host(), server.getLocalPort()));
        // Terms nest deeply.
        work = Executors.newFixedThreadPool(
                places,
                Thread.ofPlatform()
                        .daemon()
                        .name("moirai-part")
                        .stackSize(1L << 28)
                        .factory());
    }

    Address address() {
        return own;
    }

    void start() {
        Thread.ofPlatform().name("cluster-listen").start(this::listen);
        Thread.ofPlatform().daemon().name("cluster-gossip").start(this::gossip);
    }

    private void listen() {
        while (!isClosed) {
            try {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().name("cluster-service").start(() -> serve(socket));
            } catch (IOException e) {
                if (!isClosed) log.accept("cannot take a call: " + e.getMessage());
            }
        }
    }

    private void serve(Socket socket) {
        Object who = socket.getRemoteSocketAddress();
        try (Connection connection = Connection.accepted(security.accepted(socket), handshake)) {
            var service = new Service(connection, codec, work, places, members, this::told);
            services.add(service);
            try {
                service.run();
            } finally {
                services.remove(service);
            }
        } catch (IOException e) {
            log.accept("refused " + who + ": " + e.getMessage());
        }
    }

    /** Itself and whom it has heard of. */
    private List<Message.Member> told() {
        var all = new ArrayList<Message.Member>();
        all.add(new Message.Member(own.host(), own.port(), 0));
        for (Message.Member member : members.told()) if (!member.address().equals(own)) all.add(member);
        return all;
    }

    private void gossip() {
        while (!isClosed) {
            var others = new ArrayList<>(members.all());
            others.remove(own);
            Collections.shuffle(others);
            var listeners = new ArrayList<>(others.subList(0, Math.min(LISTENERS, others.size())));
            for (Address seed : seeds) if (!others.contains(seed)) listeners.add(seed);
            for (Address listener : listeners) tell(listener);
            for (Service service : services) service.endIfSilentFor(PATIENCE_MILLIS);
            pause(GOSSIP_MILLIS);
        }
    }

    private void tell(Address listener) {
        try (Connection connection = Connection.to(listener, security, handshake, TO_CONNECT_MILLIS)) {
            connection.send(new Message.Heard(told()));
            if (connection.receive() instanceof Message.Here(var _, var others)) members.hear(others);
        } catch (IOException e) {
            // It will be forgotten if nobody else hears of it.
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells those who ask, and ends. */
    @Override
    public void close() {
        isClosed = true;
        for (Service service : services) service.leave();
        if (!services.isEmpty()) pause(TO_SAY_GOODBYE_MILLIS);
        try {
            server.close();
        } catch (IOException e) {
            // Nobody listens any more.
        }
        work.shutdownNow();
    }
}
