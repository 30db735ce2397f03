package dev.moirai.cluster.wire;

/** How the values of one type are written. {@link Shapes} has one for each. */
interface WireShape {
    void write(Object value, ByteWriter out);

    Object read(ByteReader in) throws RefusedException;

    /** Whether a record of that shape may stand where this one is expected. */
    default boolean takes(WireShape other) {
        return this == other;
    }
}
