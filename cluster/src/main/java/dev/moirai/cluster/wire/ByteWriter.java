package dev.moirai.cluster.wire;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Takes values as bytes. A record or text that was written before is only referred to, also if that was in the bytes that
 * these go on from.
 */
final class ByteWriter {
    private byte[] bytes = new byte[256];
    private int size;
    private final Map<Object, Integer> records;
    private final Map<String, Integer> texts;

    ByteWriter() {
        records = new IdentityHashMap<>();
        texts = new HashMap<>();
    }

    /** Goes on from what another has written, which stays as it is. */
    ByteWriter(ByteWriter before) {
        records = new IdentityHashMap<>(before.records);
        texts = new HashMap<>(before.texts);
    }

    void octet(int value) {
        if (size == bytes.length) bytes = Arrays.copyOf(bytes, 2 * size);
        bytes[size++] = (byte) value;
    }

    /** Seven bits an octet, the lowest first. */
    void number(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            octet((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        octet((int) rest);
    }

    /** Small numbers of either sign are short. */
    void signed(long value) {
        number(value << 1 ^ value >> 63);
    }

    void octets(byte[] values) {
        number(values.length);
        for (byte value : values) octet(value);
    }

    void text(String text) {
        Integer known = texts.get(text);
        if (known != null) {
            number(known + 1);
            return;
        }
        number(0);
        number(text.length());
        for (int i = 0; i < text.length(); i++) number(text.charAt(i));
        texts.put(text, texts.size());
    }

    /** Whether the record was written before; then a reference to it is all that is written. */
    boolean refersTo(Object value) {
        Integer known = records.get(value);
        number(known == null ? 0 : known + 1);
        return known != null;
    }

    void written(Object value) {
        records.put(value, records.size());
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }
}
