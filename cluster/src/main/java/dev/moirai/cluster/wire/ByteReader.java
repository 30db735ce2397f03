package dev.moirai.cluster.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives values back that a {@link ByteWriter} took. Whatever the bytes are, no more memory is taken than in proportion to
 * them, and no nesting is deeper than what our programs have.
 */
final class ByteReader {
    private static final int DEEPEST = 20_000;

    private final byte[] bytes;
    private int at;
    private int depth;
    private final List<Made> records;
    private final List<String> texts;

    /** A record that was read, and the shape it has. */
    record Made(Object value, WireShape shape) {}

    ByteReader(byte[] bytes) {
        this.bytes = bytes;
        records = new ArrayList<>();
        texts = new ArrayList<>();
    }

    /** Goes on from what another has read, which stays as it is. */
    ByteReader(byte[] bytes, ByteReader before) {
        this.bytes = bytes;
        records = new ArrayList<>(before.records);
        texts = new ArrayList<>(before.texts);
    }

    int octet() throws RefusedException {
        if (at == bytes.length) throw new RefusedException("the message breaks off");
        return bytes[at++] & 0xFF;
    }

    long number() throws RefusedException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
        throw new RefusedException("a number without end");
    }

    long signed() throws RefusedException {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    /** A number that says how many things follow, each of which takes an octet at least. */
    int count() throws RefusedException {
        long count = number();
        if (count < 0 || count > bytes.length - at) throw new RefusedException("more is announced than there is");
        return (int) count;
    }

    /** A number below a limit. */
    int below(int limit) throws RefusedException {
        long value = number();
        if (value < 0 || value >= limit) throw new RefusedException("a number out of its range");
        return (int) value;
    }

    byte[] octets() throws RefusedException {
        int count = count();
        at += count;
        return Arrays.copyOfRange(bytes, at - count, at);
    }

    String text() throws RefusedException {
        int reference = below(texts.size() + 1);
        if (reference > 0) return texts.get(reference - 1);
        int length = count();
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) text.append((char) below(1 << 16));
        texts.add(text.toString());
        return texts.getLast();
    }

    /** The number of a record that was read before, from 1 on; 0 if one follows. */
    int reference() throws RefusedException {
        return below(records.size() + 1);
    }

    Made made(int reference) {
        return records.get(reference - 1);
    }

    void made(Object value, WireShape shape) {
        records.add(new Made(value, shape));
    }

    void enter() throws RefusedException {
        if (++depth > DEEPEST) throw new RefusedException("nested too deeply");
    }

    void leave() {
        depth--;
    }

    void requireEnd() throws RefusedException {
        if (at != bytes.length) throw new RefusedException("more bytes than the message has");
    }
}
