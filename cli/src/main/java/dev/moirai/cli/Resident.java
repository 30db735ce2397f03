package dev.moirai.cli;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The process behind {@code moirai --server}: it stays after a command, so that the next one finds everything loaded and
 * compiled. It belongs to one directory and one build and serves one command at a time; who comes meanwhile is sent away
 * and starts a process of its own. It ends when nobody has asked for a while, when a command has left work or much memory
 * behind, and when whoever asked goes away before the answer (Ctrl-C): what runs then is ended with it.
 *
 * <p>A request is words: the directory, the terminal's columns, whether output and messages go to it, whether it is
 * plain, and the command line. The answer is pieces of output and messages, and at last the exit code.
 */
final class Resident {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** How long engines that are not needed any more may take to notice. */
    private static final Duration TO_END = Duration.ofSeconds(1);

    /** Z3 loses half a gigabyte at a time where it is interrupted while it takes in a large question. */
    private static final long MOST_FOREIGN_MEMORY = 1L << 30;

    private static final int MOST_WORDS = 10_000;
    private static final int LONGEST_WORD = 1 << 20;

    /** Who answers holds it, also for the moment after the answer in which engines end. */
    private final Semaphore place = new Semaphore(1);

    private final WarmUp warmUp;

    /** Whether whoever asked last has the answer. */
    private volatile boolean isAnswered;

    private final Path socket;

    private final Runnable end;

    /**
     * @param warmUpRounds how often it does what is in {@link WarmUp}
     * @param end stops the process, whatever still runs in it
     */
    Resident(Path socket, int warmUpRounds, Runnable end) {
        this.socket = socket;
        this.end = end;
        warmUp = new WarmUp(place, warmUpRounds);
    }

    /** @param args the name of the socket, in a folder that only its owner may open, and how many seconds to stay */
    static void main(String[] args) throws IOException, InterruptedException {
        Duration patience = args.length > 1 ? Duration.ofSeconds(Long.parseLong(args[1])) : PATIENCE;
        // Engines may have left threads behind that do not listen.
        Runnable halt = () -> Runtime.getRuntime().halt(0);
        new Resident(Path.of(args[0]), WarmUp.ENOUGH, halt).serve(patience);
        halt.run();
    }

    /** Answers until nobody has asked for so long. */
    void serve(Duration patience) throws IOException, InterruptedException {
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                var selector = Selector.open()) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            do {
                SocketChannel client = server.accept();
                if (client == null) {
                    if (selector.select(patience.toMillis()) == 0 && place.availablePermits() > 0) break;
                    selector.selectedKeys().clear();
                } else if (isMyTurn()) {
                    isAnswered = false;
                    Thread.ofPlatform().name("resident").stackSize(1L << 26).start(() -> answer(client));
                } else {
                    sendAway(client);
                }
            } while (true);
        } finally {
            Files.deleteIfExists(socket);
        }
    }

    /** Whoever asks right after an answer waits a moment; who asks while another command runs does not. */
    private boolean isMyTurn() throws InterruptedException {
        return place.tryAcquire() || (isAnswered && place.tryAcquire(2 * TO_END.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static void sendAway(SocketChannel client) throws IOException {
        try (client) {
            client.write(ByteBuffer.wrap(new byte[] {'b', 0, 0, 0, 0}));
        }
    }

    private void answer(SocketChannel client) {
        try (client) {
            var input = new DataInputStream(Channels.newInputStream(client));
            List<String> words = words(input);
            var replies = new DataOutputStream(Channels.newOutputStream(client));
            if (!Files.isSameFile(Path.of(words.getFirst()), Path.of(""))) {
                isAnswered = true;
                piece(replies, 'b', 0);
                return;
            }
            var answered = new AtomicBoolean();
            Thread.ofPlatform().daemon().name("resident-watch").start(() -> endWith(input, answered));
            Set<Thread> before = engines();
            var terminal = new Terminal(
                    Integer.parseInt(words.get(1)),
                    words.get(2).equals("out"),
                    words.get(3).equals("err"),
                    words.get(4).equals("plain"));
            int exitCode;
            try (var out = new PrintStream(new Pieces(replies, 'o'), false, StandardCharsets.UTF_8);
                    var err = new PrintStream(new Pieces(replies, 'e'), true, StandardCharsets.UTF_8)) {
                List<String> command = words.subList(5, words.size());
                exitCode = new Commands(new Output(out, err, terminal)).execute(command.toArray(String[]::new));
            }
            answered.set(true);
            isAnswered = true;
            piece(replies, 'x', exitCode);
            if (hasLeftWork(before) || ForeignMemory.bytes() > MOST_FOREIGN_MEMORY) leave();
            else warmUp.begin();
        } catch (InterruptedException | IOException e) {
            // Whoever asked is gone.
            leave();
        } finally {
            place.release();
        }
    }

    private void leave() {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            // The next one who asks will notice that nobody listens.
        }
        end.run();
    }

    /** Nothing comes after a request, so this returns when whoever asked is gone. If the command still runs, it ends too. */
    private void endWith(DataInputStream input, AtomicBoolean answered) {
        try {
            if (input.read() < 0 && !answered.get()) leave();
        } catch (IOException e) {
            // The answer was given, and the connection closed.
        }
    }

    /** Engines that do not listen to their limits go on in threads that only the end of the process stops. */
    private static boolean hasLeftWork(Set<Thread> before) throws InterruptedException {
        for (Thread thread : engines()) {
            if (!before.contains(thread) && !thread.join(TO_END)) return true;
        }
        return false;
    }

    private static Set<Thread> engines() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("moirai-"))
                .collect(Collectors.toSet());
    }

    private static List<String> words(DataInputStream input) throws IOException {
        int count = input.readInt();
        if (count < 6 || count > MOST_WORDS) throw new IOException("no request");
        var words = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            int size = input.readInt();
            if (size < 0 || size > LONGEST_WORD) throw new IOException("no request");
            words.add(new String(input.readNBytes(size), StandardCharsets.UTF_8));
        }
        return words;
    }

    private static void piece(DataOutputStream replies, char kind, int number) throws IOException {
        synchronized (replies) {
            replies.writeByte(kind);
            replies.writeInt(number);
            replies.flush();
        }
    }

    /** A stream whose text goes to whoever asked, in pieces. */
    private static final class Pieces extends OutputStream {
        private static final int LARGE = 1 << 13;

        private final DataOutputStream replies;
        private final char kind;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

        Pieces(DataOutputStream replies, char kind) {
            this.replies = replies;
            this.kind = kind;
        }

        @Override
        public synchronized void write(int b) throws IOException {
            pending.write(b);
            if (pending.size() >= LARGE) flush();
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int count) throws IOException {
            pending.write(bytes, from, count);
            if (pending.size() >= LARGE) flush();
        }

        @Override
        public synchronized void flush() throws IOException {
            if (pending.size() == 0) return;
            synchronized (replies) {
                replies.writeByte(kind);
                replies.writeInt(pending.size());
                pending.writeTo(replies);
                replies.flush();
            }
            pending.reset();
        }
    }
}
