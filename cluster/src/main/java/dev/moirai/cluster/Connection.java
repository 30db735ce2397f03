package dev.moirai.cluster;

import dev.moirai.cluster.wire.Notes;
import dev.moirai.cluster.wire.RefusedException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Messages to and from one other process. Whoever sends does not wait: a thread of its own writes. */
final class Connection implements AutoCloseable {
    /** No message is longer. */
    static final int LONGEST = 1 << 28;

    private static final int TO_SHAKE_HANDS_MILLIS = 5_000;
    private static final Notes<Message> NOTES = new Notes<>(Message.class);

    private final Security.Channel channel;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingQueue<Message> pending = new LinkedBlockingQueue<>();
    private volatile long heard = System.nanoTime();
    private volatile boolean isClosed;

    private Connection(Security.Channel channel) throws IOException {
        this.channel = channel;
        in = new DataInputStream(new BufferedInputStream(channel.socket().getInputStream(), 1 << 16));
        out = new DataOutputStream(new BufferedOutputStream(channel.socket().getOutputStream(), 1 << 16));
    }

    /** Words that both sides must have in common. */
    static String words() {
        return NOTES.words();
    }

    /** Takes a call, unless it is not one of ours. */
    static Connection accepted(Security.Channel channel, Handshake handshake) throws IOException {
        return shaken(channel, connection -> handshake.answer(connection.in, connection.out));
    }

    static Connection to(Address address, Security security, Handshake handshake, int millis) throws IOException {
        return shaken(
                security.connected(address, millis), connection -> handshake.begin(connection.in, connection.out));
    }

    private interface Shaking {
        void with(Connection connection) throws IOException;
    }

    private static Connection shaken(Security.Channel channel, Shaking handshake) throws IOException {
        try {
            channel.socket().setSoTimeout(TO_SHAKE_HANDS_MILLIS);
            var connection = new Connection(channel);
            handshake.with(connection);
            channel.socket().setSoTimeout(0);
            Thread.ofVirtual().name("cluster-writer").start(connection::write);
            return connection;
        } catch (IOException e) {
            channel.plain().close();
            throw e;
        }
    }

    void send(Message message) {
        if (!isClosed) pending.add(message);
    }

    private void write() {
        try {
            while (!isClosed) {
                byte[] bytes = NOTES.bytes(pending.take());
                out.writeInt(bytes.length);
                out.write(bytes);
                if (pending.isEmpty()) out.flush();
            }
        } catch (IOException e) {
            close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next message. Throws an {@link IOException} when there is none any more, or what comes is not a message of ours. */
    Message receive() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST)
            throw new IOException("a message of " + Integer.toUnsignedString(length) + " bytes");
        // Read as it comes: a length that is only claimed takes no memory.
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException("the message breaks off");
        heard = System.nanoTime();
        try {
            return NOTES.read(bytes);
        } catch (RefusedException e) {
            throw new IOException("not a message of ours: " + e.getMessage());
        }
    }

    /** How long nothing has come. */
    long silenceMillis() {
        return (System.nanoTime() - heard) / 1_000_000;
    }

    boolean isClosed() {
        return isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            channel.plain().close();
        } catch (IOException e) {
            // It is as good as closed.
        }
        pending.add(new Message.Ping());
    }
}
