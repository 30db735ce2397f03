package dev.moirai.interpret;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some consecutive bytes of an object: the unit that is copied when an object shared between states is written. */
final class Block {
    /** Bytes in a block; a small object has a single block of its own size. */
    static final int SIZE = 1024;

    static final int SHIFT = 10;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final Object owner;
    /** The bytes, rounded up to a multiple of eight. Undefined bytes are zero here. */
    final byte[] data;
    /** 1 for each undefined byte; absent when all are defined. */
    private byte @Nullable [] undefined;

    private int undefinedCount;
    private final int bytes;

    private Block(Object owner, byte[] data, byte @Nullable [] undefined, int undefinedCount, int bytes) {
        this.owner = owner;
        this.data = data;
        this.undefined = undefined;
        this.undefinedCount = undefinedCount;
        this.bytes = bytes;
    }

    static Block create(Object owner, int bytes, boolean undefined) {
        byte[] data = new byte[(bytes + 7) & ~7];
        if (!undefined) return new Block(owner, data, null, 0, bytes);
        byte[] marks = new byte[data.length];
        Arrays.fill(marks, 0, bytes, (byte) 1);
        return new Block(owner, data, marks, bytes, bytes);
    }

    Block copy(Object newOwner) {
        byte[] marks = undefined;
        return new Block(newOwner, data.clone(), marks == null ? null : marks.clone(), undefinedCount, bytes);
    }

    /** The number that {@code count} bytes (at most eight) hold, unsigned. */
    long get(int at, int count) {
        return get(data, at, count);
    }

    private static long get(byte[] from, int at, int count) {
        return switch (count) {
            case 1 -> from[at] & 0xffL;
            case 2 -> (short) SHORTS.get(from, at) & 0xffffL;
            case 4 -> (int) INTS.get(from, at) & 0xffff_ffffL;
            case 8 -> (long) LONGS.get(from, at);
            default -> {
                long value = 0;
                for (int i = 0; i < count; i++) value |= (from[at + i] & 0xffL) << (8 * i);
                yield value;
            }
        };
    }

    private static void put(byte[] to, int at, int count, long value) {
        switch (count) {
            case 1 -> to[at] = (byte) value;
            case 2 -> SHORTS.set(to, at, (short) value);
            case 4 -> INTS.set(to, at, (int) value);
            case 8 -> LONGS.set(to, at, value);
            default -> {
                for (int i = 0; i < count; i++) to[at + i] = (byte) (value >>> (8 * i));
            }
        }
    }

    /** One non-zero byte for each undefined byte of the range. */
    long undefined(int at, int count) {
        byte[] marks = undefined;
        return marks == null ? 0 : get(marks, at, count);
    }

    void put(int at, int count, long value) {
        put(data, at, count, value);
        byte[] marks = undefined;
        if (marks == null) return;
        long marked = get(marks, at, count);
        if (marked == 0) return;
        put(marks, at, count, 0);
        undefinedCount -= Long.bitCount(marked);
        if (undefinedCount == 0) undefined = null;
    }

    int words() {
        return data.length >>> 3;
    }

    long word(int index) {
        return (long) LONGS.get(data, index << 3);
    }

    /** The marks of eight bytes, for the hash: zero where they are the same as in a block that was never written. */
    long marks(int index, boolean undefinedAtFirst) {
        byte[] marks = undefined;
        long now = marks == null ? 0 : (long) LONGS.get(marks, index << 3);
        if (!undefinedAtFirst) return now;
        int rest = bytes - (index << 3);
        return now ^ (rest >= 8 ? 0x0101_0101_0101_0101L : 0x0101_0101_0101_0101L >>> (64 - 8 * rest));
    }
}
