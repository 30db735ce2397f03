package dev.moirai.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.property.Property;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.engine.Workforce.Answers;
import dev.moirai.verify.run.SeedRange;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes in this process, on this machine alone: they are asked, they are lost, and they are told nonsense. */
class ClusterTest {
    private static final String COUNTER = """
        #include <assert.h>
        #include <pthread.h>
        int hits;
        void *visit(void *p) { int before = hits; hits = before + 1; return 0; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, visit, 0);
            pthread_create(&b, 0, visit, 0);
            pthread_join(a, 0);
            pthread_join(b, 0);
            assert(hits LIMIT 2);
        }
        """;

    @TempDir
    Path folder;

    private final List<WorkerNode> nodes = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : open) each.close();
        nodes.forEach(WorkerNode::close);
    }

    private Address node(Security security) throws IOException {
        var seeds =
                nodes.isEmpty() ? List.<Address>of() : List.of(nodes.getFirst().address());
        var node = new WorkerNode(new Address("127.0.0.1", 0), Optional.empty(), seeds, 1, security, log::add);
        nodes.add(node);
        node.start();
        return node.address();
    }

    private ClusterWorkforce asking(Security security, Optional<Journal> journal, Address... seeds) throws Exception {
        var found = new KnownNodes(List.of(seeds), security, Progress.ignored());
        assertThat(found.await(20_000)).isEmpty();
        var workforce = new ClusterWorkforce(found, journal);
        open.add(workforce);
        return workforce;
    }

    private List<SeedRange> ranges(String operator, int parts, int runs) throws IOException {
        Path file = Files.writeString(folder.resolve("c.c"), COUNTER.replace("LIMIT", operator));
        var program = Preparation.prepare(CFrontend.translate(file, COptions.DEFAULT));
        var task = new SeedRange.Task(program, Set.of(Property.ASSERTION), SeedRange.Chance.RANDOM, 3, 1000);
        var ranges = new ArrayList<SeedRange>();
        for (int i = 0; i < parts; i++) ranges.add(new SeedRange(task, (long) i * runs, runs));
        return ranges;
    }

    /** What came, with a part for each answer; a part that comes twice is an error. */
    private static final class Taken implements Answers<SeedRange.Ran> {
        private final Map<Integer, SeedRange.Ran> answers = new HashMap<>();
        private final Map<Integer, String> lost = new HashMap<>();

        @Override
        public Wanted take(int part, SeedRange.Ran answer) {
            assertThat(answers.put(part, answer)).isNull();
            return answer.failing().isPresent() ? Wanted.NO_MORE : Wanted.MORE;
        }

        @Override
        public void lost(int part, String why) {
            assertThat(lost.put(part, why)).isNull();
        }
    }

    private static Taken ask(ClusterWorkforce workforce, List<SeedRange> ranges) {
        var taken = new Taken();
        workforce.ask(ranges, Limit.of(Duration.ofSeconds(60)), taken);
        return taken;
    }

    @Test
    void nodesFindEachOtherAndAnswer() throws Exception {
        node(Security.none());
        node(Security.none());
        Address third = node(Security.none());
        var workforce =
                asking(Security.none(), Optional.empty(), nodes.getFirst().address(), third);
        Taken taken = ask(workforce, ranges("<=", 12, 20));
        assertThat(taken.answers)
                .hasSize(12)
                .allSatisfy((_, ran) -> assertThat(ran.runs()).isEqualTo(20));
        Taken failing = ask(workforce, ranges("==", 12, 50));
        assertThat(failing.answers.values().stream().filter(ran -> ran.failing().isPresent()))
                .hasSize(1);
    }

    @Test
    void aNodeThatEndsIsNoHarm() throws Exception {
        for (int i = 0; i < 3; i++) node(Security.none());
        var addresses = nodes.stream().map(WorkerNode::address).toArray(Address[]::new);
        var workforce = asking(Security.none(), Optional.empty(), addresses);
        List<SeedRange> ranges = ranges("<=", 24, 300);
        Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            nodes.get(1).close();
        });
        assertThat(ask(workforce, ranges).answers).hasSize(24);
    }

    /** A node that is lost whenever it is asked: what it was asked is given up the third time, by name. */
    @Test
    void whatLosesItsNodeThreeTimesIsGivenUpByName() throws Exception {
        var handshake = new Handshake(Security.none().secret(), Questions.identity());
        try (var server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                while (!server.isClosed()) {
                    try (Connection connection =
                            Connection.accepted(Security.none().accepted(server.accept()), handshake)) {
                        for (Message next = connection.receive();
                                !(next instanceof Message.Ask);
                                next = connection.receive()) {
                            connection.send(new Message.Here(1, List.of()));
                        }
                    } catch (IOException e) {
                        // The next call.
                    }
                }
            });
            var workforce = asking(Security.none(), Optional.empty(), new Address("127.0.0.1", server.getLocalPort()));
            Taken taken = ask(workforce, ranges("<=", 1, 5));
            assertThat(taken.answers).isEmpty();
            assertThat(taken.lost.get(0)).contains("3 times").contains("with seeds from 0 to 4");
        }
    }

    @Test
    void anotherProcessGoesOnFromTheJournal() throws Exception {
        Address address = node(Security.none());
        Path file = folder.resolve("x.journal");
        var first = asking(Security.none(), Optional.of(Journal.begin(file, 16, log::add)), address);
        var taken = new Taken();
        List<SeedRange> ranges = ranges("<=", 6, 10);
        var few = Limit.of(Duration.ofSeconds(60));
        first.ask(ranges, few, new Answers<SeedRange.Ran>() {
            @Override
            public Wanted take(int part, SeedRange.Ran answer) {
                taken.take(part, answer);
                if (taken.answers.size() == 4) few.cancel();
                return Wanted.MORE;
            }
        });
        first.close();
        assertThat(taken.answers).hasSize(4);
        Journal kept = Journal.resume(file, log::add);
        assertThat(kept.size()).isBetween(4, 6);
        var second = asking(Security.none(), Optional.of(kept), address);
        assertThat(second.parts()).isEqualTo(16);
        assertThat(ask(second, ranges("<=", 6, 10)).answers).hasSize(6);
        second.close();
        assertThat(file).doesNotExist();
    }

    @Test
    void nonsenseIsRefusedAndNothingHappens() throws Exception {
        Address address = node(Security.none());
        var random = new Random(5);
        for (int i = 0; i < 20; i++) {
            try (var socket = new Socket("127.0.0.1", address.port())) {
                byte[] bytes = new byte[random.nextInt(2000)];
                random.nextBytes(bytes);
                socket.getOutputStream().write(bytes);
                if (i % 2 == 0) socket.shutdownOutput();
            } catch (IOException e) {
                // The node has hung up.
            }
        }
        try (var socket = new Socket("127.0.0.1", address.port());
                var out = new ObjectOutputStream(socket.getOutputStream())) {
            out.writeObject(new QuestionsTest.Foreign());
        }
        var handshake = new Handshake(Security.none().secret(), Questions.identity());
        List<Message> bad = List.of(
                new Message.Ask(1, 0, -1, 0, new byte[] {0, 1, 2}),
                new Message.Ask(1, 99, -1, 0, new byte[100]),
                new Message.Ask(1, 0, 5, 0, new byte[0]),
                new Message.Shared(1, 0, new byte[] {-1, -1, -1, -1, 7}),
                new Message.Answered(3, new byte[0]));
        for (Message message : bad) {
            try (Connection connection = Connection.to(address, Security.none(), handshake, 1000)) {
                connection.send(message);
                assertThatThrownBy(() -> {
                            while (true) connection.receive();
                        })
                        .isInstanceOf(IOException.class);
            }
        }
        for (int i = 0; i < 100 && log.size() < bad.size() + 15; i++) Thread.sleep(50);
        assertThat(log).anyMatch(line -> line.contains("not a question of ours"));
        assertThat(log).anyMatch(line -> line.contains("not Moirai's protocol"));
        // It works on as if nothing had been.
        assertThat(ask(asking(Security.none(), Optional.empty(), address), ranges("<=", 2, 5)).answers)
                .hasSize(2);
    }

    @Test
    void othersNeedTheSecretAndTheSameCode() throws Exception {
        Path secret = Files.write(folder.resolve("secret"), new byte[32]);
        Path other = Files.writeString(folder.resolve("other"), "another secret of some length");
        Security own = Security.of(Optional.empty(), Optional.empty(), Optional.of(secret));
        Address address = node(own);
        byte[] identity = Questions.identity();
        var stranger = new Handshake(Files.readAllBytes(other), identity);
        assertThatThrownBy(() -> Connection.to(address, own, stranger, 1000)).hasMessageContaining("secret");
        byte[] older = identity.clone();
        older[0]++;
        var old = new Handshake(own.secret(), older);
        assertThatThrownBy(() -> Connection.to(address, own, old, 1000)).hasMessageContaining("another build");
        assertThat(ask(asking(own, Optional.empty(), address), ranges("<=", 2, 5)).answers)
                .hasSize(2);
    }

    @Test
    void beyondThisMachineTlsAndASecretAreNeeded() throws Exception {
        Path secret = Files.write(folder.resolve("secret"), new byte[32]);
        var noTls = Security.of(Optional.empty(), Optional.empty(), Optional.of(secret));
        for (String text : List.of("0.0.0.0:7717", "192.0.2.7", "[2001:db8::1]:9")) {
            assertThatThrownBy(() -> noTls.require(Address.of(text)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--keystore");
        }
        noTls.require(Address.of("127.0.0.1:7717"));
        noTls.require(Address.of("[::1]:7717"));
        Path store = folder.resolve("keys.p12");
        Path password = Files.writeString(folder.resolve("password"), "a password\n");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        var made = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "node",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=node",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "a password")
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
        var tls = Security.of(Optional.of(store), Optional.of(password), Optional.of(secret));
        tls.require(Address.of("192.0.2.7"));
        Address address = node(tls);
        assertThat(ask(asking(tls, Optional.empty(), address), ranges("<=", 3, 5)).answers)
                .hasSize(3);
        var handshake = new Handshake(noTls.secret(), Questions.identity());
        assertThatThrownBy(() -> Connection.to(address, noTls, handshake, 1000)).isInstanceOf(IOException.class);
        Path wrong = Files.writeString(folder.resolve("wrong"), "no");
        assertThatThrownBy(() -> Security.of(Optional.of(store), Optional.of(wrong), Optional.of(secret)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Security.of(Optional.empty(), Optional.empty(), Optional.of(wrong)))
                .hasMessageContaining("too short");
    }
}
