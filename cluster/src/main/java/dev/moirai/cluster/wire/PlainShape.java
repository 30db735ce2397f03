package dev.moirai.cluster.wire;

import dev.moirai.source.SourceTexts;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Numbers, texts, and the few other types of Java's own that our records have. */
record PlainShape(Put put, Get get) implements WireShape {
    interface Put {
        void write(Object value, ByteWriter out);
    }

    interface Get {
        Object read(ByteReader in) throws RefusedException;
    }

    private static final Map<Type, PlainShape> ALL = new HashMap<>();

    static {
        var numbers = new PlainShape(
                (value, out) -> out.signed(((Number) value).longValue()), in -> (int) intRange(in.signed()));
        ALL.put(int.class, numbers);
        ALL.put(Integer.class, numbers);
        var longs = new PlainShape((value, out) -> out.signed((Long) value), ByteReader::signed);
        ALL.put(long.class, longs);
        ALL.put(Long.class, longs);
        var truths = new PlainShape((value, out) -> out.octet((Boolean) value ? 1 : 0), in -> in.below(2) == 1);
        ALL.put(boolean.class, truths);
        ALL.put(Boolean.class, truths);
        var doubles = new PlainShape(
                (value, out) -> out.number(Double.doubleToRawLongBits((Double) value)),
                in -> Double.longBitsToDouble(in.number()));
        ALL.put(double.class, doubles);
        ALL.put(Double.class, doubles);
        ALL.put(String.class, new PlainShape((value, out) -> out.text((String) value), ByteReader::text));
        ALL.put(byte[].class, new PlainShape((value, out) -> out.octets((byte[]) value), ByteReader::octets));
        ALL.put(int[].class, new PlainShape(PlainShape::writeInts, PlainShape::ints));
        ALL.put(long[].class, new PlainShape(PlainShape::writeLongs, PlainShape::longs));
        ALL.put(
                BigInteger.class,
                new PlainShape((value, out) -> out.octets(((BigInteger) value).toByteArray()), PlainShape::bigInteger));
        ALL.put(
                BitSet.class,
                new PlainShape(
                        (value, out) -> out.octets(((BitSet) value).toByteArray()), in -> BitSet.valueOf(in.octets())));
        ALL.put(
                OptionalInt.class,
                new PlainShape(
                        (value, out) -> {
                            var optional = (OptionalInt) value;
                            out.octet(optional.isPresent() ? 1 : 0);
                            if (optional.isPresent()) out.signed(optional.getAsInt());
                        },
                        in -> in.below(2) == 0 ? OptionalInt.empty() : OptionalInt.of((int) intRange(in.signed()))));
        ALL.put(
                OptionalLong.class,
                new PlainShape(
                        (value, out) -> {
                            var optional = (OptionalLong) value;
                            out.octet(optional.isPresent() ? 1 : 0);
                            if (optional.isPresent()) out.signed(optional.getAsLong());
                        },
                        in -> in.below(2) == 0 ? OptionalLong.empty() : OptionalLong.of(in.signed())));
        // For readers only: whoever asked has the texts.
        ALL.put(SourceTexts.class, new PlainShape((_, out) -> out.octet(0), in -> {
            in.below(1);
            return new SourceTexts();
        }));
    }

    static Optional<WireShape> of(Type type) {
        return Optional.ofNullable(ALL.get(type));
    }

    private static long intRange(long value) throws RefusedException {
        if (value != (int) value) throw new RefusedException("a number out of its range");
        return value;
    }

    private static void writeInts(Object value, ByteWriter out) {
        int[] numbers = (int[]) value;
        out.number(numbers.length);
        for (int number : numbers) out.signed(number);
    }

    private static int[] ints(ByteReader in) throws RefusedException {
        int[] numbers = new int[in.count()];
        for (int i = 0; i < numbers.length; i++) numbers[i] = (int) intRange(in.signed());
        return numbers;
    }

    private static void writeLongs(Object value, ByteWriter out) {
        long[] numbers = (long[]) value;
        out.number(numbers.length);
        for (long number : numbers) out.signed(number);
    }

    private static long[] longs(ByteReader in) throws RefusedException {
        long[] numbers = new long[in.count()];
        for (int i = 0; i < numbers.length; i++) numbers[i] = in.signed();
        return numbers;
    }

    private static BigInteger bigInteger(ByteReader in) throws RefusedException {
        byte[] octets = in.octets();
        if (octets.length == 0) throw new RefusedException("a number without digits");
        return new BigInteger(octets);
    }

    @Override
    public void write(Object value, ByteWriter out) {
        put.write(value, out);
    }

    @Override
    public Object read(ByteReader in) throws RefusedException {
        return get.read(in);
    }
}
