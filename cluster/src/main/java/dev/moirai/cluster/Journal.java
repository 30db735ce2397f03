package dev.moirai.cluster;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * The answers so far, in a file, so that another process can go on should this one die: each under the digest of its
 * question. What is damaged at the file's end, where somebody was writing, counts as not there.
 */
final class Journal implements AutoCloseable {
    private static final long FORMAT = 0x4d4f495241490001L;

    private final Path file;
    private final int parts;
    private final Map<String, byte[]> answers;
    private Optional<DataOutputStream> out;
    private final Consumer<String> log;

    private Journal(Path file, int parts, Map<String, byte[]> answers, DataOutputStream out, Consumer<String> log) {
        this.file = file;
        this.parts = parts;
        this.answers = answers;
        this.out = Optional.of(out);
        this.log = log;
    }

    /** @param parts into how many parts questions are cut, which must stay the same for answers to be found again */
    static Journal begin(Path file, int parts, Consumer<String> log) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        var out = new DataOutputStream(new FileOutputStream(file.toFile()));
        out.writeLong(FORMAT);
        out.writeInt(parts);
        out.flush();
        return new Journal(file, parts, new HashMap<>(), out, log);
    }

    static Journal resume(Path file, Consumer<String> log) throws IOException {
        Map<String, byte[]> answers = new HashMap<>();
        long good = Long.BYTES + Integer.BYTES;
        int parts;
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            if (in.readLong() != FORMAT) throw new IOException("not a journal of this version");
            parts = in.readInt();
            while (true) {
                byte[] key = in.readNBytes(32);
                int length = in.readInt();
                if (length < 0 || length > Connection.LONGEST) break;
                byte[] answer = in.readNBytes(length);
                if (in.readLong() != sum(key, answer)) break;
                answers.put(HexFormat.of().formatHex(key), answer);
                good += key.length + Integer.BYTES + length + Long.BYTES;
            }
        } catch (EOFException e) {
            parts = partsOf(file);
        }
        var stream = new FileOutputStream(file.toFile(), true);
        stream.getChannel().truncate(good);
        return new Journal(file, parts, answers, new DataOutputStream(stream), log);
    }

    private static int partsOf(Path file) throws IOException {
        try (var in = new DataInputStream(Files.newInputStream(file))) {
            in.readLong();
            return in.readInt();
        }
    }

    private static long sum(byte[] key, byte[] answer) {
        var sum = new CRC32();
        sum.update(key);
        sum.update(answer);
        return sum.getValue();
    }

    int parts() {
        return parts;
    }

    synchronized int size() {
        return answers.size();
    }

    synchronized Optional<byte[]> find(byte[] key) {
        return Optional.ofNullable(answers.get(HexFormat.of().formatHex(key)));
    }

    /** A full disk is no reason to stop: the answers are here, only nobody could go on from them. */
    synchronized void keep(byte[] key, byte[] answer) {
        if (out.isEmpty()) return;
        try {
            out.get().write(key);
            out.get().writeInt(answer.length);
            out.get().write(answer);
            out.get().writeLong(sum(key, answer));
            out.get().flush();
        } catch (IOException e) {
            log.accept("the journal ends here, so nobody could go on from later answers: " + e.getMessage());
            out = Optional.empty();
        }
    }

    /** Nobody needs to go on. */
    synchronized void delete() {
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.accept("cannot remove " + file);
        }
    }

    @Override
    public synchronized void close() {
        if (out.isEmpty()) return;
        try {
            out.get().close();
        } catch (IOException e) {
            log.accept("the journal may be incomplete: " + e.getMessage());
        }
        out = Optional.empty();
    }
}
