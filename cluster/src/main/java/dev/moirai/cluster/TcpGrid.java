package dev.moirai.cluster;

import dev.moirai.verify.engine.Grid;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Nodes that talk over TCP, with TLS wherever others could listen. */
public final class TcpGrid implements Grid {
    /** Long enough for a node that has died to be started again. */
    private static final long TO_FIND_MILLIS = 10_000;

    @Override
    public Remote join(Joining joining, Progress progress, Consumer<String> remarks) {
        List<Address> seeds = joining.nodes().stream().map(Address::of).toList();
        var nodes = new KnownNodes(seeds, security(joining.credentials()), progress);
        try {
            Optional<String> trouble = nodes.await(TO_FIND_MILLIS);
            if (trouble.isPresent()) {
                nodes.close();
                throw new IllegalArgumentException(
                        "no node of the cluster is there (" + trouble.get() + "): start one by moirai worker");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Optional<Journal> journal = journal(joining, nodes, remarks);
        return new ClusterWorkforce(nodes, journal);
    }

    private static Optional<Journal> journal(Joining joining, KnownNodes nodes, Consumer<String> remarks) {
        int parts = Math.max(2, nodes.places()) * Remote.PARTS_A_PLACE;
        String there = nodes.size() + (nodes.size() == 1 ? " node, " : " nodes, ") + nodes.places() + " at a time";
        if (joining.resume().isPresent()) {
            String name = joining.resume().get();
            Path file = joining.journals().resolve(name + ".journal");
            if (!name.matches("[0-9a-z]+") || !Files.isRegularFile(file)) {
                throw new IllegalArgumentException(
                        "there is nothing to resume under the name " + name + " in " + joining.journals());
            }
            try {
                Journal journal = Journal.resume(file, remarks);
                remarks.accept("cluster: " + there + "; " + journal.size() + " answers are there already");
                return Optional.of(journal);
            } catch (IOException e) {
                throw new IllegalArgumentException("cannot resume " + name + ": " + e.getMessage());
            }
        }
        String name = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50), 36);
        try {
            Journal journal = Journal.begin(joining.journals().resolve(name + ".journal"), parts, remarks);
            remarks.accept("cluster: " + there + "; should this end early, --resume " + name + " goes on");
            return Optional.of(journal);
        } catch (IOException e) {
            remarks.accept("cluster: " + there + "; no journal can be kept: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static Security security(Credentials credentials) {
        return Security.of(credentials.keyStore(), credentials.password(), credentials.secret());
    }

    @Override
    public void work(Working working, Consumer<String> log) {
        List<Address> seeds = working.join().stream().map(Address::of).toList();
        // Who joins others on one machine takes any port.
        Address listen = working.listen()
                .map(Address::of)
                .orElse(new Address("127.0.0.1", seeds.isEmpty() ? Address.USUAL_PORT : 0));
        try (WorkerNode node = new WorkerNode(
                listen,
                working.advertise().map(Address::of),
                seeds,
                working.places(),
                security(working.credentials()),
                log)) {
            node.start();
            log.accept("node at " + node.address() + ", " + working.places() + " at a time; --cluster " + node.address()
                    + " asks it, moirai worker --join " + node.address() + " adds another");
            var end = new CountDownLatch(1);
            try (var _ = Interruption.stopping(end::countDown)) {
                end.await();
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot listen at " + listen + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
